/** Compiles the runtime and a test program for the host and for AVR chips, by default the Uno's, without a build system. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ATMEGA328P } from '../../app/host/devices/avr/atmega328p.ts';
import type { AvrConfig } from '../../app/host/devices/avr/config.ts';
import type { ObjectClass } from '../../generator/trace/events.ts';
import { encodeMetadata } from '../../generator/trace/wire/metadata.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { withObjects } from './objects/objects.ts';
import { VirtualUno } from './uno.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..', '..');
export const RUNTIME = path.join(ROOT, 'runtime-c');
export const PROGRAMS = path.join(import.meta.dirname, 'programs');
/** The files of the recorder, without the rest of the runtime. */
export const RECORDER: readonly string[] = [
  ...['recorder.c', 'trace_beat.c', 'trace_program.c', 'trace_mark.c', 'trace_notice.c', 'trace_stack.c'],
  ...['frame.c', 'state.c'],
].map((file) => path.join(RUNTIME, 'src', file));
export const WARNINGS = ['-std=c99', '-Wall', '-Wextra', '-Wconversion', '-Werror'];
const TICK_HZ = 2_000_000;

/** Constants of polyloop_config.h; PL_TELEMETRY and PL_POLICY have defaults here. */
export type Config = Readonly<Record<string, number | string>>;

export interface ProgramSource {
  /** File in programs/, without its ending. */
  readonly name: string;
  readonly config: Config;
}

