/** Channels between real threads, under the thread sanitizer where the machine has it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { buildHost, hostCompiler, PROGRAMS, RUNTIME, withScratch } from './toolchain.ts';

const run = promisify(execFile);
const SOURCES = [path.join(RUNTIME, 'src', 'ring_buffer.c')];
/** POSIX threads and this sanitizer. */
const POSSIBLE = hostCompiler !== null && (process.platform === 'linux' || process.platform === 'darwin');

describe.skipIf(!POSSIBLE)('channels between threads', () => {
  it.each([4, 32, 256])('items of %i bytes', async (size) => {
    await withScratch(async (directory) => {
      const config = { PL_TASK_COUNT: 1, PL_TELEMETRY: 0, SIZE: size };
      const files = [path.join(PROGRAMS, 'threads.c'), ...SOURCES];
      const program = await buildHost(directory, config, files, ['-O2', '-pthread', '-fsanitize=thread']);
      await run(program, [], { env: { ...process.env, TSAN_OPTIONS: 'halt_on_error=1' } });
    });
  });
});
