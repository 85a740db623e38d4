/** Build folders that were long not used are removed: they hold only what a build makes again. */
import { readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { withFolderLock } from './folder-lock.ts';

const KEEP_MS = 30 * 24 * 3600 * 1000;

/** Notes that a build is made in this folder now. */
export async function markUsed(dir: string): Promise<void> {
  const now = new Date();
  await utimes(dir, now, now).catch(() => {});
}

export const LOCK_NAME = '.polyloop-build.lock';

/** `dir` holds nothing but build folders. Answers the names of those that it removed. */
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
    // One that is being built in right now is not old: give up instead of waiting.
    const giveUp = () => held.abort();
    const remove = () => rm(folder, { recursive: true, force: true });
    await withFolderLock(join(folder, LOCK_NAME), held.signal, giveUp, remove).then(
      () => removed.push(name),
      () => {},
    );
  }
  return removed;
}
