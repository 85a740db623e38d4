/** The contract over loopback HTTP: the window's files, and a WebSocket for each window. */
import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { tokenFragment } from '../contract/address.ts';
import type { Channel } from '../contract/channel.ts';
import { contentSecurityPolicy, SECURITY_HEADERS } from '../host/window/content-security-policy.ts';
import { findStaticFile } from '../host/window/static-files.ts';
import { Guard, newToken } from './guard.ts';
import { acceptSockets } from './sockets.ts';

/** This computer alone; never an address that others can reach. */
const LOOPBACK = '127.0.0.1';

export interface ServeOptions {
  /** The built window. */
  readonly rendererDir: string;
  /** 0: any free port. */
  readonly port: number;
  readonly devOrigins: readonly string[];
  readonly onWindow: (channel: Channel) => void;
}

export interface RunningServer {
  readonly port: number;
  readonly token: string;
  /** What the user's browser opens, with the token. */
  readonly url: string;
  close(): Promise<void>;
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

async function serveFile(request: IncomingMessage, response: ServerResponse, rendererDir: string): Promise<void> {
  // Taken as it came: parsed as an address, `//host/path` would lose its first part.
  const [pathname = '/'] = (request.url ?? '/').split(/[?#]/, 1);
  const file = await findStaticFile(rendererDir, pathname);
  if (file === null) return answer(response, 404, 'There is nothing here.\n');
  response.writeHead(200, {
    'Content-Type': file.mediaType,
    'Content-Length': file.size,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(file.path), response);
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  options: ServeOptions,
  policy: string,
): Promise<void> {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader('Content-Security-Policy', policy);
  if (!guard.allowsHost({ host: request.headers.host }))
    return answer(response, 421, 'This server is not called that.\n');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answer(response, 405, 'Files can only be read.\n');
  }
  await serveFile(request, response, options.rendererDir);
}

/** Rejects with the system's error when the port cannot be had. */
export async function startServer(options: ServeOptions): Promise<RunningServer> {
  const token = newToken();
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
  const policy = contentSecurityPolicy([`ws://${LOOPBACK}:${port}`, `ws://localhost:${port}`]);
  serve = (request, response) => {
    // The connection broke, or the address is malformed: there is nobody to tell.
    handle(request, response, guard, options, policy).catch(() => response.destroy());
  };
  const sockets = acceptSockets(http, guard, options.onWindow);
  const close = () =>
    new Promise<void>((resolve) => {
      sockets.close();
      http.close(() => resolve());
      http.closeIdleConnections();
    });
  return { port, token, url: `http://${LOOPBACK}:${port}/${tokenFragment(token)}`, close };
}
