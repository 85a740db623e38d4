/**
 * Compiles the runtime and a test program for the Cortex-M3 and runs it in QEMU. Every run executes
 * the same instructions.
 */
import { type ChildProcess, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import { spawnGuarded } from '../../platformio/setup/guarded.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { PATIENCE_MS } from '../patience.ts';
import { withObjects } from './objects/objects.ts';
import {
  type Config,
  isRuntime,
  type KernelBuild,
  PROGRAMS,
  type ProgramSource,
  RUNTIME,
  sourcesOf,
  WARNINGS,
  withScratch,
  writeConfig,
} from './toolchain.ts';

const run = promisify(execFile);
const { armGcc, qemuArm } = findTools();

/** A tool that is missing for the emulation of the board. Null if all are installed. */
export const cortexMissing = [armGcc, qemuArm].find((tool) => !tool.installed) ?? null;

/** Longer than any program takes here. Unit: ms of wall time. */
const POLL_MS = 10;
const PORT = path.join(RUNTIME, 'port', 'mps2-an385');
const MACHINE = ['-mcpu=cortex-m3', '-mthumb', '-O2', '-ffunction-sections', '-nostartfiles', '-Wl,--gc-sections'];

export function compiler(): readonly [string, ...string[]] {
  if (!armGcc.installed) throw new Error(armGcc.howToGet);
  return [...armGcc.command, ...MACHINE];
}

/** Builds `files` with the runtime for the board, as a super-loop or with a kernel. */
export async function buildCortex(
  directory: string,
  config: Config,
  files: readonly string[],
  kernel: KernelBuild | null,
): Promise<string> {
  const include = await writeConfig(directory, config);
  const part = kernel === null ? { files: [], flags: [] } : await kernel(include, [PORT], compiler());
  const runtime = [...(await sourcesOf('src')), ...(await sourcesOf('port', 'mps2-an385'))];
  return link(directory, include, [...files, ...runtime, ...part.files], part.flags);
}

/** Compiles files into a program for the board; the headers in `include` come before the port's. */
export async function link(
  directory: string,
  include: string,
  files: readonly string[],
  more: readonly string[] = [],
): Promise<string> {
  const elf = path.join(directory, 'program.elf');
  const searched = [path.join(RUNTIME, 'include'), path.join(RUNTIME, 'src'), PORT, PROGRAMS];
  const linked = ['--specs=nano.specs', '--specs=nosys.specs', '-T', path.join(PORT, 'mps2_an385.ld')];
  const [gcc, ...machine] = compiler();
  const flags = [...WARNINGS, ...searched.map((dir) => `-I${dir}`), ...more];
  const all = [...machine, ...flags];
  const inputs = await withObjects({ compiler: gcc, flags: all, include, files }, isRuntime);
  await run(gcc, [`-I${include}`, ...all, ...inputs, ...linked, '-o', elf]);
  return elf;
}

/** The last line of the program's output, which is its result. */
async function verdict(file: string, qemu: ChildProcess, isOver: () => Promise<boolean>): Promise<string> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return text.trim();
    if (await isOver()) break;
    if (qemu.exitCode !== null) return `QEMU ended with ${qemu.exitCode}`;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return 'no result';
}

export interface CortexRun {
  /** "passed", "failed in line 00012", or what went wrong. */
  readonly verdict: string;
  readonly telemetry: Uint8Array;
}

/** Builds a conformance program, as a super-loop or with a kernel, and runs it to its verdict. */
export async function runOnCortex(
  program: ProgramSource,
  kernel: KernelBuild | null = null,
  until?: ElfRun['until'],
): Promise<CortexRun> {
  const files = ['conform_m3', program.name].map((name) => path.join(PROGRAMS, `${name}.c`));
  return withScratch(async (directory) =>
    runElf(
      directory,
      await buildCortex(directory, program.config, files, kernel),
      until === undefined ? {} : { until },
    ),
  );
}

export interface ElfRun {
  /**
   * For a program without a verdict: whether its telemetry shows that the run is over. Absent: the
   * verdict ends the run.
   */
  readonly until?: (telemetry: Uint8Array) => boolean;
  /** An instruction takes 2^icountShift ns. Absent: the board's value. */
  readonly icountShift?: number;
}

/** QEMU's command with the arguments of the board and of a clock that counts instructions. */
export function qemuCommand(icountShift?: number, board: Board = mps2An385): readonly [string, ...string[]] {
  const emulator = board.virtual;
  if (!qemuArm.installed || emulator?.emulator !== 'qemu') throw new Error('QEMU is not installed');
  const clock = `shift=${icountShift ?? emulator.icountShift},align=off,sleep=off`;
  const machine = ['-M', emulator.machine, ...(emulator.machineArguments ?? [])];
  const args = [...machine, '-display', 'none', '-monitor', 'none', '-icount', clock, '-rtc', 'clock=vm'];
  return [...qemuArm.command, ...args];
}

/** Runs a program until it has written a line to the second serial line. */
export const runElf = (directory: string, elf: string, options: ElfRun = {}): Promise<CortexRun> =>
  runInQemu(directory, elf, { board: mps2An385, lines: ['telemetry', 'verdict'] }, options);

/** A board, and what its serial lines carry, in their order. */
export interface Machine {
  readonly board: Board;
  readonly lines: readonly ('telemetry' | 'verdict')[];
}

/** Runs a program until it has written a line as its verdict. */
export async function runInQemu(
  directory: string,
  elf: string,
  { board, lines }: Machine,
  { until, icountShift }: ElfRun = {},
): Promise<CortexRun> {
  const [program, ...machine] = qemuCommand(icountShift, board);
  const [first, second] = ['telemetry', 'verdict'].map((name) => path.join(directory, name));
  const serial = lines.flatMap((line) => ['-serial', `file:${path.join(directory, line)}`]);
  const all = [...machine, ...serial, '-kernel', elf];
  const qemu = spawnGuarded([program, ...all], { stdio: ['ignore', 'ignore', 'ignore'] });
  const closed = new Promise<void>((resolve) => qemu.once('close', () => resolve()).once('error', () => resolve()));
  try {
    const telemetry = async () => new Uint8Array(await readFile(first ?? '').catch(() => new Uint8Array()));
    const text = await verdict(second ?? '', qemu, async () => until?.(await telemetry()) ?? false);
    return { verdict: text, telemetry: await telemetry() };
  } finally {
    qemu.kill('SIGKILL');
    await closed;
  }
}
