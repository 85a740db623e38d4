/**
 * Opens the channel to the host: over Electron's message port if the preload script offers one, or
 * else over a WebSocket to the server of this page, with the token from the page's URL.
 */
import { tr } from '../../../../generator/words/tr.ts';
import { SOCKET_PATH, socketProtocols, tokenOfFragment } from '../../../contract/address.ts';
import type { Channel } from '../../../contract/channel.ts';
import { socketChannel } from '../../../contract/socket.ts';

/** The object that Electron's preload script adds to the window. */
interface ElectronBridge {
  /** Opens a new channel to the host. */
  connect(): Promise<Channel>;
}

declare global {
  interface Window {
    readonly polyloop?: ElectronBridge;
  }
}

const TOKEN_KEY = 'polyloop.token';
/** A browser does not reveal to a page whether the server did not answer or refused the token. */
const unreachable = (): string =>
  tr`The Polyloop host cannot be reached. If it was restarted, open the address that Polyloop printed.`;

export function openChannel(): Promise<Channel> {
  return window.polyloop === undefined ? openSocket() : window.polyloop.connect();
}

/**
 * Removes the token from the URL, so that the user does not copy it by accident, and stores it for
 * a reload of this tab.
 */
function takeToken(): string | null {
  const given = tokenOfFragment(location.hash);
  if (given === null) return sessionStorage.getItem(TOKEN_KEY);
  sessionStorage.setItem(TOKEN_KEY, given);
  history.replaceState(null, '', location.pathname + location.search);
  return given;
}

function openSocket(): Promise<Channel> {
  const token = takeToken();
  if (token === null) {
    return Promise.reject(
      new Error(tr`This page was opened without its key. Please open the address that Polyloop printed.`),
    );
  }
  const address = new URL(SOCKET_PATH, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, socketProtocols(token));
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socketChannel(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error(unreachable())), { once: true });
  });
}

/**
 * Opens a channel at once. The first call of the returned function gets this channel, and each later
 * call opens another one.
 */
export function openEarly(open: () => Promise<Channel>): () => Promise<Channel> {
  let early: Promise<Channel> | null = open();
  // The failure is that of the first call.
  early.catch(() => {});
  return () => {
    const first = early ?? open();
    early = null;
    return first;
  };
}
