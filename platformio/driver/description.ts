/** `build.json`: what to compile and how, for projects that PlatformIO does not build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { RunResult } from '../setup/run.mjs';
import type { Program } from '../setup/tools.ts';
import { KeptObjects } from './kept-objects.ts';
import type { BuildSession } from './session.ts';

const descriptionSchema = z.object({
  polyloopBuild: z.literal(1),
  /** Relative to the project, with `/`. */
  sources: z.array(z.string()).default([]),
  includeDirs: z.array(z.string()).default([]),
  cFlags: z.array(z.string()).default([]),
  cppFlags: z.array(z.string()).default([]),
  output: z.string(),
  /** A kernel's own build compiles the project. Undefined: the compilers are called directly. */
  cmake: z.object({ board: z.string(), modules: z.array(z.string()) }).optional(),
  /** Undefined: the computer's own compiler. */
  compiler: z.enum(['arm-none-eabi', 'rtems', 'quest']).optional(),
  /** The program is filled up to a multiple of this size. Undefined: it is left as it is. */
  pageBytes: z.number().int().positive().optional(),
  linkFlags: z.array(z.string()).optional(),
  /** The board's memory. */
  memory: z.object({ ramBytes: z.number(), flashBytes: z.number() }).optional(),
});

export type Description = z.infer<typeof descriptionSchema>;

const atOnce = 2;

/** null if there is no readable one. */
export async function readDescription(projectDir: string): Promise<Description | null> {
  try {
    return descriptionSchema.parse(JSON.parse(await readFile(path.join(projectDir, 'build.json'), 'utf8')));
  } catch {
    return null;
  }
}

export const objectOf = (folder: string, source: string) => path.join(folder, `${source.replaceAll('/', '-')}.o`);

interface Compilers {
  readonly c: Program;
  readonly cpp: Program;
  /** Folder for objects, inside the project. */
  readonly folder: string;
}

/** Returns null if the object is there and would be the same. */
async function compile(
  session: BuildSession,
  { c, cpp, folder }: Compilers,
  description: Description,
  source: string,
  kept: KeptObjects,
): Promise<RunResult | null> {
  const isCpp = source.endsWith('.cpp');
  const include = description.includeDirs.flatMap((dir) => ['-I', path.normalize(dir)]);
  const flags = isCpp ? description.cppFlags : description.cFlags;
  const object = objectOf(folder, source);
  const args = [...flags, '-g', ...include, '-c', path.normalize(source), '-o', object];
  const program = isCpp ? cpp : c;
  const key = await kept.keyOf(source, [...program.command, ...args]);
  if (key !== null && (await kept.isCurrent(object, key))) return null;
  await kept.forget(object);
  const result = await session.run(program, args);
  if (key !== null && result.code === 0) await kept.keep(object, key);
  return result;
}

/**
 * Compiles the sources, a few at a time, so that every error is shown. Unchanged libraries are not
 * compiled again. Returns the first failure.
 */
export async function compileAll(
  session: BuildSession,
  compilers: Compilers,
  description: Description,
): Promise<RunResult | null> {
  const kept = new KeptObjects(session.projectDir, description.includeDirs);
  const waiting = [...description.sources];
  const failed: RunResult[] = [];
  const worker = async () => {
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const result = await compile(session, compilers, description, source, kept);
      if (result === null) continue;
      if (result.code !== 0) failed.push(result);
      if (result.cancelled) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed.find(({ cancelled }) => cancelled) ?? failed[0] ?? null;
}
