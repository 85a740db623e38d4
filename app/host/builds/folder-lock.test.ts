import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
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
  it('admits one build at a time, notifies builds that wait, and leaves no files behind', async () => {
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

  it('is released when the action fails', async () => {
    const failing = withFolderLock(lock, never, quiet, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withFolderLock(lock, never, quiet, async () => 5)).toBe(5);
  });

  it('reports why a folder cannot be used', async () => {
    await writeFile(lock, '');
    const inFile = withFolderLock(join(lock, 'build.lock'), never, quiet, async () => 5);
    await expect(inFile).rejects.toThrow(`Cannot build in ${lock}: `);
  });

  it('is no longer waited for after cancellation', async () => {
    await mkdir(lock);
    await writeFile(join(lock, '0123456789abcdef.json'), JSON.stringify({ pid: process.pid }));
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
