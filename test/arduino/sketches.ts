/** Builds and runs handwritten sketches with polyloop/qduino.h, as docs/qduino.md describes. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { buildWithPio } from '../../platformio/driver/pio.ts';
import { spawnGuarded } from '../../platformio/setup/guarded.mjs';
import { findTools } from '../../platformio/setup/tools.ts';
import { qemuCommand } from '../conformance/cortex.ts';
import type { KernelBuild } from '../conformance/toolchain.ts';
import { PATIENCE_MS } from '../patience.ts';

type Command = readonly [string, ...string[]];

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const RUNTIME = path.join(ROOT, 'runtime-c');
const ARDUINO = path.join(ROOT, 'templates', 'arduino', 'lib', 'polyloop', 'src');
export const SKETCHES = path.join(import.meta.dirname, 'sketches');
export const ROVER = path.join(RUNTIME, 'qduino', 'examples', 'rover');
const END = 'end\r\n';
const POLL_MS = 10;
const STRICT = ['-Wall', '-Wextra', '-Werror'];

export const tools = findTools();

async function sourcesIn(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => /\.(c|cpp)$/.test(name)).map((name) => path.join(directory, name));
}

interface Machine {
  readonly cc: Command;
  readonly cxx: Command;
  /** Folder of runtime-c/port. */
  readonly port: string;
  /** Folder of templates/boards. */
  readonly board: string;
  readonly flags: readonly string[];
  readonly cppFlags: readonly string[];
  readonly linkFlags: readonly string[];
  /** The kernel of programs with threads. Absent: super-loop. */
  readonly kernel?: KernelBuild;
}

export interface Source {
  readonly file: string;
  readonly language: 'c' | 'c++';
}

interface Workshop {
  readonly directory: string;
  readonly objects: readonly string[];
}

/** Compiles the files into the directory and returns the object files. Warnings are errors. */
async function compile(machine: Machine, directory: string, { language, files }: Sources): Promise<string[]> {
  if (files.length === 0) return [];
  await mkdir(directory, { recursive: true });
  const includes = searched(machine).map((dir) => `-I${dir}`);
  const [command, ...first] = language === 'c' ? machine.cc : machine.cxx;
  const dialect = language === 'c' ? ['-std=c99', '-Wpedantic'] : ['-std=gnu++17', ...machine.cppFlags];
  const args = [...first, ...dialect, ...STRICT, ...machine.flags, ...includes, '-x', language, '-c', ...files];
  await run(command ?? '', args, { cwd: directory });
  return files.map((file) => path.join(directory, `${path.parse(file).name}.o`));
}

interface Sources {
  readonly language: 'c' | 'c++';
  readonly files: readonly string[];
}

/** The source folders that a sketch is linked with. */
function folders({ port, board }: Machine): string[] {
  const arduino = path.join(ROOT, 'templates', 'boards', board, 'lib', 'polyloop', 'src');
  return [...['src', 'qduino', `port/${port}`].map((name) => path.join(RUNTIME, name)), ARDUINO, arduino];
}

function searched(machine: Machine): string[] {
  return [...folders(machine), path.join(RUNTIME, 'include')];
}

/**
 * Compiles the runtime and Arduino's functions. Each source folder has its own output folder,
 * because file names can repeat.
 */
async function compileParts(machine: Machine): Promise<Workshop> {
  const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-qduino-'));
  const objects: string[] = [];
  for (const [index, folder] of folders(machine).entries()) {
    const files = await sourcesIn(folder);
    for (const [language, ending] of [
      ['c', '.c'],
      ['c++', '.cpp'],
    ] as const) {
      const sources = { language, files: files.filter((file) => file.endsWith(ending)) };
      objects.push(...(await compile(machine, path.join(directory, `${index}-${language}`), sources)));
    }
  }
  if (machine.kernel !== undefined) {
    const own = path.join(directory, 'kernel');
    await mkdir(own);
    const { files, flags } = await machine.kernel(own, searched(machine), [...machine.cc, ...machine.flags]);
    const sources = { language: 'c', files: files.filter((file) => file.endsWith('.c')) } as const;
    objects.push(...files.filter((file) => file.endsWith('.o')));
    objects.push(...(await compile({ ...machine, flags: [...machine.flags, `-I${own}`, ...flags] }, own, sources)));
  }
  return { directory, objects };
}

const workshops = new Map<string, Promise<Workshop>>();

/** Removes the compiled files. */
export async function removeWorkshops(): Promise<void> {
  for (const workshop of workshops.values()) await rm((await workshop).directory, { recursive: true, force: true });
}

/**
 * Builds a sketch. The runtime is compiled once for all sketches. Rejects with the compiler's
 * messages.
 */
async function link(machine: Machine, sketch: readonly Source[]): Promise<string> {
  const key = [machine.board, ...machine.flags].join(' ');
  const parts = workshops.get(key) ?? compileParts(machine);
  workshops.set(key, parts);
  const { directory, objects } = await parts;
  const own = await mkdtemp(path.join(directory, 'sketch-'));
  const mine: string[] = [];
  for (const { file, language } of sketch) mine.push(...(await compile(machine, own, { language, files: [file] })));
  const [command, ...first] = machine.cxx;
  const program = path.join(own, process.platform === 'win32' ? 'program.exe' : 'program');
  await run(command ?? '', [...first, ...machine.flags, ...mine, ...objects, ...machine.linkFlags, '-o', program]);
  return program;
}

