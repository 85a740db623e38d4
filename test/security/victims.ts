/** Programs of Polyloop that a test kills at any moment, and what is left of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { SOCKET_PATH, socketProtocols } from '../../app/contract/address.ts';
import { connectHost, type HostClient } from '../../app/contract/contract.ts';
import { socketChannel } from '../../app/contract/socket.ts';

const SERVER = fileURLToPath(new URL('../../app/serve/main.ts', import.meta.url));
const CLI = fileURLToPath(new URL('../../app/cli/bin.mjs', import.meta.url));
/** A development server serves its own window, so no built window is needed. */
const ORIGIN = 'http://localhost:5173';
const TOKEN = 'k'.repeat(43);
/** In the environment of a victim and of all its descendants. */
const MARK = `POLYLOOP_VICTIM=${randomUUID()}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** What a process started with, and how. Empty if it has ended, or is another user's. */
const factsOf = (pid: string): Promise<string> =>
  Promise.all(['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => ''))).then(
    (texts) => texts.join('\0'),
  );

export class Victims {
  readonly home: string;
  readonly temporary: string;

  constructor(folder: string) {
    this.home = join(folder, 'home');
    this.temporary = join(folder, 'tmp');
  }

  async #spawn(args: readonly string[]): Promise<ChildProcess> {
    await mkdir(this.temporary, { recursive: true });
    const [name = '', value = ''] = MARK.split('=');
    const env = { ...process.env, [name]: value, POLYLOOP_HOME: this.home, TMPDIR: this.temporary };
    return spawn(process.execPath, args, {
      env: { ...env, POLYLOOP_DEV_TOKEN: TOKEN },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The command line. Resolves to its exit code and what it printed. */
  async cli(args: readonly string[], kill?: AbortSignal): Promise<{ code: number | null; text: string }> {
    const child = await this.#spawn([CLI, ...args]);
    kill?.addEventListener('abort', () => child.kill('SIGKILL'));
    let text = '';
    const add = (bytes: Buffer) => {
      text += bytes.toString();
    };
    child.stdout?.on('data', add);
    child.stderr?.on('data', add);
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { code, text };
  }

  /** A server with one window. */
  async server(): Promise<{ host: HostClient; kill(): Promise<void>; closeWindow(): void }> {
    const port = await freePort();
    const child = await this.#spawn([SERVER, '--no-open', '--dev-origin', ORIGIN, '--port', String(port)]);
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    await new Promise<void>((resolve, reject) => {
      let told = '';
      const read = (bytes: Buffer) => {
        told += bytes.toString();
        if (told.includes('Ctrl-C')) resolve();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.on('exit', () => reject(new Error(told)));
    });
    const address = `ws://127.0.0.1:${port}${SOCKET_PATH}`;
    const socket = new WebSocket(address, socketProtocols(TOKEN), { origin: ORIGIN });
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    const kill = () => {
      child.kill('SIGKILL');
      return closed;
    };
    return { host: connectHost(socketChannel(socket)), kill, closeWindow: () => socket.terminate() };
  }

  /** The command lines of victims and their descendants that still run. */
  async survivors(): Promise<string[]> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    const facts = await Promise.all(pids.map(factsOf));
    return facts
      .filter((text) => text.includes(MARK) || text.includes(this.home))
      .map((text) => text.split('\0').slice(0, 12).join(' '));
  }
}
