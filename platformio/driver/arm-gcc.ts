/**
 * Builds a project with Arm's GCC only. The project's `build.json` describes what to compile, how,
 * and for which memory.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import type { BuildRequest, BuildResult, MemoryUse } from './build.ts';
import { compileAll, type Description, objectOf, readDescription } from './description.ts';
import { exists } from './files.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const FOLDER = '.arm';
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

export async function buildWithArmGcc(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools } = request;
  const { armGcc, armGxx } = tools;
  if (!armGcc.installed) return notInstalled(armGcc);
  if (!armGxx.installed) return notInstalled(armGxx);
  const description = await readDescription(projectDir);
  if (description?.compiler !== 'arm-none-eabi') {
    return failedAtOnce(tr`The project has no build.json for this compiler that can be read. Generate it again.`);
  }
  await mkdir(path.join(projectDir, FOLDER), { recursive: true });
  const elf = path.join(FOLDER, `${description.output}.elf`);
  const session = new BuildSession(request);
  const objects = description.sources.map((source) => objectOf(FOLDER, source));
  let result = await compileAll(session, { c: armGcc, cpp: armGxx, folder: FOLDER }, description);
  result ??= await session.run(armGxx, [...objects, ...(description.linkFlags ?? []), '-o', elf]);
  if (result.code === 0) {
    const size = { ...armGxx, command: [besides(armGxx.command[0], 'size')] as const };
    result = await session.run({ ...size, command: [size.command[0]] }, [elf]);
  }
  const file = path.join(projectDir, elf);
  return session.end({
    result,
    toolName: armGxx.name,
    memory: sizesOf(session.lines, description.memory),
    failure: null,
    firmware: async () => ((await exists(file)) ? { format: 'elf', path: file, elf: file } : null),
  });
}
