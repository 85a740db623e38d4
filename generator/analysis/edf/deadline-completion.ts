/**
 * X(d): the completion time of the work that is due by d, if all of it arrives as early as
 * possible. Under EDF, only earlier blocking can run before this work.
 *
 *   X(d) = least t > 0 with
 *     B(d) + I(t) + Σ min(⌈(t + J_j)/T_j⌉, ⌊(d − first_j)/T_j⌋ + 1)·C_j ≤ t,   first_j = D_j − J_j
 *
 * X(d) is M. Spuri's L_i(a) for d = a + D_i ("Analysis of Deadline Scheduled Real-Time Systems",
 * INRIA RR-2772, 1996), computed once for all tasks. If X(d) is after the arrival a = d − D_i,
 * every earlier job of τ_i has arrived by then, and L_i(a) = X(d). Otherwise the processor has no
 * such work left before a, and the job belongs to a later busy period, which equals the busy period
 * of an earlier d.
 */
import { floorDiv, MAX_TIME_NS } from '../arithmetic.ts';
import { type StepBudget, stepBudget } from '../response.ts';
import { RowHeap } from '../row-heap.ts';
import type { TaskSet } from '../task-set.ts';
import { type StepFunction, valueAt } from './deadline-blocking.ts';
import { type DeadlineTable, interruptsIn, latenessBound } from './deadline-table.ts';
import { DemandGap } from './demand-gap.ts';
import { JOB_STEPS, LateCompletion } from './late-completion.ts';
import { longestBusyPeriod } from './longest-busy-period.ts';

/**
 * X as a step function: its value is `doneNs[k]` from `dueNs[k]` until `dueNs[k + 1]`, exclusive.
 * Both ascend. Unit: ns.
 */
export interface Completions {
  readonly dueNs: readonly number[];
  readonly doneNs: readonly number[];
}

