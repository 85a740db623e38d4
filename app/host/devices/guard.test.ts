import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../../../test/patience.ts';
import { guarded } from './guard.ts';

const GUARD = pathToFileURL(path.join(import.meta.dirname, 'guard.ts')).href;

/** A process that starts a child with an endless loop and prints the child's process id. */
const parentOf = (more: string) => `
  import { spawn } from 'node:child_process';
  import { guarded } from ${JSON.stringify(GUARD)};
  const child = guarded(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  process.stdout.write(child.pid + '\\n');
  ${more}
`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a guarded child', () => {
  const start = async (more: string) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', parentOf(more)], { stdio: 'pipe' });
    const said = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
    return { parent, pid: Number(said.toString()) };
  };

  it('ends when its parent is killed', async () => {
    const { parent, pid } = await start('setInterval(() => {}, 1000);');
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
  });

  it('ends when its parent ends, and does not keep the parent alive', async () => {
    const { parent, pid } = await start('child.unref();');
    await expect.poll(() => parent.exitCode, PATIENCE).toBe(0);
    await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
  });

  it('may end before its parent', async () => {
    const child = guarded(() => spawn(process.execPath, ['-e', 'process.exitCode = 3'], { stdio: 'ignore' }));
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(3);
  });
});
