/** Compiles generated projects with warnings as errors. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { uno } from '../../generator/boards/uno/index.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { GeneratedProject } from '../../generator/targets/generate.ts';
import { buildWithArmGcc } from '../../platformio/driver/arm-gcc.ts';
import type { BuildResult } from '../../platformio/driver/build.ts';
import { findTools } from '../../platformio/setup/tools.ts';
import { rootFolder } from '../../templates/load.ts';
import type { Workspace } from './projects.ts';

const run = promisify(execFile);

export const tools = findTools();

const STRICT = ['-Wall', '-Wextra', '-Werror'];
/** The kernel's files. They may have warnings. */
const KERNEL = 'lib/freertos/';
const LIBRARY = ['-Ilib/polyloop/src', `-I${KERNEL}src`];

export function sourcesOf(files: ReadonlyMap<string, string>): string[] {
  return [...files.keys()].filter((name) => /\.(c|cpp)$/.test(name));
}

const objectOf = (source: string) => path.join('objects', `${source.replaceAll('/', '-')}.o`);

interface Compiler {
  readonly program: string;
  readonly flags: readonly string[];
}

async function compileAll(dir: string, sources: readonly string[], pick: (isCpp: boolean) => Compiler): Promise<void> {
  await mkdir(path.join(dir, 'objects'), { recursive: true });
  for (const source of sources) {
    const { program, flags } = pick(source.endsWith('.cpp'));
    const strict = source.startsWith(KERNEL) ? [] : STRICT;
    const args = [...flags, ...strict, ...LIBRARY, '-c', source, '-o', objectOf(source)];
    await run(program, args, { cwd: dir, env: { ...process.env, LC_ALL: 'C' } });
  }
}

/** The flags of an AVR board's builds that name its chip and its headers, from its description for PlatformIO. */
export function machineOf({ platformio }: Pick<Board, 'platformio'>): readonly string[] {
  const { avr } = tools;
  if (!avr.installed) throw new Error(avr.howToGet);
  const description = path.join(rootFolder(), 'platformio', 'platform', 'boards', `${platformio?.board}.json`);
  const { build } = JSON.parse(readFileSync(description, 'utf8'));
  const { core, variant, mcu, f_cpu: clock } = build;
  // Not -isystem: this compiler treats system headers as C.
  const headers = [path.join('cores', core), path.join('variants', variant)].map(
    (part) => `-I${path.join(avr.arduinoCoreDir, part)}`,
  );
  return [`-mmcu=${mcu}`, `-DF_CPU=${clock}`, '-DARDUINO=10808', '-DARDUINO_ARCH_AVR', '-Os', ...headers];
}

/** With the flags of Arduino's own builds, but without -fpermissive. Rejects with the compiler's messages. */
export async function compileForUno(dir: string, sources: readonly string[], board: Board = uno): Promise<void> {
  const { avr } = tools;
  if (!avr.installed) throw new Error(avr.howToGet);
  const compiler = (isCpp: boolean): Compiler => ({
    program: path.join(avr.binDir, isCpp ? 'avr-g++' : 'avr-gcc'),
    flags: [...machineOf(board), '-flto', isCpp ? '-std=gnu++11' : '-std=gnu11'],
  });
  await compileAll(dir, sources, compiler);
}

/** Compiles and links. Returns the program's path. Rejects with the compiler's messages. */
export async function compileForHost(dir: string, sources: readonly string[]): Promise<string> {
  const { hostCc, hostCxx } = tools;
  if (!hostCc.installed || !hostCxx.installed) throw new Error('no compiler for this computer');
  const sanitize = process.platform === 'linux' ? ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'] : [];
  const compiler = (isCpp: boolean): Compiler => ({
    program: (isCpp ? hostCxx : hostCc).command[0],
    flags: [isCpp ? '-std=gnu++17' : '-std=c99', '-O1', '-g', ...sanitize],
  });
  await compileAll(dir, sources, compiler);
  const program = path.join(dir, process.platform === 'win32' ? 'program.exe' : 'program');
  const link = [...sanitize, ...sources.map(objectOf), '-lm', '-o', program];
  await run(hostCxx.command[0], link, { cwd: dir });
  return program;
}

/** Builds with the product's driver. Never rejects: the result contains the errors. */
export async function buildForCortex(workspace: Workspace, project: GeneratedProject): Promise<BuildResult> {
  const description = project.files.get('build.json') ?? '';
  const strict = description.replaceAll('"-Wall"', '"-Wall", "-Werror"');
  const files = new Map([...project.files, ['build.json', strict]]);
  return buildWithArmGcc({ projectDir: await workspace.write(`p${Math.random()}`, { ...project, files }), tools });
}