/** Index of the step that contains a deadline. */
export function stepOf({ dueNs }: Completions, timeNs: number): number {
  let [low, high] = [0, dueNs.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (dueNs[middle]! <= timeNs) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * The window that grows with d. It includes a job once the job is due and has arrived. The rows of
 * the table come first, then the rows of the interrupt load, which is always due.
 */
class Window {
  readonly #table: DeadlineTable;
  readonly #blocking: StepFunction;
  readonly #budget: StepBudget;
  readonly #deadlines: RowHeap;
  /** Rows with a next job that is due, keyed by the arrival of that job. */
  readonly #waiting: RowHeap;
  /** Arrival of the next job that is not included yet, and how many more jobs are due. */
  readonly #arrival: Float64Array;
  readonly #left: Float64Array;
  readonly #due: Float64Array;
  /** Jobs of a row that are due from here on arrive too late for every window. */
  readonly #untilNs: Float64Array;
  #blockedNs = 0;
  endNs = 0;

  /** @param mostNs an upper bound of all windows. Jobs that arrive then or later are left out. */
  constructor(table: DeadlineTable, blocking: StepFunction, budget: StepBudget, mostNs: number) {
    const { demand, firstNs, jitterNs } = table;
    const rows = firstNs.length;
    const all = rows + demand.interrupts;
    this.#table = table;
    this.#blocking = blocking;
    this.#budget = budget;
    this.#deadlines = new RowHeap(rows);
    this.#waiting = new RowHeap(all);
    this.#due = firstNs.slice();
    this.#untilNs = firstNs.map((first, row) => mostNs + first + jitterNs[row]!);
    this.#left = new Float64Array(all);
    this.#arrival = new Float64Array(all);
    for (let row = 0; row < rows; row += 1) {
      this.#deadlines.push(row, firstNs[row]!);
      this.#arrival[row] = -jitterNs[row]!;
    }
    for (let load = 0; load < demand.interrupts; load += 1) {
      this.#left[rows + load] = demand.most[load]!;
      this.#arrival[rows + load] = -demand.jitterNs[load]!;
      this.#waiting.push(rows + load, this.#arrival[rows + load]!);
    }
  }

  /** The next deadline; infinite if no job is left. */
  get nextNs(): number {
    return this.#deadlines.least;
  }

  /**
   * Includes what is due by the next deadline. False if the steps are exhausted or the times become
   * too long.
   */
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

  /** Handles the row at the top of the deadline heap. */
  #becomesDue(row: number): void {
    const due = this.#due[row]! + this.#table.periodNs[row]!;
    this.#due[row] = due;
    if (due < this.#untilNs[row]!) this.#deadlines.postpone(due);
    else this.#deadlines.pop();
    if (this.#left[row] === 0) this.#waiting.push(row, this.#arrival[row]!);
    this.#left[row]! += 1;
  }

  /** Handles the row at the top of the heap of waiting jobs. */
  #takeIn(row: number): void {
    const { periodNs, costNs, demand } = this.#table;
    const rows = periodNs.length;
    const load = row - rows;
    this.endNs += (load < 0 ? costNs[row] : demand.costNs[load])!;
    const next = this.#arrival[row]! + (load < 0 ? periodNs[row] : demand.periodNs[load])!;
    this.#arrival[row] = next;
    this.#left[row]! -= 1;
    if (this.#left[row]! > 0) this.#waiting.postpone(next);
    else this.#waiting.pop();
  }
}

const BUSY_PERIOD_STEPS = 2_000_000;

/**
 * X for all deadlines that can matter; null if the steps are exhausted. The load is at most 1.
 *
 * X(d) is at most the end of the longest busy period, and X(d) − d falls below any bound as d grows
 * (`latenessBound`). After the last of the first deadlines, the search can stop where X(d) − d must
 * be below C − D, which holds for every task. It can also stop one hyperperiod later, because no
 * response time is longer after that.
 *
 * @param tight whether X(d) itself is a response time. If so, of the steps after the last first
 * deadline only the one with the largest X(d) − d is returned.
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
  const limit = lastFirst + demand.hyperperiodBefore[demand.periodNs.length]!;
  const bound = latenessBound(set, table, blocking.mostNs);
  const busy = busyPeriod(set, table, blocking.mostNs, limit) ?? Number.POSITIVE_INFINITY;
  const window = new Window(table, blocking, budget, tight ? busy : Number.POSITIVE_INFINITY);
  const [dueNs, doneNs]: [number[], number[]] = [[], []];
  const least = set.entities.reduce((most, e) => Math.min(most, e.costNs - e.deadlineNs), Number.POSITIVE_INFINITY);
  for (let due = window.nextNs; due < limit; due = window.nextNs) {
    if (due > lastFirst && (tight || busy - due <= least || bound.at(due) <= least)) break;
    if (!window.advance(due)) return null;
    if (doneNs.at(-1) === window.endNs) continue;
    dueNs.push(due);
    doneNs.push(window.endNs);
  }
  if (!tight) return { dueNs, doneNs };
  const sure = Math.max(least, window.endNs - lastFirst);
  const late = latestAfter(set, table, blocking, { lastFirst, limit, until: bound.until(sure - 1), sure }, budget);
  if (late === null) return null;
  if (late.doneNs > window.endNs) {
    dueNs.push(late.dueNs);
    doneNs.push(late.doneNs);
  }
  return { dueNs, doneNs };
}

const busyPeriod = (set: TaskSet, table: DeadlineTable, blockingNs: number, limitNs: number): number | null =>
  longestBusyPeriod(set, table, blockingNs, stepBudget(BUSY_PERIOD_STEPS), Math.min(limitNs, MAX_TIME_NS));

interface Range {
  /** The last first deadline. Only later deadlines are searched. */
  readonly lastFirst: number;
  /** Only deadlines before this limit are searched. */
  readonly limit: number;
  /** From here on, every lateness is below the known minimum. */
  readonly until: number;
  /**
   * The known minimum of the largest lateness: X(d) − d of the last first deadline, or C − D of
   * some task if that is more. Smaller values are irrelevant. Unit: ns.
   */
  readonly sure: number;
}

interface Step {
  readonly dueNs: number;
  readonly doneNs: number;
}

/** Shares of a negative lateness that are tried as targets, highest target first. */
const AIMS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/**
 * The deadline after the last first deadline with the largest X(d) − d, if that is at least the
 * known minimum. Otherwise the last first deadline. If several are equal, the first one. null if
 * the steps are exhausted.
 *
 * A higher target needs fewer deadlines to find all that reach it, and most sets reach a high
 * target.
 */
function latestAfter(
  set: TaskSet,
  table: DeadlineTable,
  blocking: StepFunction,
  { lastFirst, limit, until, sure }: Range,
  budget: StepBudget,
): Step | null {
  // The blocking is constant from the last first deadline on.
  const blockedNs = valueAt(blocking, lastFirst);
  const busy = busyPeriod(set, table, blockedNs, limit);
  if (busy === null) return null;
  const end = Math.min(limit - 1, until, busy - sure);
  if (end > MAX_TIME_NS) return null;
  const search: Search = {
    table,
    blockedNs,
    gap: new DemandGap(table, blockedNs),
    done: new LateCompletion(table, blockedNs, busy),
    ...{ lastFirst, end, budget },
  };
  for (const share of sure < 0 ? AIMS : [1]) {
    const late = latestFrom(search, Math.ceil(sure * share));
    if (late !== undefined) return late;
  }
  return { dueNs: lastFirst, doneNs: lastFirst + sure };
}

interface Search extends Pick<Range, 'lastFirst'> {
  readonly table: DeadlineTable;
  readonly blockedNs: number;
  readonly gap: DemandGap;
  readonly done: LateCompletion;
  /** The last relevant time. */
  readonly end: number;
  readonly budget: StepBudget;
}

/**
 * The same, among the deadlines with X(d) − d of at least `aimNs`; undefined if there is none.
 * Searches backwards from the end. It skips ranges that a few rows, or the work that is due, show
 * to be less late.
 */
function latestFrom({ table, blockedNs, gap, done, lastFirst, end, budget }: Search, aimNs: number) {
  let late: Step | undefined;
  let aim = aimNs;
  gap.aimAt(aim - 1);
  for (let time = end; time > lastFirst; ) {
    const clear = gap.clearBefore(time);
    if (!budget.spend(JOB_STEPS)) return null;
    if (clear > 0) {
      time -= clear;
      continue;
    }
    const dueNs = lastDueBy(table, time);
    if (dueNs <= lastFirst) break;
    const before = dueNs + aim - 1;
    const work = dueAndCome(table, dueNs, before) + blockedNs + interruptsIn(table, Math.max(0, before));
    if (work <= before) {
      // As in the QPA theorem (qpa.ts): X is at most the work, and work that is due earlier
      // completes no later.
      time = work - aim;
      continue;
    }
    const doneNs = done.of(dueNs, budget);
    if (doneNs === null) return null;
    if (doneNs - dueNs >= aim) {
      aim = doneNs - dueNs;
      gap.aimAt(aim - 1);
      late = { dueNs, doneNs };
    }
    // Work that is due earlier completes no later.
    time = Math.min(dueNs - 1, doneNs - aim);
  }
  return late;
}

/** Work that is due by one time and has arrived by another, inclusive. */
function dueAndCome({ firstNs, periodNs, costNs, jitterNs }: DeadlineTable, dueNs: number, comeNs: number): number {
  let sum = 0;
  for (let row = 0; row < firstNs.length; row += 1) {
    const since = Math.min(dueNs - firstNs[row]!, comeNs + jitterNs[row]!);
    if (since >= 0) sum += (floorDiv(since, periodNs[row]!) + 1) * costNs[row]!;
  }
  return sum;
}

/** The last deadline up to a time after the last first deadline. */
function lastDueBy({ firstNs, periodNs }: DeadlineTable, timeNs: number): number {
  let last = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < firstNs.length; row += 1) {
    const [first, period] = [firstNs[row]!, periodNs[row]!];
    last = Math.max(last, first + floorDiv(timeNs - first, period) * period);
  }
  return last;
}
