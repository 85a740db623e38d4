/**
 * Runs the whole bench on this tree and on another commit, in one run.
 *
 * Each line gets new processes, one for each tree, so that earlier lines do not influence the compiled
 * code. The two processes alternate in short rounds on the same inputs, because other load on the
 * machine then slows both of them. A round compares processor time. The compiled code differs from
 * process to process, so each line is measured with several pairs of processes. The result is the median
 * of all rounds.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answer, Question } from './against-worker.ts';
import { head, print, quantile, row, section, shown } from './report.ts';
import { ROOT } from './tree.ts';
import { inWorktree } from './worktree.ts';

const PAIRS = 3;
const ROUNDS = 7;
/** A round lasts at least this long. */
const ROUND_MS = 50;
/** Each process works this long before the first round, so that its code is compiled. */
const WARM_UP_MS = 600;
/** If one input of a line takes longer than this, the line gets one pair and `FEW_ROUNDS` rounds. */
const LONG_MS = 2_000;
const FEW_ROUNDS = 3;

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
  const worker = fork(path.join(import.meta.dirname, 'against-worker.ts'), [root], { execArgv: ['--expose-gc'] });
  const answer = await answerOf(worker);
  return { worker, lines: 'lines' in answer ? answer.lines : [] };
}

async function timeOf(worker: ChildProcess, question: Question): Promise<number | null> {
  const answer = answerOf(worker);
  worker.send(question);
  const found = await answer;
  return 'ms' in found ? found.ms : null;
}

interface Round {
  /** Processor time of one input. Unit: ms. */
  readonly thereMs: number;
  readonly hereMs: number;
}

/** Compares a line in one pair of processes. Null: the other tree does not have the line. */
async function roundsOf(other: string, line: Omit<Question, 'runs'>): Promise<Round[] | null> {
  const [{ worker: there }, { worker: here }] = [await start(other), await start(ROOT)];
  try {
    let [runs, warmMs] = [1, 0];
    for (let ms = 0; warmMs < WARM_UP_MS || ms < ROUND_MS; warmMs += ms) {
      const thereMs = await timeOf(there, { ...line, runs });
      ms = (await timeOf(here, { ...line, runs })) ?? Number.POSITIVE_INFINITY;
      if (thereMs === null) return null;
      if (ms < ROUND_MS) runs = Math.ceil(runs * Math.min(10, Math.max(1.2, ROUND_MS / Math.max(ms, 1))));
    }
    const rounds: Round[] = [];
    const question = { ...line, runs };
    for (let round = 0; round < ROUNDS; round += 1) {
      const [first, second] = round % 2 === 0 ? [there, here] : [here, there];
      const firstMs = (await timeOf(first, question)) ?? Number.NaN;
      const secondMs = (await timeOf(second, question)) ?? Number.NaN;
      const [thereMs, hereMs] = first === there ? [firstMs, secondMs] : [secondMs, firstMs];
      rounds.push({ thereMs: thereMs / runs, hereMs: hereMs / runs });
      if (Math.max(thereMs, hereMs) / runs > LONG_MS && rounds.length === FEW_ROUNDS) break;
    }
    return rounds;
  } finally {
    for (const worker of [there, here]) worker.disconnect();
  }
}

interface Compared extends Round {
  readonly ratio: number;
}

async function compare(other: string, line: Omit<Question, 'runs'>): Promise<Compared | null> {
  const rounds: Round[] = [];
  for (let pair = 0; pair < PAIRS && (pair === 0 || rounds.length >= ROUNDS); pair += 1) {
    const found = await roundsOf(other, line);
    if (found === null) return null;
    rounds.push(...found);
  }
  const median = (of: (round: Round) => number) => quantile(rounds.map(of), 0.5);
  return {
    thereMs: median(({ thereMs }) => thereMs),
    hereMs: median(({ hereMs }) => hereMs),
    ratio: median(({ thereMs, hereMs }) => hereMs / thereMs),
  };
}

/** @param only parts of the names of the lines that are measured; none: all */
export async function printAgainst(commit: string, only: readonly string[]): Promise<void> {
  const there = execFileSync('git', ['log', '-1', '--format=%h (%s)', commit], { cwd: ROOT, encoding: 'utf8' }).trim();
  section(
    `Comparison with ${there}`,
    'Both trees are measured in one run. Each line has new processes, one for each tree, which alternate in rounds ' +
      `of at least ${ROUND_MS} ms on the same inputs: ${ROUNDS} rounds in each of ${PAIRS} pairs of processes. The table contains the median processor ` +
      'time of one input, and the median of the ratios of the rounds. A ratio above 1.05: this tree is slower.',
  );
  head('line', 'other commit, ms', 'this tree, ms', 'ratio');
  await inWorktree(ROOT, commit, async (root) => {
    const { worker, lines } = await start(ROOT);
    worker.disconnect();
    for (const line of lines) {
      const name = `${line.section}: ${line.line}`;
      if (only.length > 0 && !only.some((part) => name.includes(part))) continue;
      const found = await compare(root, line);
      if (found === null) row(name, '', '', 'new');
      else row(name, shown(found.thereMs), shown(found.hereMs), found.ratio.toFixed(2));
    }
  });
  print();
}
