/** Another commit of a repository in a temporary folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^polyloop-against-(\d+)-/;
/** Exit codes that shells give to a process that was ended by a signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Runs with the commit checked out. The folder is removed at the end, and if the process is interrupted or terminated. */
export async function inWorktree(
  repository: string,
  commit: string,
  run: (root: string) => Promise<void>,
): Promise<void> {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const remove = (folder: string) => {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  };

  // A process that was killed could not remove its folder.
  for (const [, folder] of git('worktree', 'list', '--porcelain').matchAll(/^worktree (.*)\/tree$/gm)) {
    const pid = NAME.exec(path.basename(folder as string))?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) remove(folder as string);
  }

  const folder = mkdtempSync(path.join(tmpdir(), `polyloop-against-${process.pid}-`));
  const removeOwn = () => remove(folder);
  const end = (signal: keyof typeof EXIT_CODES) => process.exit(EXIT_CODES[signal]);
  process.once('exit', removeOwn).once('SIGINT', end).once('SIGTERM', end);
  try {
    const root = path.join(folder, 'tree');
    git('worktree', 'add', '--detach', '--quiet', root, commit);
    symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'), 'dir');
    await run(root);
  } finally {
    process.off('exit', removeOwn).off('SIGINT', end).off('SIGTERM', end);
    removeOwn();
  }
}
