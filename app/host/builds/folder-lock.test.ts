import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withFolderLock } from './folder-lock.ts';

let dir: string;
let lock: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-lock-'));
  lock = join(dir, 'build.lock');
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const never = new AbortController().signal;
const quiet = () => {};

describe('the lock of a folder', () => {
  it('lets one in at a time, tells the other that it waits, and leaves nothing behind', async () => {
    let inside = 0;
    let most = 0;
    let waits = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inside--;
    };
    await Promise.all([1, 2, 3].map(() => withFolderLock(lock, never, () => waits++, work)));
    expect(most).toBe(1);
    expect(waits).toBe(2);
    expect(await readdir(dir)).toEqual([]);
  });

  it('is let go when the work fails', async () => {
    const failing = withFolderLock(lock, never, quiet, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withFolderLock(lock, never, quiet, async () => 5)).toBe(5);
  });

  it('is taken from a program that died', async () => {
    await writeFile(lock, '2147483646');
    expect(await withFolderLock(lock, never, quiet, async () => 5)).toBe(5);
  });

  it('is taken from a program that died, though another has its process number by now', async () => {
    await writeFile(lock, String(process.pid));
    const longAgo = new Date(Date.now() - 3_600_000);
    await utimes(lock, longAgo, longAgo);
    expect(await withFolderLock(lock, never, quiet, async () => 5)).toBe(5);
  });

  it('is taken by one of many who find it abandoned', async () => {
    for (let round = 0; round < 20; round++) {
      await writeFile(lock, '2147483646');
      let inside = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setTimeout(resolve, 2));
        inside--;
      };
      await Promise.all([1, 2, 3, 4].map(() => withFolderLock(lock, never, quiet, work)));
      expect(most).toBe(1);
    }
  });

  it('is waited for only until cancelled', async () => {
    await writeFile(lock, String(process.pid));
    const abort = new AbortController();
    const waiting = withFolderLock(
      lock,
      abort.signal,
      () => abort.abort(),
      async () => 5,
    );
    await expect(waiting).rejects.toThrow();
  });
});
