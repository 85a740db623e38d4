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
import { type DeadlineTable, longestBusyPeriod } from './deadline-table.ts';
import { type StepBudget, stepBudget } from './response.ts';
import type { TaskSet } from './task-set.ts';

export interface Completions {
  /** Every deadline that can matter, ascending, and when what is due by it is done. Unit: ns. */
  readonly dueNs: readonly number[];
  readonly doneNs: readonly number[];
}

/** Jobs taken from the rows of the table and of the interrupt load, as the window grows. */
class Window {
  readonly #table: DeadlineTable;
  readonly #blocking: StepFunction;
  readonly #budget: StepBudget;
  /** Next deadline, and arrival of the next job that is not counted yet, by row. */
  readonly #nextDue: Float64Array;
  readonly #arrival: Float64Array;
  /** Jobs that are due, and are counted. */
  readonly #due: Float64Array;
  readonly #counted: Float64Array;
  readonly #interruptArrival: Float64Array;
  readonly #interruptsLeft: Float64Array;
  #blockedNs = 0;
  endNs = 0;

  constructor(table: DeadlineTable, blocking: StepFunction, budget: StepBudget) {
    const { demand, firstNs, jitterNs } = table;
    this.#table = table;
    this.#blocking = blocking;
    this.#budget = budget;
    this.#nextDue = firstNs.slice();
    this.#arrival = jitterNs.map((jitter) => -jitter);
    this.#due = new Float64Array(firstNs.length);
    this.#counted = new Float64Array(firstNs.length);
    this.#interruptArrival = demand.jitterNs.subarray(0, demand.interrupts).map((jitter) => -jitter);
    this.#interruptsLeft = demand.most.slice(0, demand.interrupts);
  }

  /** The next deadline; infinite without tasks. */
  next(): number {
    return this.#nextDue.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  }

  /** Takes in what is due by the next deadline; false when the steps run out or the times get too long. */
  advance(dueNs: number): boolean {
    const { periodNs } = this.#table;
    for (let row = 0; row < periodNs.length; row += 1) {
      if ((this.#nextDue[row] as number) > dueNs) continue;
      this.#nextDue[row] = (this.#nextDue[row] as number) + (periodNs[row] as number);
      this.#due[row] = (this.#due[row] as number) + 1;
    }
    let added = this.#takeJobs();
    const blockedNs = valueAt(this.#blocking, dueNs);
    added += blockedNs - this.#blockedNs;
    this.#blockedNs = blockedNs;
    while (added > 0) {
      this.endNs += added;
      if (this.endNs > MAX_TIME_NS || !this.#budget.spend(periodNs.length + this.#interruptsLeft.length)) return false;
      added = this.#takeJobs() + this.#takeInterrupts();
    }
    return this.#budget.spend(periodNs.length);
  }

  /** C of all jobs that are due, have come before the window's end and are not counted yet. */
  #takeJobs(): number {
    const { periodNs, costNs } = this.#table;
    const [arrival, due, counted] = [this.#arrival, this.#due, this.#counted];
    const before = Math.max(this.endNs, 1);
    let added = 0;
    for (let row = 0; row < periodNs.length; row += 1) {
      while ((arrival[row] as number) < before && (counted[row] as number) < (due[row] as number)) {
        arrival[row] = (arrival[row] as number) + (periodNs[row] as number);
        counted[row] = (counted[row] as number) + 1;
        added += costNs[row] as number;
      }
    }
    return added;
  }

  #takeInterrupts(): number {
    const { periodNs, costNs } = this.#table.demand;
    const [arrival, left] = [this.#interruptArrival, this.#interruptsLeft];
    let added = 0;
    for (let row = 0; row < arrival.length; row += 1) {
      while ((arrival[row] as number) < this.endNs && (left[row] as number) > 0) {
        arrival[row] = (arrival[row] as number) + (periodNs[row] as number);
        left[row] = (left[row] as number) - 1;
        added += costNs[row] as number;
      }
    }
    return added;
  }
}

const BUSY_PERIOD_STEPS = 2_000_000;

/**
 * X of every deadline that can matter; null when the steps run out. The load is at most 1.
 *
 * X(d) is at most the end of the longest busy period. So after the last first deadline no d matters from which on X(d) − d can
 * only be below what is sure of every task: C − D, or `tight`, where X(d) itself is a response, the largest found so far. Nor
 * any after a hyperperiod more, since nothing then responds later.
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
  for (let due = window.next(); due < limit; due = window.next()) {
    if (due > lastFirst && busy - due <= latest) break;
    if (!window.advance(due)) return null;
    if (tight && due >= lastFirst) latest = Math.max(latest, window.endNs - due);
    dueNs.push(due);
    doneNs.push(window.endNs);
  }
  return { dueNs, doneNs };
}
