/** The temporary worktree of `npm run bench:analysis -- --against`. */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let repository: string;
const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: repository, encoding: 'utf8' });
const worktrees = () => git('worktree', 'list').trim().split('\n').length;

beforeEach(() => {
  repository = mkdtempSync(path.join(tmpdir(), 'polyloop-worktree-test-'));
  git('init', '--quiet');
  git('-c', 'user.name=x', '-c', 'user.email=x@example.org', 'commit', '--quiet', '--allow-empty', '-m', 'First');
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

/** A process that stays in a worktree of the repository until it ends. */
async function stay(): Promise<{ readonly process: ChildProcess; readonly root: string }> {
  const process = fork(path.join(import.meta.dirname, 'stay-in-worktree.ts'), [repository]);
  const [root] = (await once(process, 'message')) as [string];
  return { process, root };
}

async function endBy({ process }: { readonly process: ChildProcess }, signal: NodeJS.Signals): Promise<unknown[]> {
  const exit = once(process, 'exit');
  process.kill(signal);
  return exit;
}

describe('the worktree of another commit', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('is removed on %s', async (signal, exitCode) => {
    const staying = await stay();
    expect(existsSync(path.join(staying.root, '.git'))).toBe(true);
    expect(worktrees()).toBe(2);
    expect(await endBy(staying, signal)).toEqual([exitCode, null]);
    expect(existsSync(path.dirname(staying.root))).toBe(false);
    expect(worktrees()).toBe(1);
  });

  it('is removed by the next run if its process was killed, and kept while its process runs', async () => {
    const [killed, running] = [await stay(), await stay()];
    await endBy(killed, 'SIGKILL');
    expect(existsSync(killed.root)).toBe(true);
    const next = await stay();
    expect(existsSync(path.dirname(killed.root))).toBe(false);
    expect(existsSync(running.root)).toBe(true);
    for (const one of [running, next]) await endBy(one, 'SIGTERM');
    expect(worktrees()).toBe(1);
  });
});
