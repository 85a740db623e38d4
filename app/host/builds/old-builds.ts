/**
 * Removes build folders that have not been used for a long time. They contain only files that a
 * build can create again.
 */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolderLock } from './folder-lock.ts';

const KEEP_MS = 30 * 24 * 3600 * 1000;

/** Records that the folder is used by a build now. */
export async function markUsed(dir: string): Promise<void> {
  const now = new Date();
  await utimes(dir, now, now).catch(() => {});
}

export const LOCK_NAME = '.polyloop-build.lock';

/** `dir` must contain only build folders. Returns the names of the folders that were removed. */
export async function removeOldBuilds(dir: string, now: number = Date.now()): Promise<string[]> {
  const names = await readdir(dir).catch(() => []);
  const removed: string[] = [];
  for (const name of names) {
    const folder = join(dir, name);
    const isOld = await stat(folder).then(
      (info) => info.isDirectory() && now - info.mtimeMs > KEEP_MS,
      () => false,
    );
    if (!isOld) continue;
    const held = new AbortController();
    // A folder that a build is using now is not old, so this skips it instead of waiting for its
    // lock.
    const giveUp = () => held.abort();
    const remove = () => rm(folder, { recursive: true, force: true });
    await withFolderLock(join(folder, LOCK_NAME), held.signal, giveUp, remove).then(
      () => removed.push(name),
      () => {},
    );
  }
  return removed;
}
