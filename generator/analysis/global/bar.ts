/**
 * Demand since the last moment t_0 at which a processor was idle, under global EDF. Assume that a
 * job of τ_k that arrives A after t_0 misses its deadline. Then all m processors delayed it for at
 * least A + D_k − C_k + 1 ns since t_0, and at most m − 1 tasks had a running job at t_0. With t =
 * A + D_k and x = t − C_k, all deadlines hold if for each k and each A ≥ 0
 *
 *   Σ_i I¹_i + the m − 1 largest of (I²_i − I¹_i) < m(x + 1),
 *   I¹_i = min(DBF_i(t), x + 1), I²_i = min(DBF'_i(t), x + 1);
 *   for τ_k itself min(DBF_k(t) − C_k, A) and min(DBF'_k(t) − C_k, A),
 *   DBF_i(t) = max(0, ⌊(t − D_i)/T_i⌋ + 1)·C_i,   DBF'_i(t) = ⌊t/T_i⌋·C_i + min(C_i, t mod T_i).
 *
 * S. Baruah, "Techniques for Multiprocessor Global Schedulability Analysis", RTSS 2007, theorem 2,
 * with two corrections.
 * - The paper's cap x and bound m·x accept m tasks of C = 9, D = T = 10 together with one of C = 2,
 *   D = 10, which misses. The capped value must be able to exceed the bound, so both are one unit
 *   (1 ns) higher here, as in M. Bertogna, M. Cirinei 2007.
 * - It is not enough to examine the steps of DBF, because the left side can grow faster than the
 *   right side between two steps. For example, (C, T, D) = (11, 16, 14), (7, 13, 13), (8, 13, 12),
 *   (3, 14, 6) on three processors fails for the first task at A = 3 only, where no DBF steps.
 *   Neither side ever decreases. So a whole interval holds if the left side at its end is below the
 *   right side at its start. Otherwise the interval is halved.
 *
 * For no jitter. With D > T the period replaces the deadline (withinPeriods). ΣU < m gives the
 * largest A. Sufficient.
 */

import { formatInstant } from '../../numbers/time.ts';
import { tr } from '../../words/tr.ts';
import { floorDiv, MAX_TIME_NS } from '../arithmetic.ts';
import { exactUs, exactUsAndUnits, texName } from '../format.ts';
import type { Step } from '../method.ts';
import { type StepBudget, stepBudget } from '../response.ts';
import { formula } from '../symbols.ts';
import { sumOfLargest } from './carry-in.ts';
import {
  type GlobalSystem,
  type GlobalTask,
  type GlobalTest,
  globalMethod,
  NO_TASKS,
  type Outcome,
  unlessDroppedReleases,
  unlessGlobalEdf,
  unlessNoJitter,
  unlessTooMany,
  withinPeriods,
} from './multiprocessor.ts';

/** About ten milliseconds. */
const MOST_STEPS = 500_000;

interface Point {
  readonly task: GlobalTask;
  /** A. Unit: ns. */
  readonly afterNs: number;
  readonly interferenceNs: number;
  readonly mostNs: number;
}

/** Carry-in by task; the array is reused. */
type Scratch = Float64Array;

/** The left side for one task and A. */
function interference(index: number, { tasks, processors }: GlobalSystem, afterNs: number, carried: Scratch): number {
  const task = tasks[index] as GlobalTask;
  const t = afterNs + task.deadlineNs;
  const cap = t - task.costNs + 1;
  let sum = 0;
  for (let i = 0; i < tasks.length; i += 1) {
    const { periodNs, costNs, deadlineNs } = tasks[i] as GlobalTask;
    const whole = floorDiv(t, periodNs);
    const phase = t - whole * periodNs;
    // D ≤ T: ⌊(t − D)/T⌋ + 1 without a second division.
    const due = (phase < deadlineNs ? whole : whole + 1) * costNs;
    const begun = whole * costNs + Math.min(costNs, phase);
    const own = i === index ? costNs : 0;
    const most = i === index ? afterNs : cap;
    const without = Math.min(due - own, most);
    sum += without;
    carried[i] = Math.min(begun - own, most) - without;
  }
  return sum + sumOfLargest(carried, Math.min(processors - 1, tasks.length));
}

const most = ({ processors }: GlobalSystem, task: GlobalTask, afterNs: number): number =>
  processors * (afterNs + task.deadlineNs - task.costNs + 1);

/** An interval of values of A, with the left side at its end. */
interface Stretch {
  readonly fromNs: number;
  readonly toNs: number;
  readonly atEnd: number;
}

/**
 * A point that fails, the first that is found; 'unfinished' if the steps were exhausted; null if
 * none fails. The search depth is at most 53.
 */
function failing(
  index: number,
  system: GlobalSystem,
  { fromNs, toNs, atEnd }: Stretch,
  scratch: Scratch,
  budget: StepBudget,
): Point | 'unfinished' | null {
  const task = system.tasks[index] as GlobalTask;
  if (atEnd >= most(system, task, toNs)) {
    return { task, afterNs: toNs, interferenceNs: atEnd, mostNs: most(system, task, toNs) };
  }
  if (atEnd < most(system, task, fromNs)) return null;
  const middle = Math.floor((fromNs + toNs) / 2);
  if (!budget.spend(stepsOf(system))) return 'unfinished';
  const atMiddle = interference(index, system, middle, scratch);
  return (
    failing(index, system, { fromNs, toNs: middle, atEnd: atMiddle }, scratch, budget) ??
    failing(index, system, { fromNs: middle + 1, toNs, atEnd }, scratch, budget)
  );
}

