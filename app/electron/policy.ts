/**
 * Rules for URLs in the desktop window. These are pure functions, so tests do not need Electron.
 */

export const SCHEME = 'polyloop';
export const APP_ORIGIN = `${SCHEME}://app`;
export const APP_URL = `${APP_ORIGIN}/index.html`;

/** Whether a URL refers to the window's own files. */
export function isAppUrl(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${SCHEME}:` && url.host === 'app' && url.username === '' && url.port === '';
}

/**
 * Returns the URL to open in the user's browser for a link in the window. Null when the link must
 * not be opened.
 */
export function externalLink(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== 'https:' || url.hostname === '') return null;
  // Phishing links put a user name before the host to look like another site.
  return url.username === '' && url.password === '' ? url.href : null;
}
