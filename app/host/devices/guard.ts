/** Children that must not outlive this process, whatever ends it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { Socket } from 'node:net';

/** Reads until its standard input ends, which only this process holds open. */
const WATCH = 'read -r child && { read -r line; kill -KILL "$child"; }';

/**
 * Starts a child that is killed when this process is gone, also when that was killed itself and could do nothing any more:
 * a shell waits for it. The shell comes first, so that nothing keeps this process from attending to the child.
 *
 * On Windows there may be no shell, and there is no need of one: libuv puts its children into a job that ends with it.
 */
export function guarded<Child extends ChildProcess>(start: () => Child): Child {
  if (process.platform === 'win32') return start();
  const watcher = spawn('/bin/sh', ['-c', WATCH], { stdio: ['pipe', 'ignore', 'ignore'] });
  // Without it the child is only less guarded.
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
