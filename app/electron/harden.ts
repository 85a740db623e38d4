/**
 * What pages in this program may not do: leave the window's own files, open windows, embed other pages, get at devices
 * or other permissions. Electron's security checklist, in one place.
 */
import type { App, Session, WebContents } from 'electron';
import { externalLink, isAppUrl } from './policy.ts';

type OpenExternal = (address: string) => Promise<void>;

function hardenContents(contents: WebContents, openExternal: OpenExternal): void {
  const openLink = (address: string) => {
    const link = externalLink(address);
    // A system without a browser is no fault of ours.
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

/** The window needs no permission but the clipboard's for writing, which the code editor asks for. */
export function hardenSession(session: Session): void {
  const allowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.setPermissionRequestHandler((_contents, permission, answer) => answer(allowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => allowed(permission));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
}
