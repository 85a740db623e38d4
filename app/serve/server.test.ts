import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_PATH, socketProtocols } from '../contract/address.ts';
import type { Channel } from '../contract/channel.ts';
import { socketChannel } from '../contract/socket.ts';
import { type RunningServer, startServer } from './server.ts';

let dir: string;
let server: RunningServer;
const windows: Channel[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-serve-'));
  await mkdir(join(dir, 'renderer'));
  await writeFile(join(dir, 'renderer', 'index.html'), '<!doctype html>');
  await writeFile(join(dir, 'secret.html'), 'secret');
  server = await startServer({
    rendererDir: join(dir, 'renderer'),
    port: 0,
    devOrigins: ['http://localhost:5173'],
    onWindow: (channel) => {
      windows.push(channel);
      channel.onMessage((message) => channel.post({ echo: message }));
    },
  });
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: server.port, path, method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

interface Attempt {
  readonly origin?: string | undefined;
  readonly host?: string;
  readonly protocols?: string[];
  readonly path?: string;
}

/** Resolves to the open socket, or to the HTTP status of the refusal. */
function connect(attempt: Attempt = {}): Promise<WebSocket | number> {
  const own = `127.0.0.1:${server.port}`;
  const {
    origin = `http://${own}`,
    host = own,
    protocols = socketProtocols(server.token),
    path = SOCKET_PATH,
  } = attempt;
  const headers: Record<string, string> = { Host: host };
  if (!('origin' in attempt) || attempt.origin !== undefined) headers.Origin = origin;
  const socket = new WebSocket(`ws://${own}${path}`, protocols, { headers });
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', (error) => reject(error));
  });
}

async function opened(attempt: Attempt = {}): Promise<WebSocket> {
  const socket = await connect(attempt);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
}

describe('the files', () => {
  it('have strict security headers', async () => {
    const { status, headers, body } = await get('/');
    expect({ status, body }).toEqual({ status: 200, body: '<!doctype html>' });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe-eval');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('do not contain the token', async () => {
    const { headers, body } = await get('/');
    expect(JSON.stringify(headers) + body).not.toContain(server.token);
  });

  it.each(['/../secret.html', '/%2e%2e/secret.html', '/..%2fsecret.html', '//secret.html', '/nothing.js'])(
    'are not found at %s',
    async (path) => {
      const { status, body } = await get(path);
      expect(status).toBe(404);
      expect(body).not.toContain('secret');
    },
  );

  it.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1.evil.example', '0.0.0.0'])(
    'are refused for the host name %s',
    async (host) => {
      expect((await get('/', { Host: host })).status).toBe(421);
    },
  );

  it('are read-only', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect(await get('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });
});

describe('an address that works once', () => {
  it('leads to the window with its token, but only once', async () => {
    const path = new URL(server.launchUrl()).pathname;
    expect((await get(path, { Host: 'evil.example' })).status).toBe(421);
    const first = await get(path);
    expect(first.status).toBe(302);
    expect(first.headers).toMatchObject({ location: server.url, 'cache-control': 'no-store' });
    const second = await get(path);
    expect(second.status).toBe(410);
    expect(second.headers.location).toBeUndefined();
  });

  it('can lead to the development server', async () => {
    const path = new URL(server.launchUrl('http://localhost:5173')).pathname;
    expect((await get(path)).headers.location).toBe(`http://localhost:5173/#token=${server.token}`);
  });

  it('cannot be guessed', async () => {
    expect((await get('/open/')).status).toBe(410);
    expect((await get(`/open/${'A'.repeat(43)}`)).status).toBe(410);
  });
});

describe('a window', () => {
  it('connects with the token and receives answers', async () => {
    const socket = await opened();
    expect(socket.protocol).toBe('polyloop.v1');
    const channel = socketChannel(socket);
    const answer = new Promise((resolve) => channel.onMessage(resolve));
    channel.post({ bytes: new Uint8Array([0, 255]) });
    expect(await answer).toEqual({ echo: { bytes: new Uint8Array([0, 255]) } });
    channel.close();
  });

  it('can connect from the development server', async () => {
    (await opened({ origin: 'http://localhost:5173' })).close();
  });

  it.each<[string, Attempt]>([
    ['without a token', { protocols: ['polyloop.v1'] }],
    ['with no protocol', { protocols: [] }],
    ['with a wrong token', { protocols: socketProtocols('A'.repeat(43)) }],
    ['from another page', { origin: 'http://evil.example' }],
    ['from another port', { origin: 'http://127.0.0.1:1' }],
    ['from an opaque page', { origin: 'null' }],
    ['without an origin', { origin: undefined }],
    ['with another host name', { host: 'evil.example' }],
  ])('is refused %s', async (_how, attempt) => {
    expect(await connect(attempt)).toBe(403);
  });

  it('loses a refused connection of which it keeps its own end open', async () => {
    const socket = connectTcp({ host: '127.0.0.1', port: server.port, allowHalfOpen: true });
    const closed = new Promise((resolve) => socket.on('close', resolve).on('error', () => {}));
    socket.write(
      `GET /socket HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
    const knock = setInterval(() => socket.write('x'), 50);
    await closed;
    clearInterval(knock);
  });

  it('receives 404 at another path', async () => {
    expect(await connect({ path: '/socket/other' })).toBe(404);
  });

  it('is disconnected after a message that is too large, and others stay connected', async () => {
    const [large, other] = [await opened(), await opened()];
    const closed = new Promise<number>((resolve) => large.on('close', (code) => resolve(code)));
    large.on('error', () => {});
    large.send('"'.padEnd(33 * 2 ** 20, 'x'));
    expect(await closed).toBe(1009);
    const answer = new Promise((resolve) => other.once('message', (data) => resolve(String(data))));
    other.send('1');
    expect(await answer).toBe('{"echo":1}');
    other.close();
  });

  it('is disconnected after a message that is not JSON', async () => {
    const socket = await opened();
    const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
    socket.send('{');
    expect(await closed).toBe(1007);
  });

  it('is notified when the server ends', async () => {
    const other = await startServer({
      rendererDir: dir,
      port: 0,
      devOrigins: [],
      onWindow: (channel) => windows.push(channel),
    });
    const origin = `http://127.0.0.1:${other.port}`;
    const socket = new WebSocket(`ws://127.0.0.1:${other.port}${SOCKET_PATH}`, socketProtocols(other.token), {
      origin,
    });
    await new Promise((resolve) => socket.on('open', resolve));
    const closed = new Promise<number>((resolve) => socket.on('close', (code) => resolve(code)));
    await other.close();
    expect(await closed).toBe(1001);
  });

  it('cannot use a port that is in use', async () => {
    const options = { rendererDir: dir, port: server.port, devOrigins: [], onWindow: () => {} };
    await expect(startServer(options)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
