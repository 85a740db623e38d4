/**
 * A file lock among the programs of one user, for set-up and for builds. The lock is a file that
 * names its owner. The owner touches the file while it works. So a waiter recognises the lock of a
 * killed owner even if another process now has the owner's process id.
 *
 * This file imports no package: set-up takes a lock before it installs packages.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from './folder.mjs';

const defaultTouchMs = 5000;
const staleMs = 60_000;
const pollMs = 100;
/** Number of missing touches after which a waiter takes a lock although a process has the owner's id. */
const missedTouches = 3;

/** @param {number} pid */
export const hasEnded = (pid) => !isAlive(pid);

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process started, in ticks since the computer started (proc(5), field 22 of /proc/PID/stat), with the id
 * of that start. Setting the clock does not change it, and no two processes with the same id have the same. Null
 * where the system does not tell.
 * @param {number} pid
 */
export function startOf(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name, which may contain spaces and parentheses.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${ticks}`;
  } catch {
    return null;
  }
}

/** @typedef {{ pid?: number, started?: string | null, children?: readonly number[], host?: string, user?: string }} Owner */

/** @param {{ user?: string | undefined, children?: readonly number[] }} [facts] */
const textOf = (facts) =>
  JSON.stringify({ pid: process.pid, started: startOf(process.pid), host: os.hostname(), ...facts });

/** @param {string} file @param {string} [user] */
function tryToTake(file, user) {
  try {
    fs.writeFileSync(file, textOf({ user }), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A file without an owner has just been created, and its text is not written yet.
 * @param {string} file
 * @returns {Owner}
 */
const ownerIn = (file) => JSON.parse(fs.readFileSync(file, 'utf8') || '{}');

/**
 * Whether the owner's process has ended. Undefined if only the age of the file can tell: a process has the
 * owner's id, and it may be another process.
 * @param {string} file
 */
function hasDeadOwner(file) {
  const { pid, started, children = [], host } = ownerIn(file);
  if (pid === undefined || host !== os.hostname()) return undefined;
  const now = started ? startOf(pid) : null;
  const isDead = now === null ? !isAlive(pid) : now !== started;
  // Children of a killed set-up may still be running.
  if (isDead) return children.every(hasEnded);
  return now === null ? undefined : false;
}

/**
 * Returns whether a lock is abandoned. An old time stamp alone does not prove it: after the computer
 * slept, or after its clock was set, the stamp of a working owner is old until the owner's next touch.
 * So the stamp must also stay the same while the waiter watches it. Changes of the system's clock do
 * not affect `performance.now()`.
 * @param {string} file
 * @param {number} touchMs
 */
function watchOwner(file, touchMs) {
  let stamp = Number.NaN;
  let since = 0;
  return () => {
    try {
      const { mtimeMs } = fs.statSync(file);
      if (mtimeMs !== stamp) {
        stamp = mtimeMs;
        since = performance.now();
      }
      const isQuiet = performance.now() - since > missedTouches * touchMs;
      return hasDeadOwner(file) ?? (isQuiet && Date.now() - mtimeMs > staleMs);
    } catch {
      // The lock was released in the meantime.
      return false;
    }
  };
}

/**
 * Removes an abandoned lock. Only one process at a time may remove it, and it checks the lock again
 * first. Otherwise a second process that found the same lock abandoned could remove the new lock of
 * the first process.
 * @param {string} file
 * @param {() => boolean} isAbandoned
 * @returns {boolean} whether it was removed
 */
function removeAbandoned(file, isAbandoned) {
  const guard = `${file}.takeover`;
  if (!tryToTake(guard)) {
    // A guard is held for less than a millisecond. An old one was left by a killed process.
    const age = Date.now() - (fs.statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleMs) fs.rmSync(guard, { force: true });
    return false;
  }
  try {
    if (!isAbandoned()) return false;
    fs.rmSync(file, { force: true });
    return true;
  } finally {
    fs.rmSync(guard, { force: true });
  }
}

/**
 * @typedef {object} Lock
 * @property {() => void} release safe to call twice
 * @property {(child: number) => void} note names a process that works for the owner and may outlive the owner
 */
/**
 * Takes the lock. Rejects with the signal's reason if the signal aborts during the wait, and with the
 * system's error if the file cannot be written.
 * @param {string} file
 * @param {() => void} onWait called once when another process holds the lock
 * @param {{ signal?: AbortSignal, touchMs?: number }} [options]
 * @returns {Promise<Lock>}
 */
export async function takeLock(file, onWait, { signal, touchMs = defaultTouchMs } = {}) {
  makeFolder(path.dirname(file));
  const isAbandoned = watchOwner(file, touchMs);
  let hasWaited = false;
  while (!tryToTake(file)) {
    signal?.throwIfAborted();
    if (isAbandoned() && removeAbandoned(file, isAbandoned)) continue;
    if (!hasWaited) onWait();
    hasWaited = true;
    await delay(pollMs, undefined, { signal });
  }
  return heldLock(file, touchMs);
}

/**
 * The process that holds the lock, as far as it is known. Null: the lock is free, or its owner has ended,
 * or, where the system does not tell, has not touched it for a minute.
 * @param {string} file
 * @returns {Owner | null}
 */
export function lockOwner(file) {
  try {
    const isOld = Date.now() - fs.statSync(file).mtimeMs > staleMs;
    return (hasDeadOwner(file) ?? isOld) ? null : ownerIn(file);
  } catch {
    return null;
  }
}

/**
 * Takes the lock at once. Returns the owner if another one holds the lock.
 * @param {string} file
 * @param {string} user the owner in words, for other users
 * @returns {{ lock: Lock } | { owner: Owner }}
 */
export function takeFreeLock(file, user) {
  makeFolder(path.dirname(file));
  while (!tryToTake(file, user)) {
    const owner = lockOwner(file);
    if (owner !== null) return { owner };
    if (fs.existsSync(file) && !removeAbandoned(file, () => lockOwner(file) === null)) return { owner: {} };
  }
  return { lock: heldLock(file, defaultTouchMs, user) };
}

/** @param {string} file @param {number} touchMs @param {string} [user] @returns {Lock} */
function heldLock(file, touchMs, user) {
  const timer = setInterval(() => {
    const now = new Date();
    try {
      fs.utimesSync(file, now, now);
    } catch {
      // The folder was removed. The owner's work in it will fail.
    }
  }, touchMs);
  timer.unref();
  let held = true;
  /** @type {readonly number[]} */
  let children = [];
  return {
    release() {
      if (!held) return;
      held = false;
      clearInterval(timer);
      fs.rmSync(file, { force: true });
    },
    note(child) {
      children = [...children.filter((each) => !hasEnded(each)), child];
      if (held) fs.writeFileSync(file, textOf({ user, children }));
    },
  };
}
