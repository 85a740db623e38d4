/** `build.json`: what to compile and how, for projects that PlatformIO does not build. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { RunResult } from '../setup/run.mjs';
import type { Program } from '../setup/tools.ts';
import { KeptObjects } from './kept-objects.ts';
import { inParts } from './parts.ts';
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

interface Compilation {
  readonly program: Program;
  readonly command: readonly string[];
  readonly object: string;
  /** What decides the object. Null: it is not kept. */
  readonly key: string | null;
}

/** The compilation of each source whose object is not there or would not be the same. */
async function compilationsOf(
  { c, cpp, folder }: Compilers,
  description: Description,
  kept: KeptObjects,
): Promise<readonly Compilation[]> {
  const include = description.includeDirs.flatMap((dir) => ['-I', path.normalize(dir)]);
  const compilations: Compilation[] = [];
  for (const source of description.sources) {
    const isCpp = source.endsWith('.cpp');
    const program = isCpp ? cpp : c;
    const flags = isCpp ? description.cppFlags : description.cFlags;
    const object = objectOf(folder, source);
    const command = [...program.command, ...flags, '-g', ...include, '-c', path.normalize(source), '-o', object];
    const key = await kept.keyOf(source, command);
    if (key !== null && (await kept.isCurrent(object, key))) continue;
    await kept.forget(object);
    compilations.push({ program, command, object, key });
  }
  return compilations;
}

/** Compilers have different environments. */
function divided(compilations: readonly Compilation[]): readonly (readonly Compilation[])[] {
  const programs = [...new Set(compilations.map(({ program }) => program))];
  return programs.flatMap((program) =>
    inParts(
      compilations.filter((each) => each.program === program),
      atOnce,
    ),
  );
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
  const waiting = [...divided(await compilationsOf(compilers, description, kept))];
  const failed: RunResult[] = [];
  const worker = async () => {
    for (let part = waiting.shift(); part?.[0] !== undefined; part = waiting.shift()) {
      const result = await session.runAll(
        part[0].program,
        part.map(({ command }) => command),
      );
      if (result.code !== 0) failed.push(result);
      else for (const { object, key } of part) if (key !== null) await kept.keep(object, key);
      if (result.cancelled) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed.find(({ cancelled }) => cancelled) ?? failed[0] ?? null;
}
