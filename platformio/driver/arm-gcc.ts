/**
 * Builds a project with one GCC only: Arm's, or that of an installed kernel. The project's `build.json` describes which,
 * what to compile, how, and for which memory.
 */
import { mkdir, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import type { KernelCompilers, Missing, Tools } from '../setup/tools.ts';
import type { BuildRequest, BuildResult, MemoryUse } from './build.ts';
import { compileAll, type Description, objectOf, readDescription } from './description.ts';
import { exists } from './files.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const FOLDER = '.arm';
type Compiler = NonNullable<Description['compiler']>;

/** The line of numbers in the output of `size`: text, data, bss. */
const sizes = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+\d+\s+[0-9a-f]+\s/;

/** From `size` in Berkeley format. The initial values of data are also in flash. */
export function sizesOf(lines: readonly string[], memory: Description['memory']): MemoryUse | null {
  const found = lines.map((line) => sizes.exec(line)).find((match) => match !== null);
  if (!found || memory === undefined) return null;
  const [text = 0, data = 0, bss = 0] = found.slice(1).map(Number);
  return {
    ramBytes: data + bss,
    ramAvailableBytes: memory.ramBytes,
    flashBytes: text + data,
    flashAvailableBytes: memory.flashBytes,
  };
}

/** The program with this name beside the compiler. */
function besides(compiler: string, name: string): string {
  const { dir, base } = path.parse(compiler);
  return path.join(dir, base.replace(/g\+\+/, name));
}

/** The compilers by their name in build.json. */
const COMPILERS: Readonly<Record<Compiler, (tools: Tools) => KernelCompilers | Missing>> = {
  'arm-none-eabi': ({ armGcc, armGxx }) => {
    if (!armGcc.installed) return armGcc;
    return armGxx.installed ? { c: armGcc, cpp: armGxx, cFlags: [], linkFlags: [] } : armGxx;
  },
  rtems: ({ rtemsKernel }) => (rtemsKernel.installed ? rtemsKernel.compilers : rtemsKernel),
  quest: ({ questKernel }) => (questKernel.installed ? questKernel.compilers : questKernel),
};

/** Makes the size of a file a multiple of this one. A boot loader that reads whole pages then reads nothing else. */
async function fillUp(file: string, pageBytes: number): Promise<void> {
  const { size } = await stat(file);
  await truncate(file, Math.ceil(size / pageBytes) * pageBytes);
}

export async function buildWithArmGcc(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools } = request;
  const read = await readDescription(projectDir);
  if (read?.compiler === undefined) {
    return failedAtOnce(tr`The project has no build.json for this compiler that can be read. Generate it again.`);
  }
  const compilers = COMPILERS[read.compiler](tools);
  if ('installed' in compilers) return notInstalled(compilers);
  const { c, cpp, cFlags, linkFlags } = compilers;
  const description = {
    ...read,
    cFlags: [...read.cFlags, ...cFlags],
    cppFlags: [...read.cppFlags, ...cFlags],
    linkFlags: [...linkFlags, ...(read.linkFlags ?? [])],
  };
  await mkdir(path.join(projectDir, FOLDER), { recursive: true });
  const elf = path.join(FOLDER, `${description.output}.elf`);
  const session = new BuildSession(request);
  const objects = description.sources.map((source) => objectOf(FOLDER, source));
  let result = await compileAll(session, { c, cpp, folder: FOLDER }, description);
  result ??= await session.run(cpp, [...objects, ...description.linkFlags, '-o', elf]);
  if (result.code === 0) {
    const size = { ...cpp, command: [besides(cpp.command[0], 'size')] as const };
    result = await session.run({ ...size, command: [size.command[0]] }, [elf]);
  }
  const file = path.join(projectDir, elf);
  if (result.code === 0 && read.pageBytes !== undefined) await fillUp(file, read.pageBytes);
  return session.end({
    result,
    toolName: cpp.name,
    memory: sizesOf(session.lines, description.memory),
    failure: null,
    firmware: async () => ((await exists(file)) ? { format: 'elf', path: file, elf: file } : null),
  });
}
