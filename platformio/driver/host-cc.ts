/**
 * Builds a project for the board `host`: the program runs as a process on this computer. The project's `build.json` says
 * what to compile and how.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isWindows } from '../setup/paths.mjs';
import type { RunResult } from '../setup/run.mjs';
import type { Program } from '../setup/tools.ts';
import type { BuildRequest, BuildResult } from './build.ts';
import { exists } from './files.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

const descriptionSchema = z.object({
  polyloopBuild: z.literal(1),
  /** Relative to the project, with `/`. */
  sources: z.array(z.string()),
  includeDirs: z.array(z.string()),
  cFlags: z.array(z.string()),
  cppFlags: z.array(z.string()),
  output: z.string(),
});

type Description = z.infer<typeof descriptionSchema>;

const atOnce = 2;

async function readDescription(projectDir: string): Promise<Description | null> {
  try {
    return descriptionSchema.parse(JSON.parse(await readFile(path.join(projectDir, 'build.json'), 'utf8')));
  } catch {
    return null;
  }
}

const objectOf = (source: string) => path.join('.host', `${source.replaceAll('/', '-')}.o`);

interface Compilers {
  readonly c: Program;
  readonly cpp: Program;
}

function compile(
  session: BuildSession,
  { c, cpp }: Compilers,
  description: Description,
  source: string,
): Promise<RunResult> {
  const isCpp = source.endsWith('.cpp');
  const include = description.includeDirs.flatMap((dir) => ['-I', path.normalize(dir)]);
  const flags = isCpp ? description.cppFlags : description.cFlags;
  const args = [...flags, '-g', ...include, '-c', path.normalize(source), '-o', objectOf(source)];
  return session.run(isCpp ? cpp : c, args);
}

/** All of them, a few at a time, so that every mistake is shown; answers the first that failed. */
async function compileAll(
  session: BuildSession,
  compilers: Compilers,
  description: Description,
): Promise<RunResult | null> {
  const waiting = [...description.sources];
  const failed: RunResult[] = [];
  const worker = async () => {
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      const result = await compile(session, compilers, description, source);
      if (result.code !== 0) failed.push(result);
      if (result.cancelled) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed.find(({ cancelled }) => cancelled) ?? failed[0] ?? null;
}

export async function buildHost(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools } = request;
  const { hostCc, hostCxx } = tools;
  if (!hostCc.installed) return notInstalled(hostCc);
  if (!hostCxx.installed) return notInstalled(hostCxx);
  const description = await readDescription(projectDir);
  if (description === null) return failedAtOnce('The project has no build.json that can be read. Generate it again.');
  await mkdir(path.join(projectDir, '.host'), { recursive: true });
  const program = path.join(projectDir, '.host', description.output + (isWindows ? '.exe' : ''));
  const session = new BuildSession(request);
  const link = () => {
    const threads = isWindows ? [] : ['-pthread'];
    return session.run(hostCxx, [...description.sources.map(objectOf), ...threads, '-lm', '-o', program]);
  };
  const failed = await compileAll(session, { c: hostCc, cpp: hostCxx }, description);
  return session.end({
    result: failed ?? (await link()),
    toolName: hostCxx.name,
    memory: null,
    failure: null,
    firmware: async () => ((await exists(program)) ? { format: 'executable', path: program, elf: program } : null),
  });
}
