/**
 * Conformance programs on Zephyr: a generated project whose main.cpp is replaced by a program. Zephyr's own build
 * compiles it with the kernel, once for all programs of a process, and then only what differs.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { mps2An385 } from '../../generator/boards/mps2-an385/index.ts';
import { newSketch, newTask } from '../../generator/sketch/create.ts';
import { generateProject } from '../../generator/targets/generate.ts';
import { configuring, zephyrEnvironment, zephyrMissing } from '../../platformio/driver/zephyr.ts';
import { describeMissing, findTools } from '../../platformio/setup/tools.ts';
import { loadStatics } from '../../templates/load.ts';
import { type CortexRun, cortexMissing, runElf } from './cortex.ts';
import { PROGRAMS, type ProgramSource, RUNTIME, withScratch, writeConfig } from './toolchain.ts';

const run = promisify(execFile);
const tools = findTools();

/** The reason why Zephyr cannot be tested on this machine, as a sentence. Null if it can. */
export const zephyrOnCortexMissing = ((): string | null => {
  const missing = zephyrMissing(tools) ?? cortexMissing;
  return missing === null || missing.installed ? null : describeMissing(missing);
})();

const CMAKE = mps2An385.targets.zephyr?.cmake ?? { board: '', modules: [] };
/** More than the tasks of any program need. */
const PRIORITIES = 40;
/** Functions of the board's own port, by which the programs end. */
const RENAMED = '#include "pl_zephyr.h"\n#define pl_m3_flush pl_zephyr_flush\n#include "conform_m3.c"\n';

/** What differs between two programs. */
const PROGRAM = path.join('src', 'program.c');
const CONFIG = path.join('lib', 'polyloop', 'src', 'polyloop_config.h');

function environment(): NodeJS.ProcessEnv {
  const { zephyrKernel, armGcc } = tools;
  if (!zephyrKernel.installed || !armGcc.installed) throw new Error(zephyrOnCortexMissing ?? '');
  return { ...process.env, ...zephyrEnvironment(zephyrKernel.sourceDir, armGcc.command[0]) };
}

async function call(program: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    await run(program, [...args], { cwd, env: environment(), maxBuffer: 2 ** 26 });
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program}:\n${`${stdout}\n${stderr}`.slice(-4000)}`);
  }
}

async function makeProject(): Promise<string> {
  const { zephyrKernel } = tools;
  if (!zephyrKernel.installed) throw new Error(zephyrKernel.howToGet);
  const dir = mkdtempSync(path.join(tmpdir(), 'polyloop-zephyr-'));
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
  const sketch = newSketch('s', { target: 'zephyr', board: mps2An385.id, tasks: [newTask('T')] });
  const { files } = generateProject(sketch, { board: mps2An385, statics: loadStatics() });
  for (const [name, text] of files) {
    if (name === 'src/main.cpp') continue;
    const config = name === 'prj.conf' ? `${text}CONFIG_NUM_PREEMPT_PRIORITIES=${PRIORITIES}\n` : text;
    const file = path.join(dir, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, config);
  }
  await mkdir(path.join(dir, 'src'), { recursive: true });
  await writeFile(path.join(dir, 'src', 'conform.c'), RENAMED);
  await writeFile(path.join(dir, PROGRAM), '');
  const headers = [PROGRAMS, path.join(RUNTIME, 'port', 'mps2-an385')].map((folder) => `-I${folder}`).join(' ');
  await call('cmake', configuring(zephyrKernel.sourceDir, CMAKE, [`-DEXTRA_CFLAGS=${headers}`]), dir);
  return dir;
}

let project: Promise<string> | null = null;
/** Programs share the project, so they are built one after another. */
let last: Promise<unknown> = Promise.resolve();

async function built({ name, config }: ProgramSource, to: string): Promise<string> {
  project ??= makeProject();
  const dir = await project;
  const include = await writeConfig(to, config);
  await copyFile(path.join(include, 'polyloop_config.h'), path.join(dir, CONFIG));
  await copyFile(path.join(PROGRAMS, `${name}.c`), path.join(dir, PROGRAM));
  await call('ninja', ['-C', 'build'], dir);
  const elf = path.join(to, 'program.elf');
  await copyFile(path.join(dir, 'build', 'zephyr', 'zephyr.elf'), elf);
  return elf;
}

/** Builds a conformance program with the kernel, and runs it to its verdict. */
export function runOnZephyr(source: ProgramSource): Promise<CortexRun> {
  return withScratch(async (directory) => {
    const elf = last.then(() => built(source, directory));
    last = elf.catch(() => {});
    return runElf(directory, await elf);
  });
}