function hostMachine(flags: readonly string[]): Machine {
  const { hostCc, hostCxx } = tools;
  if (!hostCc.installed || !hostCxx.installed) throw new Error('no compiler for this computer');
  return {
    cc: hostCc.command,
    cxx: hostCxx.command,
    port: 'host',
    board: 'host',
    flags: ['-O1', '-g', ...flags],
    cppFlags: [],
    linkFlags: ['-lm'],
  };
}

const SANITIZE = process.platform === 'linux' ? ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'] : [];

/** Runs a sketch as a process with sanitizers, for this virtual time. Returns its output. */
export async function printedOnHost(sketch: readonly Source[], runUs: number, flags: readonly string[] = []) {
  const program = await link(hostMachine([...SANITIZE, ...flags]), sketch);
  const { stdout } = await run(program, [], { env: { ...process.env, PL_HOST_RUN_US: String(runUs) } });
  return stdout;
}

async function withFile<T>(text: string, use: (file: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(path.join(tmpdir(), 'polyloop-qduino-'));
  try {
    const file = path.join(directory, 'sketch.cpp');
    await writeFile(file, text);
    return await use(file);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Runs a C++ sketch, given as text, like `printedOnHost`. */
export function printedByText(sketch: string, runUs: number, flags: readonly string[] = []): Promise<string> {
  return withFile(sketch, (file) => printedOnHost([{ file, language: 'c++' }], runUs, flags));
}

/** Compiles a C++ sketch without linking. Rejects with the compiler's messages. */
export async function compiledOnHost(sketch: string): Promise<void> {
  await withFile(sketch, (file) => compile(hostMachine([]), path.dirname(file), { language: 'c++', files: [file] }));
}

/**
 * Runs a sketch on a Cortex-M3 in QEMU, as a super-loop or with a kernel. Returns its output up to
 * the line `end`.
 */
export async function printedOnCortex(sketch: readonly Source[], kernel?: KernelBuild): Promise<string> {
  const { armGcc, armGxx } = tools;
  const { direct } = mps2An385;
  if (!armGcc.installed || !armGxx.installed || !direct) throw new Error('no compiler for the Cortex-M3');
  const script = path.join(RUNTIME, 'port', 'mps2-an385', direct.linkerScript ?? '');
  const machine: Machine = {
    cc: armGcc.command,
    cxx: armGxx.command,
    port: 'mps2-an385',
    board: 'mps2-an385',
    flags: [...direct.flags, '-O2', ...(kernel ? ['-DPL_PREEMPTIVE=1', '-DPL_QDUINO_STACK_BYTES=1024'] : [])],
    cppFlags: ['-fno-exceptions', '-fno-rtti', '-fno-threadsafe-statics', '-fno-use-cxa-atexit'],
    linkFlags: [...direct.linkFlags, '-T', script],
    ...(kernel && { kernel }),
  };
  const program = await link(machine, sketch);
  return printedInQemu(program);
}

/** Runs a program in QEMU and returns the lines of its serial port up to the line `end`. */
async function printedInQemu(program: string): Promise<string> {
  const [command, ...machine] = qemuCommand();
  const file = `${program}.serial`;
  const all = [...machine, '-serial', `file:${file}`, '-kernel', program];
  const qemu = spawnGuarded([command, ...all], { stdio: ['ignore', 'ignore', 'ignore'] });
  const patience = performance.now() + PATIENCE_MS;
  try {
    for (;;) {
      const text = await readFile(file, 'utf8').catch(() => '');
      const end = text.indexOf(END);
      if (end >= 0) return text.slice(0, end + END.length);
      if (performance.now() > patience || qemu.exitCode !== null) throw new Error(`no end in: ${text}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    qemu.kill('SIGKILL');
  }
}

/** A user's project: a folder with platformio.ini and src/, and the runtime copied to lib/polyloop. */
export class Project {
  readonly dir: string;

  private constructor(dir: string) {
    this.dir = dir;
  }

  /** The unchanged example. */
  static async ofRover(): Promise<Project> {
    const project = new Project(await mkdtemp(path.join(tmpdir(), 'polyloop-qduino-')));
    await cp(ROVER, project.dir, { recursive: true });
    await cp(RUNTIME, path.join(project.dir, 'lib', 'polyloop'), { recursive: true });
    return project;
  }

  /** The example with other sources and flags. */
  static async of(sources: Readonly<Record<string, string>>, flags: string): Promise<Project> {
    const project = await Project.ofRover();
    const src = path.join(project.dir, 'src');
    await rm(src, { recursive: true });
    await mkdir(src);
    for (const [name, file] of Object.entries(sources)) await cp(file, path.join(src, name));
    await project.set('build_flags', flags);
    return project;
  }

  private async set(option: string, value: string): Promise<void> {
    const file = path.join(this.dir, 'platformio.ini');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(new RegExp(`^${option} = .*$`, 'm'), `${option} = ${value}`));
  }

  /**
   * Builds the project and returns the firmware's file. A warning in the user's code is an error.
   */
  async build(): Promise<string> {
    await this.set('build_src_flags', STRICT.join(' '));
    const built = await buildWithPio({ projectDir: this.dir, tools });
    if (built.firmware === null || built.diagnostics.length > 0) {
      throw new Error(JSON.stringify([built.message, built.diagnostics], null, 1));
    }
    return built.firmware.path;
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true });
  }
}
