/** Allows one build at a time in a folder, across all processes of this user. */
import { dirname } from 'node:path';
import { takeLock } from '../../../platformio/setup/lock.mjs';
import { systemError } from '../system-errors.ts';

/**
 * Runs `action` while this process alone holds the lock. Calls `onWait` once if another process
 * holds the lock. Rejects with the signal's reason if the signal aborts while waiting.
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
