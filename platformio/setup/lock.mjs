/**
 * One set-up at a time in one directory. The lock is a file that names its owner; the owner touches it while it
 * works, so that the lock of a set-up that was killed is recognised even where its process number lives on.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const touchMs = 5000;
const staleMs = 60_000;
const pollMs = 300;

/**
 * @param {string} file
 * @returns {string | null} the lock's text when its owner is gone, else null
 */
function abandonedText(file) {
  try {
    const age = Date.now() - fs.statSync(file).mtimeMs;
    const text = fs.readFileSync(file, 'utf8');
    if (age > staleMs) return text;
    /** @type {{ pid?: number, child?: number, host?: string }} */
    const owner = JSON.parse(text || '{}');
    // Without an owner it has just been created, its text not written yet.
    if (owner.pid === undefined || owner.host !== os.hostname()) return null;
    // What a killed set-up had started may still be at work, until its time is up, too.
    const lives = isAlive(owner.pid) || (owner.child !== undefined && isAlive(owner.child));
    return lives ? null : text;
  } catch {
    // Released meanwhile.
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, of somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** @param {number} [child] */
const textOf = (child) => JSON.stringify({ pid: process.pid, child, host: os.hostname() });

/** @param {string} file */
function tryToTake(file) {
  try {
    fs.writeFileSync(file, textOf(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Renamed first: of two set-ups that find the same stale lock, only one can rename it. If it was another one's fresh
 * lock by then, it is put back.
 * @param {string} file
 * @param {string} staleText
 */
function removeStale(file, staleText) {
  const aside = `${file}.stale-${process.pid}`;
  try {
    fs.renameSync(file, aside);
    if (fs.readFileSync(aside, 'utf8') !== staleText) fs.linkSync(aside, file);
    fs.rmSync(aside, { force: true });
  } catch {
    // The other one was quicker.
  }
}

/**
 * @typedef {object} Lock
 * @property {() => void} release safe to call twice
 * @property {(child: number) => void} note names a process that works for the owner, and may outlive it
 */
/**
 * @param {string} file
 * @param {() => void} onWait called once when another set-up is at work
 * @returns {Promise<Lock>}
 */
export async function takeLock(file, onWait) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  let told = false;
  while (!tryToTake(file)) {
    const stale = abandonedText(file);
    if (stale !== null) {
      removeStale(file, stale);
      continue;
    }
    if (!told) onWait();
    told = true;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  const timer = setInterval(() => {
    const now = new Date();
    fs.utimes(file, now, now, () => {});
  }, touchMs);
  timer.unref();
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      clearInterval(timer);
      fs.rmSync(file, { force: true });
    },
    note(child) {
      if (held) fs.writeFileSync(file, textOf(child));
    },
  };
}
