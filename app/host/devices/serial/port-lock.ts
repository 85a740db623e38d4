/**
 * One program of Polyloop at a time uses a port, from the upload to the end of the run. The port itself
 * is free for a moment between the upload and the run, and two uploads can start before either has
 * opened it.
 *
 * The lock belongs to the file of the port, so that two names of one port have one lock.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import envPaths from 'env-paths';
import { tr } from '../../../../generator/words/tr.ts';
import { type Lock, lockOwner, type Owner, takeFreeLock } from '../../../../platformio/setup/lock.mjs';

/** Not below POLYLOOP_HOME: programs with different folders use the same ports. */
const folder = (): string => join(envPaths('Polyloop', { suffix: '' }).temp, 'ports');

function lockFile(path: string): string {
  let file = path.toUpperCase();
  if (process.platform !== 'win32') {
    try {
      file = realpathSync(path);
    } catch {
      file = path;
    }
  }
  return join(folder(), `${encodeURIComponent(file)}.lock`);
}

/** Null when no program of Polyloop uses the port; otherwise a sentence with the way out. */
export function portUser(path: string): string | null {
  const owner = lockOwner(lockFile(path));
  return owner === null ? null : busyWords(path, owner);
}

/**
 * Throws an Error for the user when another program of Polyloop uses the port.
 *
 * @param user this program, as other programs name it: `polyloop run`
 */
export function lockPort(path: string, user: string): Lock {
  const taken = takeFreeLock(lockFile(path), user);
  if ('lock' in taken) return taken.lock;
  throw new Error(busyWords(path, taken.owner));
}

function busyWords(path: string, { pid, user }: Owner): string {
  if (pid === process.pid)
    return tr`Another tab or window of Polyloop uses the port ${path}. Stop its run, then run again.`;
  if (pid === undefined) return tr`Another program uses the port ${path}. Close the port there, then run again.`;
  return tr`${user ?? 'Polyloop'} (process ${pid}) uses the port ${path}. Close the port there, then run again.`;
}
