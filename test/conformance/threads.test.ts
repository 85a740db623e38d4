/** Channels between real threads, under the thread sanitizer where the machine has it. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';
import { itemSizes, SIZES } from './programs.ts';
import { buildHost, type Config, hostCompiler, PROGRAMS, RUNTIME, withScratch } from './toolchain.ts';

const run = promisify(execFile);
const SOURCES = [path.join(RUNTIME, 'src', 'ring_buffer.c')];
/** POSIX threads and this sanitizer. */
const POSSIBLE = hostCompiler !== null && (process.platform === 'linux' || process.platform === 'darwin');

async function together(config: Config): Promise<void> {
  await withScratch(async (directory) => {
    const files = [path.join(PROGRAMS, 'parallel.c'), ...SOURCES];
    const constants = { PL_TASK_COUNT: 1, PL_TELEMETRY: 0, ...config };
    const program = await buildHost(directory, constants, files, ['-O2', '-pthread', '-fsanitize=thread']);
    await run(program, [], { env: { ...process.env, TSAN_OPTIONS: 'halt_on_error=1' } });
  });
}

describe.skipIf(!POSSIBLE)('channels between threads', () => {
  it.each([4, 256])('items of %i bytes, a constant', (size) => together({ SIZE: size, ITEMS: 20_000 }));

  it('items of 1 to 256 bytes', () => together({ ...itemSizes(SIZES), ITEMS: 5000 }));
});
