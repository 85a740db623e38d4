/**
 * The bench Uno for tests: a simulated Uno with its real boot loader behind a pseudo terminal.
 * bench_uno.c describes it. It needs the libraries of simavr and libelf, avrdude and Optiboot.
 */
import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { findTools } from '../../platformio/setup/tools.ts';

const HEADER = '/usr/include/simavr/sim_avr.h';
const SOURCE = path.join(import.meta.dirname, 'bench_uno.c');

function bootLoader(): string | null {
  const { avr } = findTools();
  if (!avr.installed) return null;
  const file = path.join(avr.arduinoCoreDir, 'bootloaders', 'optiboot', 'optiboot_atmega328.hex');
  return existsSync(file) ? file : null;
}

/** What a bench Uno needs and this computer does not have. Null: everything is there. */
export function missingForBench(): string | null {
  const { hostCc, avrdude, pio } = findTools();
  if (process.platform !== 'linux') return 'a pseudo terminal as on Linux';
  if (!hostCc.installed) return 'a C compiler';
  if (!existsSync(HEADER) || !existsSync('/usr/include/libelf.h')) return 'libsimavr-dev and libelf-dev';
  if (!avrdude.installed) return 'avrdude';
  if (!pio.installed) return 'PlatformIO';
  return bootLoader() === null ? 'the boot loader Optiboot of arduino-core-avr' : null;
}

/** The compiled bench_uno.c, which later tests use again. */
async function compile(): Promise<string> {
  const { hostCc, toolsDir } = findTools();
  if (!hostCc.installed) throw new Error('no C compiler');
  const digest = createHash('sha256')
    .update(await readFile(SOURCE))
    .digest('hex');
  const program = path.join(toolsDir, 'bench-uno', digest.slice(0, 16));
  if (existsSync(program)) return program;
  await mkdir(path.dirname(program), { recursive: true });
  // Another process may compile or start the program at the same time.
  const own = `${program}-${process.pid}`;
  const [cc, ...args] = hostCc.command;
  const flags = ['-std=c11', '-O2', '-Wall', '-Wextra', '-Werror', '-o', own, SOURCE];
  execFileSync(cc, [...args, ...flags, '-lsimavr', '-lutil', '-lelf'], { stdio: 'pipe' });
  await rename(own, program);
  return program;
}

let hasOwnLocks = false;

/**
 * Gives this process and its children locks of ports of their own. The system gives the number of a pseudo terminal
 * that is closed to the next one, which can be a board of another test file, while a program still ends that has locked
 * the old one.
 */
function separateLocks(): void {
  if (hasOwnLocks) return;
  hasOwnLocks = true;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'polyloop-locks-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** A change of a pin. Cycles of 62.5 ns count from the start of the bench Uno. */
export interface Edge {
  /** 0 to 13, and 14 (A0) to 19 (A5). */
  readonly pin: number;
  readonly level: number;
  readonly cycle: number;
  /** The interrupts that ended in the 2 ms before. Unit: cycles. */
  readonly interrupts: readonly { readonly from: number; readonly to: number }[];
}

export class BenchUno {
  /** The port, as a path for `--port`. */
  readonly port: string;
  readonly #child: ChildProcessByStdio<null, Readable, null>;
  readonly #lines: Interface;
  readonly #dir: string;

  private constructor(child: ChildProcessByStdio<null, Readable, null>, dir: string) {
    this.#child = child;
    this.#lines = createInterface(child.stdout);
    this.#dir = dir;
    this.port = path.join(dir, 'port');
  }

  static async start(): Promise<BenchUno> {
    const program = await compile();
    separateLocks();
    const dir = await mkdtemp(path.join(os.tmpdir(), 'polyloop-bench-'));
    const files = [bootLoader() ?? '', path.join(dir, 'port'), path.join(dir, 'edges')];
    const bench = new BenchUno(spawn(program, files, { stdio: ['ignore', 'pipe', 'ignore'] }), dir);
    await bench.#says('ready');
    return bench;
  }

  /** Pulls the cable: the port disappears. */
  pull(): Promise<void> {
    return this.#move('pulled');
  }

  /** Plugs the cable in again. */
  plugIn(): Promise<void> {
    return this.#move('ready');
  }

  /** Plugs the cable in again, at a port of another name. */
  async plugInElsewhere(): Promise<string> {
    await this.plugIn();
    const moved = path.join(this.#dir, 'moved');
    await rename(this.port, moved);
    return moved;
  }

  /** The chip neither runs nor answers until `thaw`. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** The changes of pins, one list for each time between two resets. */
  async runs(): Promise<readonly (readonly Edge[])[]> {
    const text = await readFile(path.join(this.#dir, 'edges'), 'utf8');
    return text.split(/^reset.*\n/m).map((part) =>
      // The last line may not be written completely.
      part
        .split('\n')
        .slice(0, -1)
        .map((line) => {
          const [pin = 0, level = 0, cycle = 0, ...times] = line.split(' ').map(Number);
          const interrupts = times.flatMap((from, index) =>
            index % 2 === 0 ? [{ from, to: times[index + 1] ?? from }] : [],
          );
          return { pin, level, cycle, interrupts };
        }),
    );
  }

  async stop(): Promise<void> {
    this.thaw();
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
    await rm(this.#dir, { recursive: true, force: true });
  }

  async #move(word: string): Promise<void> {
    const said = this.#says(word);
    this.#child.kill('SIGUSR1');
    await said;
  }

  #says(word: string): Promise<void> {
    return new Promise((resolve) => {
      const listen = (line: string) => {
        if (line !== word) return;
        this.#lines.off('line', listen);
        resolve();
      };
      this.#lines.on('line', listen);
    });
  }
}
