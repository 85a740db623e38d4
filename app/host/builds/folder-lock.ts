/**
 * One build at a time in a folder, among all programs of this user: a file that names the holder, who touches it while
 * it works. A holder that died without letting go is found out by its process being gone, or, where another program
 * has its number by now, by the file growing old.
 */
import { link, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemCode, systemError } from '../system-errors.ts';

const POLL_MS = 100;
const TOUCH_MS = 5_000;
/** Nobody who works lets so many touches pass. */
const ABANDONED_AFTER_MS = 60_000;
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

/** What the lock of a holder that is gone says; null: it is held, or let go meanwhile. */
async function abandonedText(path: string): Promise<string | null> {
  try {
    const text = await readFile(path, 'utf8');
    const ageMs = Date.now() - (await stat(path)).mtimeMs;
    const pid = Number.parseInt(text, 10);
    const isHeld = pid > 0 ? isAlive(pid) && ageMs <= ABANDONED_AFTER_MS : ageMs <= UNREADABLE_AFTER_MS;
    return isHeld ? null : text;
  } catch {
    return null;
  }
}

/**
 * Renamed first: of two that find the same abandoned lock only one can. If another has taken it by then, it is put
 * back.
 */
async function removeAbandoned(path: string, text: string): Promise<void> {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, 'utf8')) !== text) await link(aside, path);
  } catch {
    // The other one was quicker.
  } finally {
    await rm(aside, { force: true }).catch(() => {});
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

async function take(path: string, signal: AbortSignal, onWait: () => void): Promise<void> {
  let waited = false;
  while (!(await tryTake(path))) {
    signal.throwIfAborted();
    const abandoned = await abandonedText(path);
    if (abandoned !== null) {
      await removeAbandoned(path, abandoned);
      continue;
    }
    if (!waited) onWait();
    waited = true;
    await delay(POLL_MS, undefined, { signal });
  }
}

/** @returns what ends it */
function keepYoung(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date();
    void utimes(path, now, now).catch(() => {});
  }, TOUCH_MS);
  timer.unref();
  return () => clearInterval(timer);
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
  await take(path, signal, onWait);
  const stopTouching = keepYoung(path);
  try {
    signal.throwIfAborted();
    return await action();
  } finally {
    stopTouching();
    await rm(path, { force: true }).catch(() => {});
  }
}
