/**
 * Builds a project for the board `host`: the program runs as a process on this computer. The
 * project's `build.json` describes what to compile and how.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { tr } from '../../generator/words/tr.ts';
import { isWindows } from '../setup/paths.mjs';
import type { BuildRequest, BuildResult } from './build.ts';
import { compileAll, objectOf, readDescription } from './description.ts';
import { exists } from './files.ts';
import { BuildSession, failedAtOnce, notInstalled } from './session.ts';

export async function buildHost(request: BuildRequest): Promise<BuildResult> {
  const { projectDir, tools } = request;
  const { hostCc, hostCxx } = tools;
  if (!hostCc.installed) return notInstalled(hostCc);
  if (!hostCxx.installed) return notInstalled(hostCxx);
  const description = await readDescription(projectDir);
  if (description === null) return failedAtOnce(tr`The project has no build.json that can be read. Generate it again.`);
  await mkdir(path.join(projectDir, '.host'), { recursive: true });
  const program = path.join(projectDir, '.host', description.output + (isWindows ? '.exe' : ''));
  const session = new BuildSession(request);
  const link = () => {
    const threads = isWindows ? [] : ['-pthread'];
    return session.run(hostCxx, [
      ...description.sources.map((source) => objectOf('.host', source)),
      ...threads,
      '-lm',
      '-o',
      program,
    ]);
  };
  const failed = await compileAll(session, { c: hostCc, cpp: hostCxx, folder: '.host' }, description);
  return session.end({
    result: failed ?? (await link()),
    toolName: hostCxx.name,
    memory: null,
    failure: null,
    firmware: async () => ((await exists(program)) ? { format: 'executable', path: program, elf: program } : null),
  });
}
