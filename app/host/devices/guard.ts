/** Guards child processes that must not outlive this process, however this process ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Reads until standard input ends. Only this process holds the other end open. */
const WATCH = 'read -r child && { read -r line; kill -KILL "$child"; }';

/**
 * Starts a child that is killed when this process ends, even when this process was itself killed
 * and cannot clean up. A shell process does the waiting. The shell is started before the child, so
 * this process can listen to the child immediately after starting it.
 *
 * On Windows no shell is needed: libuv puts child processes into a job that ends with the parent.
 */
export function guarded<Child extends ChildProcess>(start: () => Child): Child {
  if (process.platform === 'win32') return start();
  const watcher = spawn('/bin/sh', ['-c', WATCH], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Without the shell the child is not killed when this process is killed. Everything else works.
  watcher.on('error', () => {});
  watcher.stdin.on('error', () => {});
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  const child = start();
  const dismiss = () => watcher.kill('SIGKILL');
  child.once('exit', dismiss).once('error', dismiss);
  if (child.pid !== undefined) watcher.stdin.write(`${child.pid}\n`);
  return child;
}
