/** What a build may reach in its sandbox. */
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '../setup/paths.mjs';
import type { QuestTool, RtemsTool, Tools } from '../setup/tools.ts';
import type { BuildRequest } from './build.ts';
import { type Limits, limited, MOST_PROCESSES } from './check/limits.ts';
import { hasSandbox, inSandbox, resolved } from './sandbox.ts';

/** The folders of the libraries of this computer that a platformio.ini names. */
export function libraryFolders(ini: string): string[] {
  return [...ini.matchAll(/^ {2}[^=\n]+=symlink:\/\/(.+)$/gm)].map(([, folder = '']) => folder);
}

/** A line of `lib_deps` that is no folder of this computer. */
export const LIBRARY_OF_REGISTRY = /^lib_deps *=.*\n(?: {2}.*\n)*? {2}(?!.*symlink:)\S/m;

/** What belongs to a program: a compiler in `DIR/bin` has its headers in `DIR`. Never the home of the user. */
export function belongings(program: string): string {
  const home = os.homedir();
  const folder = path.dirname(program);
  const folders = path.basename(folder) === 'bin' ? [path.dirname(folder), folder] : [folder];
  const isInHome = (folder: string) => path.relative(folder, home).startsWith('..');
  return folders.find(isInHome) ?? program;
}

/** The folders of an installed kernel and of its compiler. */
const kernelFolders = async (kernel: RtemsTool | QuestTool): Promise<string[]> =>
  kernel.installed ? resolved([kernel.sourceDir, belongings(kernel.compilers.c.command[0])]) : [];

/** The tools of a build and what belongs to them. */
async function toolFolders(tools: Tools): Promise<string[]> {
  const { pio, arduinoCli, avr, hostCc, hostCxx, armGcc, armGxx, zephyrKernel } = tools;
  const programs = [pio, arduinoCli, hostCc, hostCxx, armGcc, armGxx].flatMap((tool) =>
    tool.installed && path.isAbsolute(tool.command[0]) ? [tool.command[0]] : [],
  );
  const kernels = await Promise.all([tools.rtemsKernel, tools.questKernel].map(kernelFolders));
  // The kernel's modules and its Python are beside it.
  const workspace = zephyrKernel.installed ? await resolved([path.dirname(zephyrKernel.sourceDir)]) : [];
  return [
    ...(await resolved(programs)).map(belongings),
    ...[...kernels.flat(), ...workspace],
    ...(avr.installed ? [path.dirname(avr.binDir), avr.arduinoCoreDir] : []),
  ];
}

/** The folders of PlatformIO in which it keeps what builds share. The plans are Polyloop's own. */
function platformioFolders(core: string, network: boolean) {
  if (network) return { hidden: [], readable: [], writable: [core] };
  const cache = path.join(core, '.cache');
  const packages = ['packages', 'platforms', 'lib', 'appstate.json'].map((name) => path.join(core, name));
  return { hidden: [core, path.join(cache, 'polyloop-plans')], readable: packages, writable: [cache] };
}

export type Confined = Pick<BuildRequest, 'projectDir' | 'tools'> & {
  /** Other folders that it reads. */
  readonly readable?: readonly string[];
};

/**
 * The command in the sandbox of a build and with its limits. Where there is no sandbox, with its limits only.
 * @param network for the installation of packages
 */
export async function confined(
  command: readonly string[],
  { projectDir, tools, readable = [] }: Confined,
  limits: Limits,
  network = false,
): Promise<readonly string[]> {
  if (!(await hasSandbox())) return limited(command, limits);
  const ini = await readFile(path.join(projectDir, 'platformio.ini'), 'utf8').catch(() => '');
  const [project = projectDir, toolsDir = tools.toolsDir] = await resolved([projectDir, tools.toolsDir]);
  const pio = platformioFolders(path.join(toolsDir, 'platformio'), network);
  const sandbox = inSandbox({
    writable: [project, path.join(toolsDir, 'arduino', 'cache'), ...pio.writable],
    readable: [
      ...(await resolved([root, ...libraryFolders(ini), ...readable])),
      toolsDir,
      ...(await toolFolders(tools)),
      ...pio.readable,
    ],
    hidden: pio.hidden,
    network,
    cwd: project,
  });
  return [...sandbox, ...limited(command, { ...limits, processes: MOST_PROCESSES })];
}
