/**
 * Response times under global fixed priorities, where at most m − 1 rivals have carry-in when the
 * window starts:
 *
 *   x = C_k + ⌊(1/m)(Σ I^NC_i(x) + the m − 1 largest of I^CI_i(x) − I^NC_i(x))⌋,   I capped at x − C_k + 1.
 *
 * N. Guan, M. Stigge, W. Yi, G. Yu, "New Response Time Bounds for Fixed Priority Multiprocessor
 * Scheduling", RTSS 2009, equations 5 to 12. The window starts at the last moment at which some
 * processor was not busy with a job at or above the task's rank. Every rival with a pending job at
 * that moment was running it. R counts from the arrival, with jitter as in carry-in.ts. The bound
 * of a rival of the same rank is its deadline. With D > T the test shows R ≤ T. Sufficient, and
 * never above the bound without limited carry-in.
 */

import { tr } from '../../words/tr.ts';
import { stepBudget } from '../response.ts';
import { formula } from '../symbols.ts';
import { capped, type Piece, piece, workloadWithCarryIn, workloadWithoutCarryIn } from './carry-in.ts';
import {
  addPiece,
  clearPiece,
  type Interference,
  limitOf,
  rivalsOf,
  solve,
  type Workloads,
  windowOf,
} from './global-response.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessGlobalFixed,
} from './multiprocessor.ts';
import { outcomeOf } from './response-time-global.ts';

/** About ten milliseconds. */
const MOST_STEPS = 1_000_000;

function interferenceOf(
  rivals: readonly GlobalTask[],
  task: GlobalTask,
  processors: number,
  known: ReadonlyMap<GlobalTask, number>,
): Interference {
  const pairs = pairsOf(rivals, known);
  const order = [...pairs];
  return (windowNs, sum) => {
    fill(pairs, task, windowNs);
    order.sort((a, b) => carriedBy(b) - carriedBy(a));
    clearPiece(sum);
    // While these differences are the largest, the sum follows their lines. When others become
    // larger, the sum is above those lines.
    order.forEach((pair, place) => {
      addPiece(sum, countedOf(pair, place, processors));
    });
  };
}

/** What each rival adds to the sum for a window of length x. Unit: ns. */
export function interferenceBy(
  system: GlobalSystem,
  task: GlobalTask,
  known: ReadonlyMap<GlobalTask, number>,
  windowNs: number,
): Workloads {
  const pairs = pairsOf(rivalsOf(system, task), known);
  fill(pairs, task, windowNs);
  return pairs
    .sort((a, b) => carriedBy(b) - carriedBy(a))
    .map((pair, place) => ({ rival: pair.rival, ns: countedOf(pair, place, system.processors).workNs }));
}

const pairsOf = (rivals: readonly GlobalTask[], known: ReadonlyMap<GlobalTask, number>): Pair[] =>
  rivals.map((rival) => ({ rival, responseNs: known.get(rival) ?? limitOf(rival), fresh: piece(), begun: piece() }));

function fill(pairs: readonly Pair[], task: GlobalTask, windowNs: number): void {
  const cap = windowNs - task.costNs + 1;
  for (const { rival, responseNs, fresh, begun } of pairs) {
    workloadWithoutCarryIn(rival, windowNs, fresh);
    capped(fresh, cap, 1);
    workloadWithCarryIn(rival, responseNs, windowNs, begun);
    capped(begun, cap, 1);
  }
}

/** @param place in the order of what the pairs carry in, largest first */
const countedOf = (pair: Pair, place: number, processors: number): Piece =>
  place < processors - 1 && carriedBy(pair) > 0 ? pair.begun : pair.fresh;

/** A rival's workload without and with carry-in. */
interface Pair {
  readonly rival: GlobalTask;
  /** R of the rival. Unit: ns. */
  readonly responseNs: number;
  readonly fresh: Piece;
  readonly begun: Piece;
}

const carriedBy = ({ fresh, begun }: Pair): number => begun.workNs - fresh.workNs;

function run(system: GlobalSystem): Outcome {
  if (system.tasks.length === 0) return NO_TASKS;
  const budget = stepBudget(MOST_STEPS);
  const { processors } = system;
  const responses = solve(system, (task, known) => {
    if (!budget.spend(system.tasks.length)) return null;
    const rivals = rivalsOf(system, task);
    const work = rivals.length * Math.min(processors, 4);
    const window = windowOf(task, processors, work, interferenceOf(rivals, task, processors, known), budget);
    return window === null ? null : task.jitterNs + window;
  });
  return outcomeOf(system, responses);
}

export const responseTimeLimitedCarryInTest: GlobalTest = {
  id: 'response-time-limited-carry-in',
  get label() {
    return tr`Response times with limited carry-in (RTA-LC)`;
  },
  get phrase() {
    return tr`response-time analysis with limited carry-in`;
  },
  reference: 'Guan, Stigge, Yi, Yu 2009, equation 12',
  formula: formula(
    "x = C_i + \\left\\lfloor\\frac{1}{m}\\left(\\sum_j I_j(x) + \\sum_{m-1} (I'_j(x) - I_j(x))\\right)\\right\\rfloor, \\quad R_i = J_i + x \\le D_i",
    ['R', 'D', 'J', 'C', 'm', 'i', 'j'],
    [
      ['x', () => tr`longest time from the release of a job to its end`],
      ['I_j(x)', () => tr`how long j can delay the job within x, from its arrivals in x`],
      ["I'_j(x)", () => tr`the same, with a job that was running before; counted for the m − 1 largest differences`],
    ],
  ),
  measures: 'response-time',
  refuses: unlessGlobalFixed,
  run,
};

export const responseTimeLimitedCarryIn = globalMethod(responseTimeLimitedCarryInTest);