export interface HostOptions {
  readonly sanitize?: readonly string[];
  /** Environment of the run: see pl_host.h. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Stack of a thread on the host, including the memory of sanitizers. */
const HOST_STACK_BYTES = 65_536;

/** Sanitizers, which MinGW's compilers do not have. */
export const MEMORY_SANITIZERS = process.platform === 'win32' ? [] : ['address', 'undefined'];

const tools = findTools();
export const hostCompiler = tools.hostCc.installed ? tools.hostCc.command[0] : null;
export const avrBinDir = tools.avr.installed ? tools.avr.binDir : null;

/** A scratch directory that is gone after `use`. */
export async function withScratch<T>(use: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-conformance-'));
  try {
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Names for as many objects as the programs use, so that a decoder knows them all. */
const METADATA = encodeMetadata({
  clockHz: TICK_HZ,
  fingerprint: 0x12345678,
  objects: [
    ...Array.from({ length: 20 }, (_, index) => named('task', index)),
    ...Array.from({ length: 2 }, (_, index) => named('interrupt', index)),
    ...Array.from({ length: 2 }, (_, index) => named('channel', index)),
    ...Array.from({ length: 2 }, (_, index) => named('resource', index)),
    ...Array.from({ length: 2 }, (_, index) => named('mark', index)),
  ],
});

function named(objectClass: ObjectClass, index: number) {
  const unknown = { periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null };
  return { class: objectClass, index, name: `${objectClass[0]}${index}`, ...unknown };
}

/** Writes polyloop_config.h, with the metadata blob as the macro METADATA_BLOB. */
export async function writeConfig(directory: string, config: Config): Promise<string> {
  const include = path.join(directory, 'config');
  await mkdir(include, { recursive: true });
  const constants = { PL_POLICY: 'PL_POLICY_FIXED', PL_TELEMETRY: 1, PL_METADATA_BYTES: METADATA.length, ...config };
  const lines = Object.entries(constants).map(([name, value]) => `#define ${name} ${value}`);
  lines.push(`#define METADATA_BLOB ${METADATA.join(', ')}`);
  await writeFile(path.join(include, 'polyloop_config.h'), `${lines.join('\n')}\n`);
  return include;
}

export async function sourcesOf(...parts: string[]): Promise<string[]> {
  const directory = path.join(RUNTIME, ...parts);
  const names = await readdir(directory);
  return names.filter((name) => name.endsWith('.c')).map((name) => path.join(directory, name));
}

/** Whether a file sees no constants but the runtime's own: not a program, and not a kernel's file. */
export const isRuntime = (file: string): boolean => file.startsWith(RUNTIME) && file.endsWith('.c');

function includes(port: string): string[] {
  const directories = [path.join(RUNTIME, 'include'), path.join(RUNTIME, 'src'), path.join(RUNTIME, 'port', port)];
  return [...directories, PROGRAMS].map((directory) => `-I${directory}`);
}

/** Compiles `files` into an executable for this machine. */
export async function buildHost(
  directory: string,
  config: Config,
  files: readonly string[],
  flags: readonly string[],
): Promise<string> {
  if (hostCompiler === null) throw new Error('no host compiler');
  const include = await writeConfig(directory, config);
  const out = path.join(directory, 'program');
  // The reports of sanitizers name lines. Variables would take a fifth of the compiler's time.
  const all = [...WARNINGS, '-g1', '-O1', ...flags, ...includes('host')];
  const linked = await withObjects({ compiler: hostCompiler, flags: all, include, files }, isRuntime);
  await run(hostCompiler, [`-I${include}`, ...all, ...linked, '-o', out]);
  return out;
}

/** Builds a program with the host port, runs it to its end and returns its telemetry. Rejects if a check failed. */
export async function runOnHost(program: ProgramSource, options: HostOptions = {}): Promise<Uint8Array> {
  return withScratch(async (directory) => {
    const files = [path.join(PROGRAMS, `${program.name}.c`), path.join(PROGRAMS, 'conform_host.c')];
    files.push(...(await sourcesOf('src')), ...(await sourcesOf('port', 'host')));
    const flags = options.sanitize?.map((name) => `-fsanitize=${name}`) ?? [];
    const config = { CONFORM_STACK_BYTES: HOST_STACK_BYTES, ...program.config };
    const executable = await buildHost(directory, config, files, [...flags, '-fno-sanitize-recover=all']);
    const telemetry = path.join(directory, 'telemetry');
    await run(executable, [], { env: { ...process.env, PL_HOST_TELEMETRY: telemetry, ...options.env } });
    return program.config.PL_TELEMETRY === 0 ? new Uint8Array(0) : new Uint8Array(await readFile(telemetry));
  });
}

export interface UnoImage {
  readonly hex: string;
  /** Symbols of the program: RAM addresses without their offset, code addresses in bytes. */
  readonly symbols: ReadonlyMap<string, number>;
  readonly flashBytes: number;
  readonly ramBytes: number;
}

const RAM_OFFSET = 0x800000;

export function parseSymbols(nm: string): Map<string, number> {
  const symbols = new Map<string, number>();
  for (const line of nm.split('\n')) {
    const [address, , name] = line.trim().split(/\s+/);
    if (address === undefined || name === undefined) continue;
    const value = Number.parseInt(address, 16);
    symbols.set(name, value >= RAM_OFFSET ? value - RAM_OFFSET : value);
  }
  return symbols;
}

/**
 * What a kernel adds to a build: files, and flags for all that includes its headers.
 * @param include directory of polyloop_config.h; objects may be put beside it
 * @param searched directories of the board's headers
 * @param compiler with the flags of the machine
 */
export type KernelBuild = (
  include: string,
  searched: readonly string[],
  compiler: readonly [string, ...string[]],
) => Promise<{ readonly files: readonly string[]; readonly flags: readonly string[] }>;

/** Builds a program from `files` and the runtime with the port to AVR chips. */
export async function buildUno(
  config: Config,
  files: readonly string[],
  flags: readonly string[],
  kernel: KernelBuild | null = null,
  chip: AvrConfig = ATMEGA328P,
): Promise<UnoImage> {
  return withScratch(async (directory) => {
    const include = await writeConfig(directory, config);
    const compiler = unoCompiler(flags, chip);
    const port = path.join(RUNTIME, 'port', 'avr');
    const part = kernel === null ? { files: [], flags: [] } : await kernel(include, [port], compiler);
    const all = [...files, ...(await sourcesOf('src')), ...(await sourcesOf('port', 'avr')), ...part.files];
    return linkUno(directory, include, all, [...flags, ...part.flags], chip);
  });
}

function unoTool(name: string): string {
  if (avrBinDir === null) throw new Error('no AVR tool chain');
  return path.join(avrBinDir, `avr-${name}`);
}

export function unoCompiler(flags: readonly string[], chip: AvrConfig = ATMEGA328P): readonly [string, ...string[]] {
  const machine = [
    `-mmcu=${chip.mcu.toLowerCase()}`,
    '-DF_CPU=16000000L',
    '-Os',
    '-ffunction-sections',
    '-Wl,--gc-sections',
  ];
  return [unoTool('gcc'), ...machine, ...flags];
}

/** Compiles `files`, and nothing else, into a program for an AVR chip. */
export async function linkUno(
  directory: string,
  include: string,
  files: readonly string[],
  flags: readonly string[] = [],
  chip: AvrConfig = ATMEGA328P,
): Promise<UnoImage> {
  const elf = path.join(directory, 'program.elf');
  const hex = path.join(directory, 'program.hex');
  const [gcc, ...machine] = unoCompiler(flags, chip);
  const all = [...machine, ...WARNINGS, ...includes('avr')];
  const linked = await withObjects({ compiler: gcc, flags: all, include, files }, isRuntime);
  await run(gcc, [`-I${include}`, ...all, ...linked, '-o', elf]);
  await run(unoTool('objcopy'), ['-O', 'ihex', '-R', '.eeprom', elf, hex]);
  const nm = await run(unoTool('nm'), [elf]);
  const size = await run(unoTool('size'), [elf]);
  const [text = 0, data = 0, bss = 0] = (size.stdout.split('\n')[1] ?? '').trim().split(/\s+/).map(Number);
  const image = await readFile(hex, 'utf8');
  return { hex: image, symbols: parseSymbols(nm.stdout), flashBytes: text + data, ramBytes: data + bss };
}

/** Builds a conformance program for an AVR chip, as a super-loop or with a kernel, ready to be run. */
export async function loadOnUno(
  program: ProgramSource,
  kernel: KernelBuild | null = null,
  flags: readonly string[] = [],
  chip: AvrConfig = ATMEGA328P,
): Promise<{ uno: VirtualUno; image: UnoImage }> {
  const files = [path.join(PROGRAMS, `${program.name}.c`), path.join(PROGRAMS, 'conform_uno.c')];
  const image = await buildUno(program.config, files, flags, kernel, chip);
  return { uno: new VirtualUno(image.hex, chip), image };
}
