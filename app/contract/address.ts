/**
 * How a window in a browser finds and proves itself to its host: the host opens `http://127.0.0.1:PORT/#token=TOKEN`;
 * the window takes the token out of the fragment (which browsers send to no server), keeps it for reloads, and offers
 * it as a WebSocket subprotocol, which stays out of addresses and logs.
 */

export const SOCKET_PATH = '/socket';
/** The subprotocol that the host selects when it accepts. */
export const SOCKET_PROTOCOL = 'polyloop.v1';

const TOKEN_PREFIX = 'token.';
const TOKEN = /^[A-Za-z0-9_-]{22,128}$/;

/** For the page's address; begins with `#`. */
export function tokenFragment(token: string): string {
  return `#token=${token}`;
}

/** The token in a page's fragment (`location.hash`), or null. */
export function tokenOfFragment(fragment: string): string | null {
  const token = /(?:^#?|&)token=([^&]*)/.exec(fragment)?.[1] ?? '';
  return TOKEN.test(token) ? token : null;
}

/** Second argument of `new WebSocket`. */
export function socketProtocols(token: string): string[] {
  return [SOCKET_PROTOCOL, `${TOKEN_PREFIX}${token}`];
}

/** The token among the subprotocols that a window offers, or null when it does not speak this protocol. */
export function tokenOfProtocols(offered: Iterable<string>): string | null {
  const protocols = [...offered];
  if (!protocols.includes(SOCKET_PROTOCOL)) return null;
  const token = protocols.find((protocol) => protocol.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length) ?? '';
  return TOKEN.test(token) ? token : null;
}
