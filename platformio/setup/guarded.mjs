/**
 * Child processes that end when this process ends in any way, also when it is killed right after it has started one.
 *
 * A child begins as a shell, which starts a watcher and then becomes the program. So the program never runs without a
 * watcher. The watcher reads from a pipe whose other end only this process holds, and the kernel closes it with this
 * process. On Windows no shell is needed: libuv puts child processes into a job that ends with the parent.
 *
 * A process that leaves its group, as a daemon does, is found on Linux by a mark in its environment.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { isWindows } from './paths.mjs';
import { isExecutableFile, which } from './which.mjs';

/** What a group has to end in order before it is killed. */
export const KILL_GRACE_MS = 2000;
/** The file descriptors of a POSIX shell have one digit. */
const FIRST_FREE_FD = 3;

/**
 * @typedef {object} GuardOptions
 * @property {string} [cwd]
 * @property {Readonly<Record<string, string | undefined>>} [env] the whole environment of the child
 * @property {readonly ('pipe' | 'ignore')[]} stdio at least the three standard streams, at most eight
 * @property {boolean} [detached] the child leads a group of its own, of which all processes are ended
 * @property {string} [mark] of `newMark`. With `detached`, what has left the group ends as well when this process ends
 */

const MARK_NAME = 'POLYLOOP_CHILD';
/** A process that starts others while it is looked for is found the next time. */
const MARK_ROUNDS = 20;
const MARK_PAUSE_MS = 50;

/** @returns {string | undefined} of one child and all its descendants. Undefined where the system shows no environments */
export const newMark = () => (process.platform === 'linux' ? `${MARK_NAME}=${randomUUID()}` : undefined);

/** @param {string} mark */
async function markedProcesses(mark) {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    names.map((pid) =>
      readFile(`/proc/${pid}/environ`, 'latin1').then(
        (text) => text.includes(mark),
        () => false,
      ),
    ),
  );
  return names.filter((_, index) => marked[index]).map(Number);
}

/**
 * Kills the descendants of a child wherever they are, except those that have another environment.
 * @param {string | undefined} mark
 */
export async function killMarked(mark) {
  if (mark === undefined) return;
  for (let round = 0; round < MARK_ROUNDS; round++) {
    const left = await markedProcesses(mark);
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, MARK_PAUSE_MS));
  }
}

/**
 * Kills what has the mark. The watcher itself has none, because its shell gets the mark later.
 * @param {string} mark
 */
const endMarked = (mark) => `for n in $(seq ${MARK_ROUNDS}); do
  marked=$(grep -lsF ${mark} /proc/[0-9]*/environ)
  [ -n "$marked" ] || break
  for file in $marked; do pid=\${file#/proc/}; kill -KILL \${pid%/environ}; done
  sleep ${MARK_PAUSE_MS / 1000}
done`;
/**
 * A detached child can clean up first. The watcher is in its group, so that ends last.
 * @param {string | undefined} mark
 */
const endGroup = (mark) =>
  [
    `kill -TERM -$$; sleep ${KILL_GRACE_MS / 1000}`,
    ...(mark === undefined ? [] : [endMarked(mark)]),
    'kill -KILL -$$',
  ].join('; ');
const END_CHILD = 'kill -KILL $$';

/**
 * The shell's script. `$$` is the process of the program also in the watcher. The watcher is no child of the program,
 * keeps none of its pipes and none of its folders, and ignores what the program's group is told.
 * @param {number} pipe the watcher's file descriptor
 * @param {GuardOptions} options
 */
function guardScript(pipe, { detached, mark }) {
  const inherited = Array.from({ length: pipe - FIRST_FREE_FD }, (_, index) => `${FIRST_FREE_FD + index}>&-`);
  const watch = `cd /; trap '' HUP INT TERM; read -r line || { ${detached ? endGroup(mark) : END_CHILD}; }`;
  const streams = [`<&${pipe}`, '>/dev/null', '2>&1', `${pipe}<&-`, ...inherited].join(' ');
  const marked = mark === undefined ? '' : `export ${mark}; `;
  return `( { ${watch}; } ${streams} & ); ${marked}exec "$@" ${pipe}<&-`;
}

/**
 * Whether the system can start the program. If not, its own error says so better than a shell's.
 * @param {string} program
 * @param {string | undefined} searchPath
 */
const isThere = (program, searchPath) =>
  program.includes(path.sep) ? isExecutableFile(program) : which(program, searchPath) !== null;

/**
 * @template {import('node:child_process').ChildProcess} [Child=import('node:child_process').ChildProcess]
 * @param {readonly string[]} command program and its arguments
 * @param {GuardOptions} options
 * @returns {Child}
 */
export function spawnGuarded([program = '', ...args], options) {
  const { stdio, env = process.env, cwd, detached } = options;
  const rest = { env, windowsHide: true, ...(cwd !== undefined && { cwd }), ...(detached && { detached }) };
  const absolute = program.includes(path.sep) ? path.resolve(cwd ?? '', program) : program;
  if (isWindows || !isThere(absolute, env.PATH)) {
    return /** @type {Child} */ (spawn(program, args, { ...rest, stdio: [...stdio] }));
  }
  const pipe = stdio.length;
  const words = ['-c', guardScript(pipe, options), 'sh', program, ...args];
  const child = spawn('/bin/sh', words, { ...rest, stdio: [...stdio, 'pipe'] });
  const line = child.stdio[pipe];
  if (line instanceof Socket) {
    line.on('error', () => {}).resume();
    line.unref();
    // A line tells the watcher that the program has ended by itself.
    const dismiss = () => void line.end('\n', () => line.destroy());
    child.once('exit', dismiss).once('error', dismiss);
  }
  return /** @type {Child} */ (child);
}
