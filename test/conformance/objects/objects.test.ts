/** An object from the cache equals the one that the compiler makes of the same constants. */
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { type Config, hostCompiler, RUNTIME, sourcesOf, withScratch, writeConfig } from '../toolchain.ts';
import { OBJECTS_VARIABLE, objectsOf } from './objects.ts';

const run = promisify(execFile);
const FLAGS = ['-std=c99', '-O1', ...['include', 'src', 'port/host'].map((part) => `-I${path.join(RUNTIME, part)}`)];

/** Each differs from the one before in what some of the files see. */
const CONFIGS: readonly Config[] = [
  { PL_TASK_COUNT: 3 },
  { PL_TASK_COUNT: 4 },
  { PL_TASK_COUNT: 4, PL_TELEMETRY: 0, PL_USES_RESOURCES: 1 },
  { PL_TASK_COUNT: 4, PL_PREEMPTIVE: 1, PL_POLICY: 'PL_POLICY_EDF', PL_INTERRUPT_COUNT: 2, PL_IO_SERVER_COUNT: 1 },
];

describe.skipIf(hostCompiler === null)('the cache of objects', () => {
  it('shares a file between programs if it does not use the constants in which they differ, and no other file', () =>
    withScratch(async (directory) => {
      vi.stubEnv(OBJECTS_VARIABLE, directory);
      const compiler = hostCompiler ?? '';
      const files = await sourcesOf('src');
      const all: (readonly string[])[] = [];
      for (const [index, config] of CONFIGS.entries()) {
        const own = path.join(directory, `program${index}`);
        await mkdir(own);
        const include = await writeConfig(own, config);
        const objects = await objectsOf({ compiler, flags: FLAGS, include, files }, own);
        await run(compiler, ['-c', `-I${include}`, ...FLAGS, ...files], { cwd: own });
        for (const [at, file] of files.entries()) {
          const fresh = await readFile(path.join(own, `${path.basename(file, '.c')}.o`));
          expect((await readFile(objects[at] ?? '')).equals(fresh), `${path.basename(file)}, program ${index}`).toBe(
            true,
          );
        }
        all.push(objects);
      }
      vi.unstubAllEnvs();
      const [first, second] = all;
      const shared = files.filter((_, at) => first?.[at] === second?.[at]).map((file) => path.basename(file));
      expect(shared).toEqual(expect.arrayContaining(['server.c', 'trace_notice.c', 'alarm.c']));
      expect(shared).not.toContain('release.c');
    }));
});
