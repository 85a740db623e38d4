/** What the desktop window may do with addresses. Plain functions, so that they are tested without Electron. */

export const SCHEME = 'polyloop';
export const APP_ORIGIN = `${SCHEME}://app`;
export const APP_URL = `${APP_ORIGIN}/index.html`;

/** Whether an address is of the window's own files. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === 'app' && url.username === '' && url.port === '';
}

/** The address to open in the user's browser for a link in the window; null: it is not opened. */
export function externalLink(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.hostname === '') return null;
  // A user name before the host is how links pretend to lead elsewhere.
  return url.username === '' && url.password === '' ? url.href : null;
}
