/**
 * Which process owns a lock or a temporary file, and whether that process still runs. A process is known by its id and
 * by the time of its start, so another process that gets the same id later is not taken for it. No age of a file
 * counts: setting the clock changes nothing.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';

/** @param {number} pid */
function hasId(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What `ps` and PowerShell say about the start of a process. Both take it from the system's record of the process. */
const ASK = {
  darwin: (/** @type {number} */ pid) => ['ps', '-o', 'lstart=', '-p', String(pid)],
  win32: (/** @type {number} */ pid) => [
    'powershell.exe',
    '-NoProfile',
    '-NonInteractive',
    '-Command',
    `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`,
  ],
};

/** The state of a process that has ended and that its parent has not asked about yet. */
const ENDED = /^[ZXx]$/;

/**
 * The state of a process and its start, in ticks since the computer started (proc(5), fields 3 and 22 of
 * /proc/PID/stat), with the id of that start.
 * @param {number} pid
 */
function inProc(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  return { state: fields[0] ?? '', start: `${boot}:${fields[19]}` };
}

/** @type {string | null | undefined} */
let ownStart;

/**
 * When a process started, in a form of the system that no change of the clock affects. Null where the system does not
 * tell, or when there is no such process.
 * @param {number} pid
 * @returns {string | null}
 */
export function startOf(pid) {
  if (pid !== process.pid) return askForStart(pid);
  ownStart ??= askForStart(pid);
  return ownStart;
}

/** @param {number} pid */
function askForStart(pid) {
  try {
    if (process.platform === 'linux') return inProc(pid).start;
    const ask = process.platform === 'darwin' || process.platform === 'win32' ? ASK[process.platform] : null;
    if (ask === null) return null;
    const [program = '', ...args] = ask(pid);
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    const said = execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
    return said.trim() || null;
  } catch {
    return null;
  }
}

/**
 * Whether the process with this id and this start runs. Without a known start, the id alone decides.
 * @param {number} pid
 * @param {string | null} [started]
 */
export function runs(pid, started = null) {
  if (!hasId(pid)) return false;
  try {
    if (process.platform === 'linux' && ENDED.test(inProc(pid).state)) return false;
  } catch {
    // It ends at this moment, or the system hides the processes of other users.
  }
  const now = started === null ? null : startOf(pid);
  return now === null || now === started;
}

/** @param {string} file */
function textIn(file) {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

/** @param {string} text */
const short = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);

function placeName() {
  try {
    const computer = textIn('/etc/machine-id') || os.hostname();
    return `${computer} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return os.hostname();
  }
}

/** Process ids mean something only where they were given: on this computer, and in this container. */
export const place = short(placeName());

/** @param {string | null} start */
const markOf = (start) => (start === null ? '0' : short(start));

/** A part of the name of a file that tells which process made it: its place, its id, and the mark of its start. */
export const ownMark = () => `${place}-${process.pid}-${markOf(startOf(process.pid))}`;

/** The form of `ownMark`, in a regular expression. */
export const MARK = '[0-9a-f]{8}-\\d+-(?:0|[0-9a-f]{8})';

/**
 * Whether the process of a mark has ended. False for a process of another place: nothing is known about it.
 * @param {string} mark
 */
export function hasLeft(mark) {
  const [where, id, start] = mark.split('-');
  if (where !== place) return false;
  const pid = Number(id);
  if (!runs(pid)) return true;
  const now = markOf(startOf(pid));
  return start !== '0' && now !== '0' && now !== start;
}
