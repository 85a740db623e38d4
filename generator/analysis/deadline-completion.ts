/**
 * X(d): when the work that is due by d is done, if all of it comes as early as it can; under earliest deadline first nothing else
 * can come before it but what is in the way already.
 *
 * X(d) = least t > 0 with B(d) + I(t) + Σ min(⌈(t + J_j)/T_j⌉, ⌊(d − first_j)/T_j⌋ + 1)·C_j ≤ t,   first_j = D_j − J_j
 *
 * This is M. Spuri's L_i(a) for d = a + D_i ("Analysis of Deadline Scheduled Real-Time Systems", INRIA RR-2772, 1996), computed
 * once for all tasks: where X(d) is after the arrival a = d − D_i every earlier job of τ_i has come by then, and L_i(a) = X(d).
 * Where it is not, the processor is free of such work before a, and the job belongs to a later busy period, which is that of
 * an earlier d.
 */
import { MAX_TIME_NS } from './arithmetic.ts';
import { type StepFunction, valueAt } from './deadline-blocking.ts';
import { type DeadlineTable, latenessBound, longestBusyPeriod } from './deadline-table.ts';
import { type StepBudget, stepBudget } from './response.ts';
import { RowHeap } from './row-heap.ts';
import type { TaskSet } from './task-set.ts';

/** X as a step function: from `dueNs[k]` to before `dueNs[k + 1]` it is `doneNs[k]`; both ascend. Unit: ns. */
export interface Completions {
  readonly dueNs: readonly number[];
  readonly doneNs: readonly number[];
}

/** The step in which a deadline lies, as an index. */
export function stepOf({ dueNs }: Completions, timeNs: number): number {
  let [low, high] = [0, dueNs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((dueNs[middle] as number) <= timeNs) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The window that grows with d. Every job is taken in once: when it is due and has come. Rows of the table first, then those of
 * the interrupt load, which are always due.
 */
class Window {
  readonly #table: DeadlineTable;
  readonly #blocking: StepFunction;
  readonly #budget: StepBudget;
  readonly #deadlines: RowHeap;
  /** Rows whose next job is due, by its arrival. */
  readonly #waiting: RowHeap;
  /** Arrival of the next job that is not taken in, and how many more may be. */
  readonly #arrival: Float64Array;
  readonly #left: Float64Array;
  readonly #due: Float64Array;
  #blockedNs = 0;
  endNs = 0;

  constructor(table: DeadlineTable, blocking: StepFunction, budget: StepBudget) {
    const { demand, firstNs, jitterNs } = table;
    const rows = firstNs.length;
    const all = rows + demand.interrupts;
    this.#table = table;
    this.#blocking = blocking;
    this.#budget = budget;
    this.#deadlines = new RowHeap(rows);
    this.#waiting = new RowHeap(all);
    this.#due = firstNs.slice();
    this.#left = new Float64Array(all);
    this.#arrival = new Float64Array(all);
    for (let row = 0; row < rows; row += 1) {
      this.#deadlines.push(row, firstNs[row] as number);
      this.#arrival[row] = -(jitterNs[row] as number);
    }
    for (let load = 0; load < demand.interrupts; load += 1) {
      this.#left[rows + load] = demand.most[load] as number;
      this.#arrival[rows + load] = -(demand.jitterNs[load] as number);
      this.#waiting.push(rows + load, this.#arrival[rows + load] as number);
    }
  }

  /** The next deadline; infinite without tasks. */
  get nextNs(): number {
    return this.#deadlines.least;
  }

  /** Takes in what is due by the next deadline; false when the steps run out or the times get too long. */
  advance(dueNs: number): boolean {
    while (this.#deadlines.least <= dueNs) this.#becomesDue(this.#deadlines.top);
    const blockedNs = valueAt(this.#blocking, dueNs);
    this.endNs += blockedNs - this.#blockedNs;
    this.#blockedNs = blockedNs;
    while (this.#waiting.least < Math.max(this.endNs, 1)) {
      this.#takeIn(this.#waiting.top);
      if (this.endNs > MAX_TIME_NS || !this.#budget.spend(JOB_STEPS)) return false;
    }
    return this.#budget.spend(JOB_STEPS);
  }

  /** Of the row on top of the deadlines. */
  #becomesDue(row: number): void {
    const due = (this.#due[row] as number) + (this.#table.periodNs[row] as number);
    this.#due[row] = due;
    this.#deadlines.postpone(due);
    if (this.#left[row] === 0) this.#waiting.push(row, this.#arrival[row] as number);
    this.#left[row] = (this.#left[row] as number) + 1;
  }

  /** Of the row on top of those that wait. */
  #takeIn(row: number): void {
    const { periodNs, costNs, demand } = this.#table;
    const rows = periodNs.length;
    const load = row - rows;
    this.endNs += (load < 0 ? costNs[row] : demand.costNs[load]) as number;
    const next = (this.#arrival[row] as number) + ((load < 0 ? periodNs[row] : demand.periodNs[load]) as number);
    this.#arrival[row] = next;
    this.#left[row] = (this.#left[row] as number) - 1;
    if ((this.#left[row] as number) > 0) this.#waiting.postpone(next);
    else this.#waiting.pop();
  }
}

/** What one job costs, in steps of one row. */
const JOB_STEPS = 32;

const BUSY_PERIOD_STEPS = 2_000_000;

/**
 * X as far as it can matter; null when the steps run out. The load is at most 1.
 *
 * X(d) is at most the end of the longest busy period, and X(d) − d falls below every bound as d grows (`latenessBound`). So after
 * the last first deadline no d matters from which on X(d) − d can only be below what is sure of every task: C − D, or `tight`,
 * where X(d) itself is a response, the largest found so far. Nor any after a hyperperiod more, since nothing then responds later.
 */
export function completions(
  set: TaskSet,
  table: DeadlineTable,
  blocking: StepFunction,
  budget: StepBudget,
  tight: boolean,
): Completions | null {
  const { demand, firstNs } = table;
  const lastFirst = firstNs.at(-1);
  if (lastFirst === undefined) return { dueNs: [], doneNs: [] };
  const limit = lastFirst + (demand.hyperperiodBefore[demand.periodNs.length] as number);
  const own = stepBudget(BUSY_PERIOD_STEPS);
  const busy =
    longestBusyPeriod(set, table, blocking.mostNs, own, Math.min(limit, MAX_TIME_NS)) ?? Number.POSITIVE_INFINITY;
  const window = new Window(table, blocking, budget);
  const [dueNs, doneNs]: [number[], number[]] = [[], []];
  let latest = set.entities.reduce((least, e) => Math.min(least, e.costNs - e.deadlineNs), Number.POSITIVE_INFINITY);
  const bound = latenessBound(set, table, blocking.mostNs);
  for (let due = window.nextNs; due < limit; due = window.nextNs) {
    if (due > lastFirst && (busy - due <= latest || bound(due) <= latest)) break;
    if (!window.advance(due)) return null;
    if (tight && due >= lastFirst) latest = Math.max(latest, window.endNs - due);
    if (doneNs.at(-1) === window.endNs) continue;
    dueNs.push(due);
    doneNs.push(window.endNs);
  }
  return { dueNs, doneNs };
}
