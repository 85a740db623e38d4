/**
 * Restricts what pages in this program can do. They cannot navigate away from the window's own
 * files, open windows, embed other pages, or get access to devices or other permissions. This file
 * implements Electron's security checklist.
 */
import type { App, Session, WebContents } from 'electron';
import { APP_ORIGIN, externalLink, isAppUrl } from './policy.ts';

type OpenExternal = (address: string) => Promise<void>;

function hardenContents(contents: WebContents, openExternal: OpenExternal): void {
  const openLink = (address: string) => {
    const link = externalLink(address);
    // A system without a browser is not an error of this program.
    if (link !== null) void openExternal(link).catch(() => {});
  };
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url);
    return { action: 'deny' };
  });
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (isAppUrl(event.url)) return;
    event.preventDefault();
    openLink(event.url);
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

export function hardenApp(app: Pick<App, 'on'>, openExternal: OpenExternal): void {
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, openExternal));
}

/**
 * The only permission that the window needs is writing to the clipboard, for the code editor. The
 * only downloads are exports that the window has made itself (`blob:`). Electron asks the user where
 * to save them.
 */
export function hardenSession(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    if (!item.getURL().startsWith(`blob:${APP_ORIGIN}/`)) event.preventDefault();
  });
}
