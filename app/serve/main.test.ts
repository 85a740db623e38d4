import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from '../../test/eventually.ts';
import { SOCKET_PATH, socketProtocols, tokenOfFragment } from '../contract/address.ts';
import { connectHost } from '../contract/contract.ts';
import { socketChannel } from '../contract/socket.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** A development server serves its own window, so no built window is needed. */
const DEV_ORIGIN = 'http://localhost:5173';
const DEV_TOKEN = 'd'.repeat(43);

let home: string;
const started: ChildProcess[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'polyloop-main-'));
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await rm(home, { recursive: true, force: true });
});

const start = (...args: string[]) => startWith({}, '--no-open', ...args);

function startWith(more: Readonly<Record<string, string>>, ...args: string[]) {
  const env = { ...process.env, POLYLOOP_HOME: home, POLYLOOP_DEV_TOKEN: DEV_TOKEN, ...more };
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  const output = { text: '' };
  const collect = (chunk: Buffer) => {
    output.text += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  return { child, output, ended };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function token({ output, child }: ReturnType<typeof start>): Promise<string> {
  while (!output.text.includes('Ctrl-C')) {
    if (child.exitCode !== null) throw new Error(output.text);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return tokenOfFragment(/#\S+/.exec(output.text)?.[0] ?? '') ?? '';
}

describe('the program', () => {
  it('keeps the token of a development run, so that an open window can reconnect', async () => {
    expect(await token(start('--dev-origin', DEV_ORIGIN))).toBe(DEV_TOKEN);
    expect(await token(start('--dev-origin', DEV_ORIGIN))).toBe(DEV_TOKEN);
  });

  it('prints its address, serves the contract, and ends on request', async () => {
    const sketch = join(home, 'a.polyloop.json');
    await writeFile(sketch, '{"polyloop": 1, "name": "a", "board": "uno", "target": "superloop", "tasks": []}');
    const port = await freePort();
    const program = start('--port', String(port), '--dev-origin', DEV_ORIGIN, '--sketch', sketch);
    const protocols = socketProtocols(await token(program));
    const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`, protocols, { origin: DEV_ORIGIN });
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const client = connectHost(socketChannel(socket));
    expect(await client.projects.startup({})).toMatchObject({
      open: { kind: 'path', path: sketch },
      nativeDialogs: false,
    });
    expect((await client.projects.open({ path: sketch })).problems).toEqual([]);
    expect((await client.projects.recent({})).files.map(({ path }) => path)).toEqual([sketch]);
    program.child.kill('SIGTERM');
    const code = await program.ended;
    if (process.platform !== 'win32') expect(code).toBe(143);
  });

  it('starts the browser with a page that only the user can read', async ({ skip }) => {
    skip(process.platform !== 'linux', 'only on Linux an environment variable names the browser');
    const log = join(home, 'log');
    const browser = join(home, 'browser');
    await writeFile(browser, `#!/bin/sh\necho "$@" > '${log}.part' && mv '${log}.part' '${log}'\n`, { mode: 0o755 });
    await writeFile(join(home, 'run-mailcap'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    const more = {
      BROWSER: browser,
      PATH: `${home}:${process.env.PATH}`,
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      HOME: home,
    };
    const program = startWith(more, '--dev-origin', DEV_ORIGIN);
    const line = await eventually(() => readFile(log, 'utf8'));
    const page = fileURLToPath(line.trim());
    expect(dirname(page)).toBe(join(home, 'config', 'launch'));
    expect((await stat(page)).mode & 0o777).toBe(0o600);
    const [, address = ''] = /url=(http[^"]+)"/.exec(await readFile(page, 'utf8')) ?? [];
    const answer = await fetch(address, { redirect: 'manual' });
    expect(answer.headers.get('location')).toBe(`${DEV_ORIGIN}/#token=${DEV_TOKEN}`);
    program.child.kill('SIGTERM');
    await program.ended;
    await expect(stat(page)).rejects.toThrow('ENOENT');
  });

  it.each([
    [['--sketch', 'nowhere.polyloop.json'], 1, 'There is no file'],
    [['--template', '../x'], 1, 'Available: three-blinks'],
    [['--port', 'x'], 2, 'expected a number'],
  ])('reports the error in %j', async (args, code, text) => {
    const program = start('--dev-origin', DEV_ORIGIN, ...args);
    expect(await program.ended).toBe(code);
    expect(program.output.text).toContain(text);
    expect(program.output.text).not.toContain('    at ');
  });

  it('reports that its port is in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const program = start('--dev-origin', DEV_ORIGIN, '--port', String(port));
    expect(await program.ended).toBe(1);
    expect(program.output.text).toContain(`Port ${port} on 127.0.0.1 is in use`);
    await new Promise((resolve) => server.close(resolve));
  });
});
