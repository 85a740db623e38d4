/**
 * A lock among the programs of one user, for set-up, builds, ports and kept changes. A lock belongs to a process, and
 * is free when that process has ended (`owner.mjs`). No age and no clock decides.
 *
 * The lock is a folder with one file, the name of its owner. It is made aside and renamed into place, so it is complete
 * from its first moment: a full disk, or a kill at any moment, leaves no lock without an owner. The system renames a
 * folder to the name of another one only if that one is empty, so one process alone gets the lock. The name of the file
 * is different for each lock. So whoever removes the file of an ended owner cannot remove another lock by mistake.
 *
 * A process of another computer or container cannot be looked up. Its lock counts as held until the file has not been
 * touched for a while, and the waiter measures that while by a clock that nobody sets.
 *
 * This file imports no package: set-up takes a lock before it installs packages.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './folder.mjs';
import { hasLeft, MARK, ownMark, place, runs, startOf } from './owner.mjs';

const pollMs = 100;
const touchMs = 5000;
/** Time without a touch after which the lock of another computer or container is free. */
const quietMs = 60_000;

/** @typedef {{ pid: number, started: string | null }} Named */
/** @typedef {{ pid?: number, started?: string | null, children?: readonly Named[], place?: string, user?: string }} Owner */

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** @param {number} pid @returns {Named} */
const named = (pid) => ({ pid, started: startOf(pid) });

/** @param {{ user?: string | undefined, children?: readonly Named[] }} facts */
const textOf = (facts) => JSON.stringify({ ...named(process.pid), place, ...facts });

/** @param {() => void} action a removal, of what may be gone already or may be used again by now */
function attempt(action) {
  try {
    action();
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'ENOTDIR', 'EISDIR'].includes(String(codeOf(error))))
      throw error;
  }
}

/** The files of a lock: its owner, and a change of the owner that is not in place yet. */
const LOCK_FILE = /^[0-9a-f]{16}\.json(\.new)?$/;
/** No lock is larger. Someone else may have prepared the folder. Unit: bytes. */
const mostBytes = 65_536;

/** @param {string} file */
function ownerIn(file) {
  const info = fs.lstatSync(file);
  if (!info.isFile() || info.size > mostBytes) return {};
  return JSON.parse(fs.readFileSync(file, 'utf8')) ?? {};
}

/**
 * The owner, and the files of its lock. Null: there is no lock. A lock without a valid owner has the owner `{}`: no
 * process makes one, but a disk can lose the content of a file when the power fails. A symbolic link is not followed.
 * @param {string} lock
 * @returns {{ owner: Owner, names: readonly string[], file: string } | null}
 */
