/** Programs of Polyloop that a test kills at any moment, and what is left of them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';
import { SOCKET_PATH, socketProtocols } from '../../app/contract/address.ts';
import { connectHost, type HostClient } from '../../app/contract/contract.ts';
import { socketChannel } from '../../app/contract/socket.ts';
import { mainFile } from '../../platformio/setup/bundle/program.mjs';
import { waitedMs } from './waiting.ts';
import { Window } from './window.ts';

const CLI = fileURLToPath(new URL('../../app/cli/bin.mjs', import.meta.url));
const MEMORY = '/dev/shm';
/** A user who has seen the welcome. */
const SETTINGS = { welcomed: true, detail: 'full' };
/** In the environment of a victim and of all its descendants. */
const MARK = `POLYLOOP_VICTIM=${randomUUID()}`;

/** What is left of a killed program ends within this time, not counting the time that it waits for a processor. */
const LEFT_FOR_MS = 10_000;
const POLL_MS = 100;

/** What a process started with, and how. Empty if it has ended, or is another user's. */
const factsOf = (pid: string): Promise<string> =>
  Promise.all(['cmdline', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => ''))).then(
    (texts) => texts.join('\0'),
  );

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export interface Server {
  readonly url: string;
  readonly pid: number;
  /** The connection of a window without a browser. */
  readonly host: HostClient;
  kill(): Promise<void>;
  /** Ends the server as Ctrl-C does. */
  end(): Promise<void>;
  closeWindow(): void;
}

export class Victims {
  readonly home: string;
  readonly temporary: string;
  readonly #folder: string;
  readonly #guard: readonly string[];
  #memory: string | null = null;
  readonly #children = new Set<ChildProcess>();

  /** @param guard the start of a command that runs the rest of it, the victim */
  constructor(folder: string, guard: readonly string[] = []) {
    this.#folder = folder;
    this.#guard = guard;
    this.home = join(folder, 'home');
    this.temporary = join(folder, 'tmp');
  }

  /**
   * Makes the folders, with the settings of a user who is not new. Unsaved changes are kept in memory where the
   * system has a folder for it: a busy disk may need a second for a file.
   */
  async prepare(): Promise<void> {
    for (const folder of [this.home, this.temporary]) await mkdir(folder, { recursive: true });
    const config = join(this.home, 'config');
    if (existsSync(MEMORY)) {
      this.#memory = await mkdtemp(join(MEMORY, 'polyloop-kills-'));
      await symlink(this.#memory, config);
    } else await mkdir(config);
    await writeFile(join(config, 'settings.json'), JSON.stringify(SETTINGS));
  }

  /** Also ends the servers of a test that has failed. */
  async remove(): Promise<void> {
    for (const child of this.#children) child.kill('SIGKILL');
    if (this.#memory !== null) await rm(this.#memory, { recursive: true, force: true });
  }

  get #env(): NodeJS.ProcessEnv {
    const [name = '', value = ''] = MARK.split('=');
    const folders = { POLYLOOP_HOME: this.home, TMPDIR: this.temporary, XDG_RUNTIME_DIR: undefined };
    return { ...process.env, [name]: value, ...folders };
  }

  #spawn(args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const [program, ...before] = [...this.#guard, process.execPath];
    const child = spawn(program ?? process.execPath, [...before, ...args], {
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    child.once('close', () => this.#children.delete(child));
    return child;
  }

  /** The command line. Resolves to its exit code and what it printed. */
  async cli(args: readonly string[], kill?: AbortSignal): Promise<{ code: number | null; text: string }> {
    const child = this.#spawn([CLI, ...args]);
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

  /**
   * A server, with the connection of one window. On Linux it has the address and the token of the last one.
   * @param env further variables. With `BROWSER` it opens that program.
   */
  async server(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Server> {
    const open = env.BROWSER === undefined ? ['--no-open'] : [];
    const child = this.#spawn([mainFile('serve'), ...open, ...args], env);
    const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
    const url = await new Promise<string>((resolve, reject) => {
      let told = '';
      const read = (bytes: Buffer) => {
        told += bytes.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\/\S+(?=\n)/.exec(told)?.[0];
        if (found !== undefined) resolve(found);
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.on('exit', () => reject(new Error(told)));
    });
    const { host: address, origin, hash } = new URL(url);
    const protocols = socketProtocols(hash.replace('#token=', ''));
    const socket = new WebSocket(`ws://${address}${SOCKET_PATH}`, protocols, { origin });
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
    socket.on('error', () => {});
    const endWith = (signal: NodeJS.Signals) => {
      child.kill(signal);
      return closed;
    };
    return {
      url,
      pid: child.pid ?? 0,
      host: connectHost(socketChannel(socket)),
      kill: () => endWith('SIGKILL'),
      end: () => endWith('SIGTERM'),
      closeWindow: () => socket.terminate(),
    };
  }

  /** A window in a browser. */
  window(url: string): Promise<Window> {
    return Window.open(url, join(this.#folder, 'browser'), this.#env);
  }

  /** Victims and their descendants that still run: process id and command line. */
  async survivors(): Promise<Map<number, string>> {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
    const facts = await Promise.all(pids.map(factsOf));
    return new Map(
      pids.flatMap((pid, index) => {
        const text = facts[index] ?? '';
        const isVictim = text.includes(MARK) || text.includes(this.home);
        return isVictim ? [[Number(pid), text.split('\0').slice(0, 12).join(' ')] as const] : [];
      }),
    );
  }

  /**
   * Waits until nothing is left of what was killed. Returns what is left after ten seconds. The seconds are those of
   * a monotonic clock, without the time in which what is left waited for a processor, and without the time in which
   * this process did.
   * @param others processes that may stay
   */
  async leftAfterTenSeconds(others: ReadonlySet<number> = new Set()): Promise<string[]> {
    let countedMs = 0;
    let before = { atMs: performance.now(), waitedMs: 0 };
    for (;;) {
      const left = await this.survivors();
      for (const pid of others) left.delete(pid);
      if (left.size === 0) return [];
      if (countedMs >= LEFT_FOR_MS) return [...left.values()];
      await delay(POLL_MS);
      const now = { atMs: performance.now(), waitedMs: await waitedMs([...left.keys()]) };
      const ranMs = now.atMs - before.atMs - Math.max(0, now.waitedMs - before.waitedMs);
      countedMs += Math.min(POLL_MS, Math.max(0, ranMs));
      before = now;
    }
  }
}
