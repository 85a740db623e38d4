/**
 * The whole bench on this tree and on another commit, in one run.
 *
 * Each tree has a process of its own. For each line they take turns in short rounds, and each round compares processor time on the same
 * inputs: what else the machine does slows both of them. The median of the rounds counts.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Answer, Question } from './against-worker.ts';
import { head, print, quantile, row, shown } from './report.ts';
import { ROOT } from './tree.ts';

const ROUNDS = 7;
const WARM_UP = 2;
/** A round is as long as this, and has at least that many inputs. Unit of the first: ms. */
const [ROUND_MS, LEAST_RUNS] = [50, 2];

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

async function answerOf(worker: ChildProcess): Promise<Answer> {
  const ended = new AbortController();
  const exit = once(worker, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('One of the two processes ended.');
  });
  exit.catch(() => {});
  const [answer] = (await Promise.race([once(worker, 'message'), exit])) as [Answer];
  ended.abort();
  return answer;
}

async function start(root: string) {
  const worker = fork(path.join(import.meta.dirname, 'against-worker.ts'), [root]);
  const answer = await answerOf(worker);
  return { worker, lines: 'lines' in answer ? answer.lines : [] };
}

async function timeOf(worker: ChildProcess, question: Question): Promise<number | null> {
  const answer = answerOf(worker);
  worker.send(question);
  const found = await answer;
  return 'ms' in found ? found.ms : null;
}

interface Compared {
  /** Of one input, median of the rounds. Unit: ms. */
  readonly thereMs: number;
  readonly hereMs: number;
  readonly ratio: number;
}

async function compare(
  there: ChildProcess,
  here: ChildProcess,
  line: Omit<Question, 'runs'>,
): Promise<Compared | null> {
  let runs = LEAST_RUNS;
  for (let ms = 0; ms < ROUND_MS; ) {
    ms = (await timeOf(here, { ...line, runs })) ?? Number.POSITIVE_INFINITY;
    // Both have then run equally often.
    await timeOf(there, { ...line, runs });
    if (ms < ROUND_MS) runs = Math.ceil(runs * Math.min(10, Math.max(1.2, ROUND_MS / Math.max(ms, 1))));
  }
  const rounds: { readonly thereMs: number; readonly hereMs: number }[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const question = { ...line, runs };
    const [first, second] = round % 2 === 0 ? [there, here] : [here, there];
    const [firstMs, secondMs] = [await timeOf(first, question), await timeOf(second, question)];
    if (firstMs === null || secondMs === null) return null;
    const [thereMs, hereMs] = first === there ? [firstMs, secondMs] : [secondMs, firstMs];
    if (round >= 0) rounds.push({ thereMs, hereMs });
  }
  const median = (of: (round: (typeof rounds)[number]) => number) => quantile(rounds.map(of), 0.5);
  return {
    thereMs: median(({ thereMs }) => thereMs) / runs,
    hereMs: median(({ hereMs }) => hereMs) / runs,
    ratio: median(({ thereMs, hereMs }) => hereMs / thereMs),
  };
}

/** Checks the commit out in a temporary worktree, which is gone afterwards. */
async function inWorktree(commit: string, run: (root: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
  const root = path.join(folder, 'tree');
  try {
    git('worktree', 'add', '--detach', '--quiet', root, commit);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'), 'dir');
    await run(root);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

/** @param only parts of the names of the lines that are measured; none: all */
export async function printAgainst(commit: string, only: readonly string[]): Promise<void> {
  const there = git('log', '-1', '--format=%h (%s)', commit);
  print(`## Beside ${there}`);
  print();
  print(
    `Both trees in one run: each line takes ${ROUNDS} rounds of at least ${ROUND_MS} ms, in which the trees take turns on the same inputs. Processor`,
  );
  print('time of one input, median of the rounds, and the median of their ratios: above 1.05 this tree is slower.');
  print();
  head('line', 'there, ms', 'here, ms', 'here / there');
  await inWorktree(commit, async (root) => {
    const [other, self] = [await start(root), await start(ROOT)];
    try {
      for (const line of self.lines) {
        const name = `${line.section}: ${line.line}`;
        if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
        const found = await compare(other.worker, self.worker, line);
        if (found === null) row(name, '', '', 'new');
        else row(name, shown(found.thereMs), shown(found.hereMs), found.ratio.toFixed(2));
      }
    } finally {
      for (const { worker } of [other, self]) worker.disconnect();
    }
  });
  print();
}
