/** One build at a time in a folder, among all programs of this user. */
import { dirname } from 'node:path';
import { takeLock } from '../../../platformio/setup/lock.mjs';
import { systemError } from '../system-errors.ts';

/**
 * Runs `action` while this program alone holds the lock. `onWait` is called once if another program holds it. Rejects with
 * the signal's reason when it aborts while waiting.
 */
export async function withFolderLock<T>(
  path: string,
  signal: AbortSignal,
  onWait: () => void,
  action: () => Promise<T>,
): Promise<T> {
  const lock = await takeLock(path, onWait, { signal }).catch((error: unknown) => {
    throw systemError(error, 'build in', dirname(path));
  });
  try {
    signal.throwIfAborted();
    return await action();
  } finally {
    lock.release();
  }
}
