import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../../test/patience.ts';
import { spawnGuarded } from './guarded.mjs';

const GUARD = pathToFileURL(path.join(import.meta.dirname, 'guarded.mjs')).href;
const IGNORED = { stdio: ['ignore', 'ignore', 'ignore'] } as const;

/** A process that starts a child with an endless loop and prints the child's process id. */
const parentOf = (more: string, detached: boolean) => `
  import { spawnGuarded } from ${JSON.stringify(GUARD)};
  const options = { stdio: ['ignore', 'ignore', 'ignore'], detached: ${detached} };
  const child = spawnGuarded([process.execPath, '-e', 'process.on("SIGTERM", () => {}); for (;;);'], options);
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

function processesWith(word: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word);
    } catch {
      return false;
    }
  });
}

describe.skipIf(process.platform === 'win32').each([false, true])('a guarded child (detached: %s)', (detached) => {
  const start = async (more: string) => {
    const parent = spawn(process.execPath, ['--input-type=module', '-e', parentOf(more, detached)], { stdio: 'pipe' });
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

  it('may end before its parent, and its watcher ends too', async () => {
    const mark = `polyloop-guarded-${process.pid}-${detached}`;
    const script = `console.log(process.argv[1]); process.exitCode = 3`;
    const stdio = ['ignore', 'pipe', 'ignore', 'pipe'] as const;
    const child = spawnGuarded([process.execPath, '-e', script, mark], { stdio, detached });
    let text = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    // All its streams are closed: the watcher holds none of them.
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(3);
    expect(text).toBe(`${mark}\n`);
    if (process.platform === 'linux') await expect.poll(() => processesWith(mark), PATIENCE).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('a guarded child', () => {
  it('ends when its parent is killed by the time that the system has started it', async () => {
    const mark = `polyloop-guarded-start-${process.pid}`;
    const script = `
      import child_process from 'node:child_process';
      import { syncBuiltinESMExports } from 'node:module';
      const { spawn } = child_process;
      child_process.spawn = (...args) => {
        spawn(...args);
        process.kill(process.pid, 'SIGKILL');
      };
      syncBuiltinESMExports();
      const { spawnGuarded } = await import(${JSON.stringify(GUARD)});
      spawnGuarded([process.execPath, '-e', 'for (;;);', ${JSON.stringify(mark)}], ${JSON.stringify(IGNORED)});`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    const ended = await new Promise((resolve) => parent.once('exit', (_, signal) => resolve(signal)));
    expect(ended).toBe('SIGKILL');
    await expect.poll(() => processesWith(mark), PATIENCE).toEqual([]);
  });

  it('has only the files that it is given, and no child that it did not start', async () => {
    const command = ['/bin/sh', '-c', 'ls /proc/self/fd; echo; cat /proc/$$/task/$$/children; echo'];
    const child = spawnGuarded(command, { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
    let text = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
    await new Promise((resolve) => child.once('close', resolve));
    const [fds = '', children = ''] = text.split('\n\n');
    // The last one is the folder that `ls` reads. The test itself may have been given others, above nine.
    expect(fds.split('\n').filter((fd) => Number(fd) < 10)).toEqual(['0', '1', '2', '3', '4']);
    // `cat` itself.
    expect(children.trim()).toMatch(/^\d+$/);
  });

  it('that does not exist says so as usual', async () => {
    const child = spawnGuarded([path.join(import.meta.dirname, 'no-such-program')], IGNORED);
    expect(await new Promise((resolve) => child.once('error', ({ message }) => resolve(message)))).toContain('ENOENT');
  });
});
