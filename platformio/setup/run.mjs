/**
 * Runs a child process. Forwards its output line by line, and kills its whole process tree when it
 * is cancelled, when it times out, or when this process ends. Set-up, the npm scripts and the build
 * driver use it.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { KILL_GRACE_MS, killMarked, newMark, spawnGuarded } from './guarded.mjs';
import { isWindows } from './paths.mjs';
import { temporaryEnvironment } from './temporary.mjs';

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Readonly<Record<string, string | undefined>>} [env] added to this process's environment; undefined removes a variable
 * @property {(line: string, stream: 'stdout' | 'stderr') => void} [onLine]
 * @property {AbortSignal} [signal]
 * @property {number} [timeoutMs]
 * @property {number} [maxOutputBytes] ends the child when both streams together exceed it
 * @property {(pid: number) => void} [onStart]
 * @property {boolean} [endsWithParent] the child also ends when this process is killed. For a child that might never end by itself. On Linux, what it leaves in the background ends with it
 * @property {boolean} [ownTemporary] the child's temporary files are removed when this process ends, or at the next start
 * @property {boolean} [terminal] gives the child this process's terminal, for programs that ask, such as sudo
 */
/**
 * @typedef {object} RunResult
 * @property {number | null} code exit code; null when a signal ended it or it could not be started
 * @property {boolean} cancelled by `signal`
 * @property {boolean} timedOut
 * @property {boolean} overflowed whether it printed more than `maxOutputBytes`
 * @property {string | null} startError why the program could not be started
 * @property {string[]} tail the last lines of both streams
 */

const tailLength = 200;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Whether this process was asked to end and is waiting for its children. */
let ending = false;

/**
 * Ends a child and all its descendants. A child leads its own process group, so the descendants can be
 * reached even after the child has ended.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
function killTree(child, signal = 'SIGTERM') {
  if (child.pid === undefined) return;
  if (isWindows) {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group no longer exists, or the child was never a leader because it uses this terminal.
    child.kill(signal);
  }
}

/**
 * Kills what a child that was ended has left. A sandbox that ends while it starts leaves a process that ignores SIGTERM.
 * @param {import('node:child_process').ChildProcess} child a leader of its group
 */
