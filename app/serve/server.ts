/** Serves the contract over loopback HTTP: the window's files, and a WebSocket for each window. */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { tokenFragment } from '../contract/address.ts';
import type { Channel } from '../contract/channel.ts';
import { contentSecurityPolicy, SECURITY_HEADERS } from '../host/window/content-security-policy.ts';
import { findStaticFile } from '../host/window/static-files.ts';
import { Guard, newToken } from './guard.ts';
import { LAUNCH_PATH, LaunchKeys } from './launch-keys.ts';
import { isStranger } from './peer.ts';
import { acceptSockets } from './sockets.ts';

/** Reachable from this computer only. */
const LOOPBACK = '127.0.0.1';

export interface ServeOptions {
  /** The folder of the built window. */
  readonly rendererDir: string;
  /** 0 selects any free port. */
  readonly port: number;
  readonly devOrigins: readonly string[];
  /** The secret that a window must present. A random one by default. */
  readonly token?: string | undefined;
  readonly onWindow: (channel: Channel) => void;
}

export interface RunningServer {
  readonly port: number;
  readonly token: string;
  /**
   * The window's URL with the token. It works for as long as the server runs and must be shown only
   * to the user.
   */
  readonly url: string;
  /**
   * Returns a URL that leads to the window once. `origin` is the origin of a development server
   * that serves the window.
   */
  launchUrl(origin?: string): string;
  close(): Promise<void>;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * Reads the path from the raw request. The URL parser would drop the first part of `//host/path`.
 */
function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').split(/[?#]/, 1)[0] ?? '/';
}

async function serveFile(request: IncomingMessage, response: ServerResponse, rendererDir: string): Promise<void> {
  const file = await findStaticFile(rendererDir, pathOf(request));
  if (file === null) return answer(response, 404, 'Not found.\n');
  response.writeHead(200, {
    'Content-Type': file.mediaType,
    'Content-Length': file.size,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response);
}

/**
 * Redirects a browser that has a key to the window with its token. Only the page itself receives
 * the fragment of a redirect.
 */
function launch(response: ServerResponse, address: string | null): void {
  response.setHeader('Cache-Control', 'no-store');
  if (address === null) {
    answer(response, 410, 'This address has already been used. Open the address that Polyloop printed.\n');
    return;
  }
  response.setHeader('Location', address);
  answer(response, 302, '');
}

interface Handling {
  readonly guard: Guard;
  readonly policy: string;
  readonly rendererDir: string;
  /**
   * Returns the target of a path that works once. Null when the path does not work, or no longer
   * works.
   */
  launchTarget(path: string): string | null;
}

async function handle(request: IncomingMessage, response: ServerResponse, handling: Handling): Promise<void> {
  const { guard, policy, rendererDir, launchTarget } = handling;
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', policy);
  if (!guard.allowsHost({ host: request.headers.host }))
    return answer(response, 421, 'This host name is not allowed.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answer(response, 405, 'Files are read-only.\n');
  }
  const path = pathOf(request);
  if (path.startsWith(LAUNCH_PATH)) {
    // The key stays valid for its user.
    if (await isStranger(request.socket)) return answer(response, 403, 'This address is another user’s.\n');
    launch(response, request.method === 'GET' ? launchTarget(path) : null);
  } else await serveFile(request, response, rendererDir);
}

/** Rejects with the system's error when the port is not available. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const token = options.token ?? newToken();
  let serve = (_request: IncomingMessage, response: ServerResponse) => void response.destroy();
  const http = createServer({ maxHeaderSize: 16_384 }, (request, response) => serve(request, response));
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(options.port, LOOPBACK, resolve);
  });
  const address = http.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const guard = new Guard({ port, token, devOrigins: options.devOrigins });
  const origin = `http://${LOOPBACK}:${port}`;
  const keys = new LaunchKeys();
  const launchTarget = (path: string) => keys.redeem(path);
  const policy = contentSecurityPolicy([`ws://${LOOPBACK}:${port}`, `ws://localhost:${port}`]);
  const handling = { guard, policy, rendererDir: options.rendererDir, launchTarget };
  serve = (request, response) => {
    // The connection is broken, so no response can be sent.
    handle(request, response, handling).catch(() => response.destroy());
  };
  const sockets = acceptSockets(http, guard, options.onWindow);
  const close = () =>
    new Promise<void>((resolve) => {
      sockets.close();
      http.close(() => resolve());
      http.closeIdleConnections();
    });
  const launchUrl = (windowOrigin = origin) => {
    const path = keys.issue(`${windowOrigin}/${tokenFragment(token)}`);
    return origin + path;
  };
  return { port, token, url: `${origin}/${tokenFragment(token)}`, launchUrl, close };
}
