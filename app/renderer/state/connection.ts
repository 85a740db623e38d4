/**
 * The line to the host: Electron's message port where the preload script gives one, else a WebSocket to whoever served
 * this page, with the token of its address. A lost line is taken up again by itself.
 */
import { create } from 'zustand';
import { SOCKET_PATH, socketProtocols, tokenOfFragment } from '../../contract/address.ts';
import type { Channel } from '../../contract/channel.ts';
import { connectHost, type HostClient } from '../../contract/contract.ts';
import { socketChannel } from '../../contract/socket.ts';

interface ConnectionState {
  readonly status: 'connecting' | 'connected' | 'lost';
  readonly host: HostClient | null;
  /** Why it is lost, for the user. */
  readonly message: string;
}

export const useConnection = create<ConnectionState>(() => ({ status: 'connecting', host: null, message: '' }));

/** What Electron's preload script puts into the window. */
interface ElectronBridge {
  /** A new channel to the host. */
  connect(): Promise<Channel>;
}

declare global {
  interface Window {
    readonly polyloop?: ElectronBridge;
  }
}

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 8000;
const TOKEN_KEY = 'polyloop.token';
/** A browser does not tell a page whether nobody answered or the key was refused. */
const UNREACHABLE =
  'The Polyloop host cannot be reached. If it was started anew, open the address that Polyloop printed.';

let retryMs = FIRST_RETRY_MS;
let timer: ReturnType<typeof setTimeout> | null = null;
let attempt = 0;

/** Connects, and goes on trying while that fails. */
export function connect(): void {
  const current = ++attempt;
  openChannel().then(
    (channel) => (current === attempt ? established(channel) : channel.close()),
    (error: unknown) =>
      current === attempt ? lost(error instanceof Error ? error.message : String(error)) : undefined,
  );
}

/** Tries again now. */
export function reconnect(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  connect();
}

function established(channel: Channel): void {
  retryMs = FIRST_RETRY_MS;
  const host = connectHost(channel);
  host.onFault((fault) => console.warn('The host said something that is not in the contract:', fault.message));
  host.onClose(() => {
    if (useConnection.getState().host === host) lost('The connection to the Polyloop host was lost.');
  });
  useConnection.setState({ status: 'connected', host, message: '' });
}

function lost(message: string): void {
  useConnection.setState({ status: 'lost', host: null, message });
  timer = setTimeout(connect, retryMs);
  retryMs = Math.min(LAST_RETRY_MS, retryMs * 2);
}

function openChannel(): Promise<Channel> {
  return window.polyloop === undefined ? openSocket() : window.polyloop.connect();
}

/** The token is taken out of the address, so that it is not copied along, and kept for a reload of this tab. */
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
    return Promise.reject(new Error('This page was opened without its key: open the address that Polyloop printed.'));
  }
  const address = new URL(SOCKET_PATH, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address, socketProtocols(token));
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socketChannel(socket)), { once: true });
    socket.addEventListener('close', () => reject(new Error(UNREACHABLE)), { once: true });
  });
}

/** The host, or a rejection in words for the user. */
export function requireHost(): Promise<HostClient> {
  const { host } = useConnection.getState();
  if (host !== null) return Promise.resolve(host);
  return Promise.reject(
    new Error('There is no connection to the Polyloop host, which opens, saves and runs sketches.'),
  );
}

/** Runs `attach` with each host that is connected; what it answers ends that. */
export function withEachHost(attach: (host: HostClient) => void): () => void {
  const { host } = useConnection.getState();
  if (host !== null) attach(host);
  return useConnection.subscribe((now, before) => {
    if (now.host !== null && now.host !== before.host) attach(now.host);
  });
}
