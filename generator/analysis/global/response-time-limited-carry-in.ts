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
import { addPiece, clearPiece, type Interference, limitOf, rivalsOf, solve, windowOf } from './global-response.ts';
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
  const responses = rivals.map((rival) => known.get(rival) ?? limitOf(rival));
  const pieces = rivals.map((): Pair => ({ fresh: piece(), begun: piece() }));
  const order = [...pieces];
  return (windowNs, sum) => {
    const cap = windowNs - task.costNs + 1;
    pieces.forEach(({ fresh, begun }, i) => {
      workloadWithoutCarryIn(rivals[i] as GlobalTask, windowNs, fresh);
      capped(fresh, cap, 1);
      workloadWithCarryIn(rivals[i] as GlobalTask, responses[i] as number, windowNs, begun);
      capped(begun, cap, 1);
    });
    order.sort((a, b) => carriedBy(b) - carriedBy(a));
    clearPiece(sum);
    // While these differences are the largest, the sum follows their lines. When others become
    // larger, the sum is above those lines.
    order.forEach((pair, place) => {
      addPiece(sum, place < processors - 1 && carriedBy(pair) > 0 ? pair.begun : pair.fresh);
    });
  };
}

/** A rival's workload without and with carry-in. */
interface Pair {
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
