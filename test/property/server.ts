/**
 * The sporadic server of runtime-c/src/server.c as a controllable process, and an exact reference,
 * which tracks every tick of budget separately, without a limit on their number, and with times
 * that do not wrap.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildHost, RUNTIME } from '../conformance/toolchain.ts';
import { PATIENCE_MS } from '../patience.ts';

const textOf = (...parts: readonly string[]) => readFileSync(path.join(...parts), 'utf8').replaceAll('\r\n', '\n');
/** Separates the header and the source in the text that a variant changes. */
const FILE_END = '\f';
const SOURCE = ['server.h', 'server.c'].map((name) => textOf(RUNTIME, 'src', name)).join(FILE_END);
const DRIVER = textOf(import.meta.dirname, 'server_driver.c');
/** Limit of a process's processor time, because a broken variant may loop endlessly. Unit: s. */
const LIFETIME_CPU_S = 100;
const AGE_MAX = 2 ** 29;

/**
 * The reference. `times` has, for each tick of budget in order, the time from which on the tick is
 * usable.
 */
export class CoinServer {
  times: number[];
  readonly #period: number;

  constructor(budget: number, period: number, now: number) {
    this.times = Array.from({ length: budget }, (_, index) => now + index);
    this.#period = period;
  }

  get refillTime(): number {
    return this.times[0] ?? Number.POSITIVE_INFINITY;
  }

  wake(now: number): void {
    this.times = this.times.map((time, index) => Math.max(time, now + index));
  }

  charge(ticks: number): void {
    for (let left = ticks; left > 0; left--) this.times = [...this.times.slice(1), this.refillTime + this.#period];
  }

  tend(now: number): void {
    if (now - this.refillTime > AGE_MAX) this.wake(now - AGE_MAX);
  }

  capacity(now: number): number {
    if (this.refillTime > now) return 0;
    const gap = this.times.findIndex((time, index) => time !== this.refillTime + index);
    return gap < 0 ? this.times.length : gap;
  }
}

/** The driver's answer to an operation. */
export interface ServerState {
  readonly capacity: number;
  readonly refillTime: number;
  /** For each tick of budget, the time from which on it is usable, as in the reference. */
  readonly coins: readonly number[];
  readonly pieces: number;
}

/** Converts a 32-bit time to the corresponding time nearest to `now`. */
function unwrapped(time: number, now: number): number {
  return now + ((time - now) | 0);
}

export function parseState(line: string, now: number, period: number): ServerState {
  const [capacity = Number.NaN, refillTime = Number.NaN, usage = Number.NaN, ...pieces] = line.split(' ').map(Number);
  const coins: number[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [time = 0, amount = 0] = pieces.slice(at, at + 2);
    for (let coin = 0; coin < amount; coin++) coins.push(unwrapped(time, now) + coin);
  }
  // The used part of the first piece is usable a period later. The server has not yet appended it.
  const used = coins.splice(0, usage).map((time) => time + period);
  return { capacity, refillTime: unwrapped(refillTime, now), coins: [...coins, ...used], pieces: pieces.length / 2 };
}

export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(executable: string) {
    const limited = ['-c', `ulimit -t ${LIFETIME_CPU_S}; exec "$0"`, executable];
    const [command, ...args] = process.platform === 'win32' ? [executable] : ['/bin/sh', ...limited];
    const child = spawn(command ?? executable, args, { stdio: ['pipe', 'pipe', 'inherit'], timeout: PATIENCE_MS });
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Sends these lines and returns the answers. */
  async ask(lines: readonly string[]): Promise<string[]> {
    this.#child.stdin?.write(`${lines.join('\n')}\n`);
    const answers: string[] = [];
    while (answers.length < lines.length) {
      const { value, done } = await this.#lines.next();
      if (done === true) throw new Error('The server’s process has ended.');
      answers.push(value);
    }
    return answers;
  }

  end(): void {
    this.#child.stdin?.end();
  }
}

/** Builds the server, or a variant of it, with room for `refills` pieces. */
export async function buildServer(
  directory: string,
  refills: number,
  sanitize: readonly string[],
  variant: (source: string) => string = (source) => source,
): Promise<ServerProcess> {
  const [header = '', source = ''] = variant(SOURCE).split(FILE_END);
  const texts = { 'server.h': header, 'server.c': source, 'server_driver.c': DRIVER };
  // All files are in one folder, so that each includes the variant of the header.
  await Promise.all(Object.entries(texts).map(([name, text]) => writeFile(path.join(directory, name), text)));
  const files = ['server_driver.c', 'server.c'].map((name) => path.join(directory, name));
  const flags = [...sanitize.map((name) => `-fsanitize=${name}`), '-fno-sanitize-recover=all'];
  const config = { PL_TASK_COUNT: 1, PL_TELEMETRY: 0, PL_SERVER_REFILLS: refills };
  return new ServerProcess(await buildHost(directory, config, files, flags));
}
