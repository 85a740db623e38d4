/**
 * How a window in a browser finds its host and authenticates. The host opens
 * `http://127.0.0.1:PORT/#token=TOKEN`. The window removes the token from the fragment, which
 * browsers never send to a server, and stores it so that a reload still works. The window sends the
 * token as a WebSocket subprotocol, which keeps the token out of URLs and logs.
 */

export const SOCKET_PATH = '/socket';
/** The subprotocol that the host selects when it accepts a connection. */
export const SOCKET_PROTOCOL = 'polyloop.v1';

const TOKEN_PREFIX = 'token.';
const TOKEN = /^[A-Za-z0-9_-]{22,128}$/;

/** The fragment to append to the page's URL. It begins with `#`. */
export function tokenFragment(token: string): string {
  return `#token=${token}`;
}

/** Returns the token in a page's fragment (`location.hash`), or null. */
export function tokenOfFragment(fragment: string): string | null {
  const token = /(?:^#?|&)token=([^&]*)/.exec(fragment)?.[1] ?? '';
  return TOKEN.test(token) ? token : null;
}

/** Returns the second argument of `new WebSocket`. */
export function socketProtocols(token: string): string[] {
  return [SOCKET_PROTOCOL, `${TOKEN_PREFIX}${token}`];
}

/**
 * Returns the token among the subprotocols that a window offers, or null when the window does not
 * offer `SOCKET_PROTOCOL`.
 */
export function tokenOfProtocols(offered: Iterable<string>): string | null {
  const protocols = [...offered];
  if (!protocols.includes(SOCKET_PROTOCOL)) return null;
  const token = protocols.find((protocol) => protocol.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length) ?? '';
  return TOKEN.test(token) ? token : null;
}
