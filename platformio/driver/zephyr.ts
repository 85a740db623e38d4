/**
 * Builds a project with Zephyr's own CMake files and without west. The project's `build.json` names the board in Zephyr
 * and the modules; the kernel's folder is where the finder found it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import type { Missing, Program, Tools } from '../setup/tools.ts';
import { firstExecutable, which } from '../setup/which.mjs';
import { sizesOf } from './arm-gcc.ts';
import type { BuildRequest, BuildResult } from './build.ts';
import { readDescription } from './description.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const FOLDER = 'build';
const ELF = path.join(FOLDER, 'zephyr', 'zephyr.elf');
/** Programs that Zephyr's build starts, with the packages of Debian that have them. */
const PROGRAMS = { cmake: 'cmake', ninja: 'ninja-build', dtc: 'device-tree-compiler' } as const;

/** The Python of the workspace, as Zephyr's guide sets it up, otherwise the first one on PATH. */
function pythonOf(kernelDir: string): string | null {
  const environment = path.join(path.dirname(kernelDir), '.venv');
  const own = [path.join(environment, 'bin', 'python3'), path.join(environment, 'Scripts', 'python.exe')];
  return firstExecutable(own) ?? which('python3') ?? which('python');
}

/** What the build lacks on this computer; null: nothing. */
export function zephyrMissing({ zephyrKernel, armGcc, armGxx }: Tools): Missing | null {
  for (const tool of [zephyrKernel, armGcc, armGxx]) if (!tool.installed) return tool;
  for (const [program, debian] of Object.entries(PROGRAMS)) {
    const howToGet = tr`apt-get install ${debian}, or the package of your system with the program ${program}`;
    if (which(program) === null) return { installed: false, name: program, howToGet };
  }
  if (zephyrKernel.installed && pythonOf(zephyrKernel.sourceDir) !== null) return null;
  return { installed: false, name: 'Python', howToGet: 'https://www.python.org' };
}

/** The arguments that configure a build in the folder `build` of a project. */
function configuring(
  kernelDir: string,
  { board, modules }: { readonly board: string; readonly modules: readonly string[] },
  definitions: readonly string[] = [],
): string[] {
  const workspace = path.dirname(kernelDir);
  const there = modules.map((module) => path.join(workspace, module)).filter((module) => fs.existsSync(module));
  const python = pythonOf(kernelDir);
  return [
    ...['-G', 'Ninja', '-S', '.', '-B', FOLDER, `-DBOARD=${board}`, `-DZEPHYR_MODULES=${there.join(';')}`],
    ...(python === null ? [] : [`-DPython3_EXECUTABLE=${python}`]),
    // Otherwise the kernel's build keeps a cache in the user's home.
    `-DUSER_CACHE_DIR=${path.posix.join(FOLDER, 'cache')}`,
    ...definitions,
  ];
}

/** The environment of Zephyr's build. A tool chain that the user chose for Zephyr stays. */
function zephyrEnvironment(kernelDir: string, compiler: string): Record<string, string> {
  const chosen = process.env.ZEPHYR_TOOLCHAIN_VARIANT;
  const own = { ZEPHYR_TOOLCHAIN_VARIANT: 'cross-compile', CROSS_COMPILE: compiler.replace(/gcc(\.exe)?$/, '') };
  return { ZEPHYR_BASE: kernelDir, ...(chosen === undefined || chosen === '' ? own : {}) };
}

export async function buildWithZephyr(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools } = request;
  const { zephyrKernel, armGcc } = tools;
  const missing = zephyrMissing(tools);
  if (missing !== null) return notInstalled(missing);
  const description = await readDescription(projectDir);
  if (!zephyrKernel.installed || !armGcc.installed || description?.cmake === undefined) {
    return failedAtOnce(tr`The project has no build.json for this compiler that can be read. Generate it again.`);
  }
  const env = { ...zephyrEnvironment(zephyrKernel.sourceDir, armGcc.command[0]) };
  const program = (name: string): Program => ({ installed: true, name, command: [which(name) ?? name], env });
  const session = new BuildSession(request);
  let result = fs.existsSync(path.join(projectDir, FOLDER, 'build.ninja'))
    ? null
    : await session.run(program('cmake'), configuring(zephyrKernel.sourceDir, description.cmake));
  if (result === null || result.code === 0) result = await session.run(program('ninja'), ['-C', FOLDER]);
  if (result.code === 0) result = await session.run({ ...armGcc, command: [sizeBeside(armGcc.command[0])] }, [ELF]);
  const file = path.join(projectDir, ELF);
  return session.end({
    result,
    toolName: zephyrKernel.name,
    memory: sizesOf(session.lines, description.memory),
    firmware: async () => ({ format: 'elf', path: file, elf: file }),
    failure: null,
  });
}

const sizeBeside = (compiler: string): string =>
  path.join(path.dirname(compiler), path.basename(compiler).replace(/gcc/, 'size'));