export function killGroup(child) {
  if (isWindows || child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

process.on('exit', () => {
  for (const child of running) killTree(child, 'SIGKILL');
});

const parentPollMs = 500;

/** @param {number} code exit code, after the children have had time to end */
function endInOrder(code) {
  ending = true;
  for (const child of running) killTree(child, 'SIGTERM');
  const deadline = performance.now() + KILL_GRACE_MS;
  setInterval(() => {
    if (running.size === 0 || performance.now() > deadline) process.exit(code);
  }, 20);
}

/**
 * Ends the children and then this process on Ctrl-C or a signal. Children have some time to end, and
 * are then killed. Does the same if this process was started by npm and npm has ended, because npm does
 * not forward a signal that only npm receives.
 *
 * @param {() => void} [onSignal]
 * @returns {() => void} takes the handlers of the signals away, for a program that ends itself
 */
export function endOnSignals(onSignal = () => {}) {
  const handlers = /** @type {const} */ ([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]).map(([signal, code]) => {
    const handler = () => {
      onSignal();
      endInOrder(code);
    };
    process.once(signal, handler);
    return () => void process.off(signal, handler);
  });
  const timer = onEndOfNpm(() => endInOrder(143));
  return () => {
    for (const remove of handlers) remove();
    clearInterval(timer);
  };
}

/**
 * Calls `onEnd` once if this process was started by npm and npm has ended.
 * @param {() => void} onEnd
 * @returns {NodeJS.Timeout | undefined}
 */
export function onEndOfNpm(onEnd) {
  if (process.env.npm_lifecycle_event === undefined || isWindows) return undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, parentPollMs);
  timer.unref();
  return timer;
}

/** @param {import('node:child_process').ChildProcess} child */
function end(child) {
  killTree(child, 'SIGTERM');
  setTimeout(() => running.has(child) && killTree(child, 'SIGKILL'), KILL_GRACE_MS).unref();
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {RunOptions} options
 * @param {RunResult} result
 */
function watch(child, options, result) {
  const cancel = () => {
    result.cancelled = true;
    end(child);
  };
  const timer = options.timeoutMs
    ? setTimeout(() => {
        result.timedOut = true;
        end(child);
      }, options.timeoutMs)
    : undefined;
  if (options.signal?.aborted) cancel();
  else options.signal?.addEventListener('abort', cancel, { once: true });
  return () => {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  };
}

/**
 * Counts what a child prints, also of a line that never ends, and ends it when that is too much.
 * @param {import('node:child_process').ChildProcess} child
 * @param {RunOptions} options
 * @param {RunResult} result
 */
function limitOutput(child, { maxOutputBytes }, result) {
  if (maxOutputBytes === undefined) return;
  let bytes = 0;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (/** @type {Buffer | string} */ chunk) => {
      bytes += chunk.length;
      if (bytes <= maxOutputBytes || result.overflowed) return;
      result.overflowed = true;
      child.stdout?.destroy();
      child.stderr?.destroy();
      end(child);
    });
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {RunOptions} options
 * @param {RunResult} result
 * @returns {Promise<unknown>} when both streams have been read to their end
 */
function readLines(child, options, result) {
  const ends = /** @type {const} */ (['stdout', 'stderr']).map((name) => {
    const stream = child[name];
    if (!stream) return undefined;
    stream.setEncoding('utf8');
    const lines = createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
    lines.on('line', (line) => {
      result.tail.push(line);
      if (result.tail.length > tailLength) result.tail.shift();
      options.onLine?.(line, name);
    });
    return new Promise((resolve) => lines.once('close', resolve));
  });
  return Promise.all(ends);
}

/** @param {RunOptions} options */
function environment(options) {
  const merged = { ...process.env, ...(options.ownTemporary && temporaryEnvironment()), ...options.env };
  for (const [name, value] of Object.entries(merged)) if (value === undefined) delete merged[name];
  return merged;
}

/** @type {('pipe' | 'ignore')[]} */
const PIPES = ['ignore', 'pipe', 'pipe'];

/** @param {readonly string[]} command @param {RunOptions} options @param {string | undefined} mark */
function start(command, options, mark) {
  const [program = '', ...args] = command;
  const place = { ...(options.cwd !== undefined && { cwd: options.cwd }), env: environment(options) };
  const detached = !isWindows && !options.terminal;
  if (options.endsWithParent)
    return spawnGuarded(command, { ...place, stdio: PIPES, detached, ...(mark !== undefined && { mark }) });
  const stdio = options.terminal ? 'inherit' : PIPES;
  return spawn(program, args, { ...place, stdio, detached, windowsHide: true });
}

/**
 * @param {readonly string[]} command program and its arguments; not a shell command line
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>} never rejects: the result contains any failure
 */
export async function run(command, options = {}) {
  /** @type {RunResult} */
  const result = { code: null, cancelled: false, timedOut: false, overflowed: false, startError: null, tail: [] };
  if (options.signal?.aborted) return { ...result, cancelled: true };
  // The end of a sandbox ends all that is in it.
  const mark = options.endsWithParent && command[0] !== 'bwrap' ? newMark() : undefined;
  const child = start(command, options, mark);
  running.add(child);
  if (child.pid !== undefined) options.onStart?.(child.pid);
  const unwatch = watch(child, options, result);
  limitOutput(child, options, result);
  const drained = readLines(child, options, result);
  result.code = await new Promise((resolve) => {
    child.once('error', (error) => {
      result.startError = error.message;
      resolve(null);
    });
    child.once('exit', (code) => resolve(code));
  });
  running.delete(child);
  unwatch();
  if (ending || result.cancelled || result.timedOut || result.overflowed) killGroup(child);
  await killMarked(mark);
  // A grandchild may keep the pipe open after the child has ended. The relevant output has been
  // written by then.
  if (result.startError === null)
    await Promise.race([drained, new Promise((resolve) => setTimeout(resolve, 500).unref())]);
  // The caller must not treat the end of the child as a failure and continue.
  if (ending) await new Promise(() => {});
  return result;
}