function look(lock) {
  try {
    const isFolder = fs.lstatSync(lock).isDirectory();
    const names = isFolder ? fs.readdirSync(lock).filter((name) => LOCK_FILE.test(name)) : [];
    const file = path.join(lock, names.find((name) => name.endsWith('.json')) ?? '');
    return { owner: ownerOr(file), names, file };
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** @param {string} file @returns {Owner} */
function ownerOr(file) {
  try {
    return ownerIn(file);
  } catch {
    return {};
  }
}

/** @type {Map<string, { stamp: number, since: number }>} */
const watched = new Map();

/**
 * Whether the owner of another place has stopped to touch its lock.
 * @param {string} file
 */
function isQuiet(file) {
  const stamp = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const before = watched.get(file);
  if (before?.stamp === stamp) return performance.now() - before.since > quietMs;
  watched.set(file, { stamp, since: performance.now() });
  return false;
}

/** @param {{ owner: Owner, file: string }} found */
function isAbandoned({ owner, file }) {
  if (typeof owner.pid !== 'number') return true;
  if ((owner.place ?? place) !== place) return isQuiet(file);
  if (runs(owner.pid, owner.started)) return false;
  // Children of a killed set-up may still be running.
  return !(owner.children ?? []).some((child) => runs(child.pid, child.started));
}

/**
 * @param {string} lock
 * @param {readonly string[]} names its files, which no later lock has
 */
function removeFiles(lock, names) {
  for (const name of names) attempt(() => fs.rmSync(path.join(lock, name), { force: true }));
  attempt(() => fs.rmdirSync(lock));
  // An earlier version made files. This removes no folder.
  attempt(() => fs.unlinkSync(lock));
}

const ASIDE = new RegExp(`\\.(${MARK})-[0-9a-f]{16}$`);

/**
 * What processes left that were killed while they took a lock.
 * @param {string} parent
 */
function removeLeftAsides(parent) {
  for (const name of fs.readdirSync(parent)) {
    const [, mark] = ASIDE.exec(name) ?? [];
    if (mark !== undefined && hasLeft(mark)) fs.rmSync(path.join(parent, name), { recursive: true, force: true });
  }
}

/**
 * @param {string} lock
 * @param {string} [user]
 * @returns {string | null} the file of the owner. Null: another process has the lock
 */
function tryToTake(lock, user) {
  const parent = path.dirname(lock);
  makeFolder(parent);
  removeLeftAsides(parent);
  const id = randomBytes(8).toString('hex');
  const aside = `${lock}.${ownMark()}-${id}`;
  try {
    fs.mkdirSync(aside);
    fs.writeFileSync(path.join(aside, `${id}.json`), textOf({ user }));
    fs.renameSync(aside, lock);
    return path.join(lock, `${id}.json`);
  } catch (error) {
    fs.rmSync(aside, { recursive: true, force: true });
    const code = String(codeOf(error));
    const isTaken = ['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code);
    // So Windows says that the folder is there.
    const isTakenOnWindows = process.platform === 'win32' && ['EPERM', 'EACCES'].includes(code) && fs.existsSync(lock);
    if ((isTaken && fs.existsSync(parent)) || isTakenOnWindows) return null;
    throw error;
  }
}

/**
 * @typedef {object} Lock
 * @property {() => void} release safe to call twice
 * @property {(child: number) => void} note names a process that works for the owner and may outlive the owner
 */
/**
 * Takes the lock. Rejects with the signal's reason if the signal aborts during the wait, and with the
 * system's error if the lock cannot be written.
 * @param {string} lock
 * @param {() => void} onWait called once when another process holds the lock
 * @param {{ signal?: AbortSignal }} [options]
 * @returns {Promise<Lock>}
 */
export async function takeLock(lock, onWait, { signal } = {}) {
  let hasWaited = false;
  for (;;) {
    const taken = takeFreeLock(lock);
    if ('lock' in taken) return taken.lock;
    signal?.throwIfAborted();
    if (!hasWaited) onWait();
    hasWaited = true;
    await delay(pollMs, undefined, { signal });
  }
}

/**
 * The process that holds the lock, as far as it is known. Null: the lock is free, or its owner has ended.
 * @param {string} lock
 * @returns {Owner | null}
 */
export function lockOwner(lock) {
  const found = look(lock);
  return found === null || isAbandoned(found) ? null : found.owner;
}

/**
 * Takes the lock at once. Returns the owner if another one holds the lock.
 * @param {string} lock
 * @param {string} [user] the owner in words, for other users
 * @returns {{ lock: Lock } | { owner: Owner }}
 */
export function takeFreeLock(lock, user) {
  for (;;) {
    const found = look(lock);
    if (found !== null && !isAbandoned(found)) return { owner: found.owner };
    if (found !== null) removeFiles(lock, found.names);
    const file = tryToTake(lock, user);
    if (file !== null) return { lock: heldLock(file, user) };
    // Another process was faster. If it is gone, too, or nothing can be removed, its owner is unknown.
    if (found !== null && lockOwner(lock) === null) return { owner: {} };
  }
}

/** @param {string} file @param {string} [user] @returns {Lock} */
function heldLock(file, user) {
  // For processes that cannot look up this one.
  const timer = setInterval(() => {
    const now = new Date();
    attempt(() => fs.utimesSync(file, now, now));
  }, touchMs);
  timer.unref();
  let held = true;
  /** @type {readonly Named[]} */
  let children = [];
  const aside = `${file}.new`;
  return {
    release() {
      if (!held) return;
      held = false;
      clearInterval(timer);
      removeFiles(path.dirname(file), [path.basename(aside), path.basename(file)]);
    },
    note(child) {
      children = [...children.filter(({ pid, started }) => runs(pid, started)), named(child)];
      if (!held) return;
      try {
        fs.writeFileSync(aside, textOf({ user, children }));
        fs.renameSync(aside, file);
      } catch {
        // On a full disk the lock stays as it was. Only after a kill of this process is the child not waited for.
        fs.rmSync(aside, { force: true });
      }
    },
  };
}