const stepsOf = ({ tasks, processors }: GlobalSystem): number => tasks.length * Math.min(processors, 4);

/**
 * For each task, the A after which no failure is possible: m(t − C_k + 1) ≤ ΣU·t + Σ(T_i − D_i)U_i
 * + the m − 1 largest C. Unit: ns.
 */
function horizonsOf({ tasks, processors }: GlobalSystem): (task: GlobalTask) => number {
  const utilization = tasks.reduce((sum, { costNs, periodNs }) => sum + costNs / periodNs, 0);
  const late = tasks.reduce((sum, t) => sum + (t.periodNs - t.deadlineNs) * (t.costNs / t.periodNs), 0);
  const carried = sumOfLargest(
    Float64Array.from(tasks, ({ costNs }) => costNs),
    Math.min(processors - 1, tasks.length),
  );
  // The rounding error of the sums is far below the margin of 10⁻⁹.
  const rest = processors - utilization - processors * 1e-9;
  if (rest <= 0) return () => Number.POSITIVE_INFINITY;
  return ({ costNs, deadlineNs }) => {
    const end = ((carried + late + processors * costNs) / rest) * (1 + 1e-9) + 1;
    return Math.max(0, Math.ceil(end - deadlineNs));
  };
}

function run(system: GlobalSystem): Outcome {
  const { tasks } = system;
  if (tasks.length === 0) return NO_TASKS;
  const budget = stepBudget(MOST_STEPS);
  const scratch = new Float64Array(tasks.length);
  const horizon = horizonsOf(system);
  let longest = 0;
  for (const [index, task] of tasks.entries()) {
    const end = horizon(task);
    if (task.costNs > task.deadlineNs || end > MAX_TIME_NS) return gaveUp(tr`no bound on the time to examine`);
    const found = budget.spend(stepsOf(system))
      ? failing(
          index,
          system,
          { fromNs: 0, toNs: end, atEnd: interference(index, system, end, scratch) },
          scratch,
          budget,
        )
      : 'unfinished';
    if (found === 'unfinished') return gaveUp(tr`the test reached its step limit`);
    if (found !== null) return outcome(false, explainFailure(found, system));
    longest = Math.max(longest, end);
  }
  return outcome(true, [
    {
      text: tr`For each task, and any time up to ${formatInstant(longest)} since a processor was last idle, the demand and the carry-in leave room for its job: every deadline holds.`,
      tex: '\\sum_i I_i^1 + \\sum^{m-1}_{\\text{largest}} (I_i^2 - I_i^1) < m(A_k + D_k - C_k + \\varepsilon) \\quad \\text{for all } k, A_k',
      numbers: { A: longest, m: system.processors },
    },
  ]);
}

const outcome = (holds: boolean, steps: readonly Step[]): Outcome => ({
  holds,
  responses: null,
  value: null,
  bound: null,
  steps: () => steps,
});

const gaveUp = (why: string): Outcome => outcome(false, [{ text: tr`The test proves nothing here: ${why}.` }]);

function explainFailure({ task, afterNs, interferenceNs, mostNs }: Point, { processors }: GlobalSystem): Step[] {
  return [
    {
      text:
        afterNs === 0
          ? tr`A job of "${task.name}" that arrives when a processor was last idle can be delayed by ${formatInstant(interferenceNs)} of work; below ${formatInstant(mostNs)} it would meet its deadline. The test proves nothing here.`
          : tr`A job of "${task.name}" that arrives ${formatInstant(afterNs)} after a processor was last idle can be delayed by ${formatInstant(interferenceNs)} of work; below ${formatInstant(mostNs)} it would meet its deadline. The test proves nothing here.`,
      tex: `\\sum_i I_i^1 + \\sum^{m-1}_{\\text{largest}} (I_i^2 - I_i^1) = ${exactUsAndUnits(interferenceNs)} \\ge ${processors} (${exactUs(afterNs)} + ${exactUs(task.deadlineNs)} - ${exactUs(task.costNs)} + \\varepsilon) \\quad (k = ${texName(task.name)})`,
      numbers: { interference: interferenceNs, bound: mostNs, A: afterNs, m: processors },
    },
  ];
}

export const barTest: GlobalTest = {
  id: 'bar',
  get label() {
    return tr`BAR demand test`;
  },
  get phrase() {
    return tr`Baruah's demand test`;
  },
  reference: 'Baruah 2007, theorem 2, corrected for whole time units',
  formula: formula(
    "\\sum_j I_j + \\sum_{m-1} (I'_j - I_j) < m\\,(A + D_i - C_i + \\varepsilon)",
    ['C', 'D', 'm', 'i', 'ε'],
    [
      ['A', () => tr`time from the last idle processor to the arrival of the job`],
      ['I_j', () => tr`how long a task j can delay the job, from its arrivals in this time`],
      ["I'_j", () => tr`the same, with a job that was running before; counted for the m − 1 largest differences`],
    ],
  ),
  measures: 'demand',
  refuses: (system) =>
    unlessGlobalEdf(system) ?? unlessDroppedReleases(system) ?? unlessNoJitter(system) ?? unlessTooMany(system),
  run: withinPeriods(run),
};

export const bar = globalMethod(barTest);
