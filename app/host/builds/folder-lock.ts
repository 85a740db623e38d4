/**
 * One build at a time in a folder, among all programs of this user: a file that names the holder. A holder that died
 * without letting go is found out by its process being gone.
 */
import { mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode, systemError } from '../system-errors.ts';

const POLL_MS = 100;
/** A lock file without a readable holder is one that is just being written, or one whose writer died then. */
const UNREADABLE_AFTER_MS = 5_000;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, of somebody else.
    return systemCode(error) === 'EPERM';
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  try {
    const pid = Number.parseInt(await readFile(path, 'utf8'), 10);
    if (Number.isInteger(pid) && pid > 0) return !isAlive(pid);
    return Date.now() - (await stat(path)).mtimeMs > UNREADABLE_AFTER_MS;
  } catch {
    // Gone meanwhile: try to take it.
    return false;
  }
}

async function tryTake(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx');
    await handle.writeFile(String(process.pid)).finally(() => handle.close());
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw systemError(error, 'build in', dirname(path));
  }
}

/**
 * Runs `action` while this program alone holds the lock. `onWait` is called once if another holds it. Rejects with the
 * signal's reason when it aborts while waiting.
 */
export async function withFolderLock<T>(
  path: string,
  signal: AbortSignal,
  onWait: () => void,
  action: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true }).catch((error: unknown) => {
    throw systemError(error, 'build in', dirname(path));
  });
  let waited = false;
  while (!(await tryTake(path))) {
    signal.throwIfAborted();
    if (await isAbandoned(path)) {
      await rm(path, { force: true });
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await delay(POLL_MS, undefined, { signal });
  }
  try {
    signal.throwIfAborted();
    return await action();
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
