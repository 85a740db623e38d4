/**
 * Load of a busy window that ends with a missed deadline, under global EDF. All deadlines hold if
 * for each task k, with λ = C_k/D_k,
 *
 *   Σ_i min(1, β_i) ≤ m(1 − λ) + λ,   β_i = U_i(1 + (T_i − D_i)/D_k) + max(0, (C_i − λ·T_i)/D_k).
 *
 * T. P. Baker, "Multiprocessor EDF and Deadline Monotonic Schedulability Analysis", RTSS 2003, for
 * EDF; as restated by M. Bertogna, M. Cirinei, G. Lipari 2005, theorem 5. The sum includes k
 * itself. For D ≤ T and no jitter. Sufficient.
 */

import { formatRatio } from '../../numbers/share.ts';
import { tr } from '../../words/tr.ts';
import { compareFractions, compareSafely, type Fraction, fraction, sumFractions } from '../arithmetic.ts';
import { formatRatios, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { formula } from '../symbols.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessConstrained,
  unlessGlobalEdf,
  unlessNoJitter,
  unlessTooMany,
} from './multiprocessor.ts';

/** β_i for the window of τ_k. */
function load(other: GlobalTask, task: GlobalTask): number {
  const own = (other.costNs / other.periodNs) * (1 + (other.periodNs - other.deadlineNs) / task.deadlineNs);
  const carried = other.costNs - (task.costNs / task.deadlineNs) * other.periodNs;
  return own + Math.max(0, carried / task.deadlineNs);
}

/** min(1, β_i), exact. */
function exactLoad(other: GlobalTask, task: GlobalTask): Fraction {
  const [c, t, d] = [BigInt(other.costNs), BigInt(other.periodNs), BigInt(other.deadlineNs)];
  const [ck, dk] = [BigInt(task.costNs), BigInt(task.deadlineNs)];
  const carried = c * dk - ck * t;
  // Over the common denominator T_i·D_k².
  const numerator = c * (dk + t - d) * dk + (carried > 0n ? carried * t : 0n);
  const denominator = t * dk * dk;
  return numerator > denominator ? fraction(1, 1) : { numerator, denominator };
}

interface Check {
  readonly task: GlobalTask;
  readonly value: number;
  readonly bound: number;
  readonly holds: boolean;
}

/**
 * Exact sums of more terms would take seconds. Beyond this number of terms, a value within rounding
 * of the bound counts as above it, which proves nothing.
 */
const MOST_EXACT = 100;

function check(task: GlobalTask, { tasks, processors }: GlobalSystem): Check {
  const value = tasks.reduce((sum, other) => sum + Math.min(1, load(other, task)), 0);
  const density = task.costNs / task.deadlineNs;
  const bound = processors - (processors - 1) * density;
  const sign = compareSafely(value + (processors - 1) * density, processors, 10 * tasks.length + 10, () => {
    if (tasks.length > MOST_EXACT) return 1;
    const own = { numerator: BigInt(processors - 1) * BigInt(task.costNs), denominator: BigInt(task.deadlineNs) };
    const left = sumFractions([...tasks.map((other) => exactLoad(other, task)), own]);
    return compareFractions(left, fraction(processors, 1));
  });
  return { task, value, bound, holds: density <= 1 && sign <= 0 };
}

function run(system: GlobalSystem): Outcome {
  if (system.tasks.length === 0) return NO_TASKS;
  let tightest: Check | null = null;
  for (const task of system.tasks) {
    const one = check(task, system);
    if (tightest === null || !one.holds || one.bound - one.value < tightest.bound - tightest.value) tightest = one;
    if (!one.holds) break;
  }
  const { holds } = tightest as Check;
  return { holds, responses: null, value: null, bound: null, steps: () => explain(tightest as Check, system) };
}

function explain({ task, value, bound, holds }: Check, { processors }: GlobalSystem): Step[] {
  const [left, right] = formatRatios(value, bound);
  const density = formatRatio(task.costNs / task.deadlineNs);
  return [
    {
      text: tr`${holds ? tr`The tightest` : tr`The first that fails`} is "${task.name}" with λ = C/D = ${density}: a miss requires a load above m(1 − λ) + λ = ${right} before it, and the load is at most ${left}.`,
      tex: `\\sum_i \\min(1, \\beta_i) = ${left} ${holds ? '\\le' : '>'} m(1 - \\lambda) + \\lambda = ${processors}(1 - ${density}) + ${density} = ${right} \\quad (k = ${texName(task.name)})`,
      numbers: { Σβ: value, bound, λ: task.costNs / task.deadlineNs, m: processors },
    },
    { text: holds ? tr`No job can miss: every deadline holds.` : tr`The test proves nothing here.` },
  ];
}

export const bakTest: GlobalTest = {
  id: 'bak',
  get label() {
    return tr`BAK load test`;
  },
  get phrase() {
    return tr`Baker's load test`;
  },
  reference: 'Baker 2003; as in Bertogna, Cirinei, Lipari 2005, theorem 5',
  formula: formula(
    '\\sum_j \\min(1, \\beta_j) \\le m\\,(1 - \\lambda) + \\lambda, \\quad \\lambda = \\frac{C_i}{D_i}',
    ['C', 'D', 'm', 'i'],
    [
      ['\\lambda', () => tr`density of the task in question`],
      ['\\beta_j', () => tr`largest share of a processor that a task j takes before the deadline`],
    ],
  ),
  measures: 'demand',
  refuses: (system) =>
    unlessGlobalEdf(system) ?? unlessConstrained(system) ?? unlessNoJitter(system) ?? unlessTooMany(system),
  run,
};

export const bak = globalMethod(bakTest);
