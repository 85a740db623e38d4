/**
 * Child processes that end when this process ends in any way, also when it is killed right after it has started one.
 *
 * A child begins as a shell, which starts a watcher and then becomes the program. So the program never runs without a
 * watcher. The watcher reads from a pipe whose other end only this process holds, and the kernel closes it with this
 * process. On Windows no shell is needed: libuv puts child processes into a job that ends with the parent.
 */
import { spawn } from 'node:child_process';
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
 */

/** A detached child can clean up first. */
const END_GROUP = `kill -TERM -$$; sleep ${KILL_GRACE_MS / 1000}; kill -KILL -$$`;
const END_CHILD = 'kill -KILL $$';

/**
 * The shell's script. `$$` is the process of the program also in the watcher. The watcher is no child of the program,
 * keeps none of its pipes and none of its folders, and ignores what the program's group is told.
 * @param {number} pipe the watcher's file descriptor
 * @param {boolean} isGroup
 */
function guardScript(pipe, isGroup) {
  const inherited = Array.from({ length: pipe - FIRST_FREE_FD }, (_, index) => `${FIRST_FREE_FD + index}>&-`);
  const watch = `cd /; trap '' HUP INT TERM; read -r line || { ${isGroup ? END_GROUP : END_CHILD}; }`;
  const streams = [`<&${pipe}`, '>/dev/null', '2>&1', `${pipe}<&-`, ...inherited].join(' ');
  return `( { ${watch}; } ${streams} & ); exec "$@" ${pipe}<&-`;
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
export function spawnGuarded([program = '', ...args], { stdio, env = process.env, ...options }) {
  const rest = { ...options, env, windowsHide: true };
  const absolute = program.includes(path.sep) ? path.resolve(options.cwd ?? '', program) : program;
  if (isWindows || !isThere(absolute, env.PATH)) {
    return /** @type {Child} */ (spawn(program, args, { ...rest, stdio: [...stdio] }));
  }
  const pipe = stdio.length;
  const script = guardScript(pipe, options.detached === true);
  const words = ['-c', script, 'sh', program, ...args];
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
