/**
 * Demand of many tasks in a window, in flat arrays: the inner loop of every response-time test.
 *
 * Rows 0 … interrupts − 1 are the interrupt load. The entities follow, most urgent first, so
 * "everything at or above an entity" is a prefix of the table.
 */
import {
  compareFractions,
  compareSafely,
  fraction,
  leastCommonMultiple,
  MAX_TIME_NS,
  sumFractions,
} from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import type { IoVcpu } from '../servers/interrupt-load.ts';
import type { TaskSet } from '../task-set.ts';

export interface DemandTable {
  readonly periodNs: Float64Array;
  readonly costNs: Float64Array;
  readonly jitterNs: Float64Array;
  /** Maximum number of jobs of the row in a busy period. */
  readonly most: Float64Array;
  readonly interrupts: number;
  /** ΣC/T of the rows before each row, for display and quick rejections. */
  readonly utilizationBefore: Float64Array;
  /**
   * Least common multiple of the periods of the rows before each row; infinite if it exceeds the
   * range of exact times.
   */
  readonly hyperperiodBefore: Float64Array;
  /** For each entity, the end (exclusive) of the rows at or above its rank. */
  readonly levelEnd: Int32Array;
}

/** Built column by column: row objects would take longer than the analysis of most levels. */
export function demandTable(set: TaskSet): DemandTable {
  const { interruptLoad, entities } = set;
  const interrupts = interruptLoad.length;
  const count = interrupts + entities.length;
  const [periodNs, costNs, jitterNs] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const most = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  interruptLoad.forEach((load, row) => {
    periodNs[row] = load.periodNs;
    costNs[row] = load.costNs;
    jitterNs[row] = load.jitterNs;
    most[row] = load.most ?? Number.POSITIVE_INFINITY;
  });
  entities.forEach((entity, index) => {
    periodNs[interrupts + index] = entity.periodNs;
    costNs[interrupts + index] = entity.costNs;
    jitterNs[interrupts + index] = entity.jitterNs + entity.backToBackNs;
  });
  const utilizationBefore = new Float64Array(count + 1);
  const hyperperiodBefore = new Float64Array(count + 1).fill(1);
  for (let row = 0; row < count; row += 1) {
    const [cost, period] = [costNs[row]!, periodNs[row]!];
    const recurs = most[row] === Number.POSITIVE_INFINITY;
    utilizationBefore[row + 1] = utilizationBefore[row]! + (recurs ? cost / period : 0);
    hyperperiodBefore[row + 1] = leastCommonMultiple(hyperperiodBefore[row]!, recurs ? period : 1);
  }
  return {
    periodNs,
    costNs,
    jitterNs,
    most,
    interrupts,
    utilizationBefore,
    hyperperiodBefore,
    levelEnd: levelEnds(set),
  };
}

/**
 * Sign of ΣC/T − 1 over the rows before `end`, computed exactly. If it is positive, the level never
 * becomes idle and response times are unbounded.
 *
 * @param more additional budgets C in every T
 */
export function loadSign(table: DemandTable, end: number, more: readonly Pick<IoVcpu, 'budgetNs' | 'periodNs'>[] = []) {
  const share = more.reduce((sum, { budgetNs, periodNs }) => sum + budgetNs / periodNs, 0);
  const value = table.utilizationBefore[end]! + share;
  return compareSafely(value, 1, 2 * (end + more.length), () => {
    const terms = Array.from({ length: end }, (_, row) =>
      Number.isFinite(table.most[row]) ? fraction(0, 1) : fraction(table.costNs[row]!, table.periodNs[row]!),
    );
    const budgets = more.map(({ budgetNs, periodNs }) => fraction(budgetNs, periodNs));
    return compareFractions(sumFractions([...terms, ...budgets]), fraction(1, 1));
  });
}

function levelEnds(set: TaskSet): Int32Array {
  const ends = new Int32Array(set.entities.length);
  let end = set.entities.length;
  for (let index = set.entities.length - 1; index >= 0; index -= 1) {
    if (set.entities[index]?.rank !== set.entities[index + 1]?.rank) end = index + 1;
    ends[index] = set.interruptLoad.length + end;
  }
  return ends;
}

/** Interfering rows of the table: from … to − 1, without `skip`. */
export interface Rows {
  readonly from: number;
  readonly to: number;
  readonly skip: number;
}

/** Σ ⌈(t + J)/T⌉·C over the rows, in a window of length t ≥ 0. */
export function demandIn(table: DemandTable, rows: Rows, timeNs: number): number {
  let sum = 0;
  for (let row = rows.from; row < rows.to; row += 1) {
    if (row === rows.skip) continue;
    const jobs = jobsIn(timeNs + table.jitterNs[row]!, table.periodNs[row]!);
    sum += Math.min(jobs, table.most[row]!) * table.costNs[row]!;
  }
  return sum;
}

/**
 * Σ (⌊(t + J)/T⌋ + 1)·C: the same in a closed window, which includes arrivals exactly at its end.
 */
export const closedDemandIn = (table: DemandTable, rows: Rows, timeNs: number): number =>
  demandIn(table, rows, timeNs + 1);

/** ⌈length/period⌉, exact for lengths up to 2^53 (see arithmetic.ts). */
function jobsIn(length: number, period: number): number {
  const jobs = Math.ceil(length / period);
  if ((jobs - 1) * period >= length) return jobs - 1;
  return jobs * period < length ? jobs + 1 : jobs;
}

/**
 * Σ ⌈(t + J)/T⌉·C over the first rows, for windows and row counts that mostly grow: from level to
 * level, and within each fixed point. A row is recomputed only if its next job arrives before the
 * end of the window. The check takes an eighth of the time of the computation.
 */
export class GrowingDemand {
  readonly #table: DemandTable;
  readonly #counted: Float64Array;
  /** Arrival of the next job that is not counted. */
  readonly #next: Float64Array;
  #rows = 0;
  #timeNs = 0;
  #sum = 0;

  constructor(table: DemandTable) {
    this.#table = table;
    this.#counted = new Float64Array(table.periodNs.length);
    this.#next = new Float64Array(table.periodNs.length);
  }

  /** The result of `demandIn` for the rows before `end`. */
  in(end: number, timeNs: number): number {
    if (end < this.#rows || timeNs < this.#timeNs) {
      this.#rows = 0;
      this.#sum = 0;
    }
    const next = this.#next;
    const known = this.#rows;
    for (let row = 0; row < known; row += 1) if (next[row]! < timeNs) this.#count(row, timeNs);
    for (let row = known; row < end; row += 1) {
      this.#counted[row] = 0;
      next[row] = 0 - this.#table.jitterNs[row]!;
      this.#count(row, timeNs);
    }
    this.#rows = end;
    this.#timeNs = timeNs;
    return this.#sum;
  }

  /**
   * A lower bound on the least fixed point of w = base + demand(w), if that is after the last
   * window. From there on, a row demands at least as many jobs as before, and at least (w + J)·C/T.
   * Using the latter for some rows, w is at least the remaining demand divided by one minus their
   * load.
   */
  fixedPointFrom(baseNs: number): number {
    const { periodNs, costNs, jitterNs, most } = this.#table;
    let [work, left] = [baseNs + this.#sum, 1];
    let least = work;
    for (let row = 0; row < this.#rows; row += 1) {
      const [period, cost, jitter] = [periodNs[row]!, costNs[row]!, jitterNs[row]!];
      const counted = this.#counted[row]!;
      if (most[row] !== Number.POSITIVE_INFINITY || least + jitter <= counted * period) continue;
      const load = cost / period;
      if (left - load < LEAST_LEFT) continue;
      work -= counted * cost - jitter * load;
      left -= load;
      least = work / left;
    }
    return Math.floor(least * (1 - (this.#rows * 2 ** -50) / left));
  }

  /** The same without one of these rows. */
  without(row: number, end: number, timeNs: number): number {
    const sum = this.in(end, timeNs);
    return sum - this.#counted[row]! * this.#table.costNs[row]!;
  }

  /**
   * Recounts a row only if its next job arrives before the end of the window, or the row is new.
   */
  #count(row: number, timeNs: number): void {
    const { periodNs, jitterNs, costNs, most } = this.#table;
    const period = periodNs[row]!;
    const counted = this.#counted[row]!;
    let come = counted + 1;
    let next = this.#next[row]! + period;
    // Most windows grow by one job of a row. A division would dominate the run time.
    if (next < timeNs || timeNs + jitterNs[row]! <= counted * period) {
      come = jobsIn(timeNs + jitterNs[row]!, period);
      next = come * period - jitterNs[row]!;
    }
    const jobs = Math.min(come, most[row]!);
    this.#sum += (jobs - counted) * costNs[row]!;
    this.#counted[row] = jobs;
    this.#next[row] = jobs < come ? Number.POSITIVE_INFINITY : next;
  }
}

/** Below this remaining utilization, rounding errors would matter. */
const LEAST_LEFT = 1e-7;

/** Number of rows that `GrowingDemand` checks in the time in which `demandIn` computes one row. */
export const ROWS_A_STEP = 4;

/** Cost of one evaluation in addition to its rows. */
export const STEP_BASE = 16;

/**
 * Least fixed point of w = demand(w), from a start at or below it. Infinite if it exceeds
 * `limitNs`; null if the steps are exhausted.
 */
export function fixedPoint(
  startNs: number,
  budget: StepBudget,
  rows: number,
  demand: (windowNs: number) => number,
  limitNs = MAX_TIME_NS,
): number | null {
  let window = startNs;
  for (;;) {
    if (window > limitNs) return Number.POSITIVE_INFINITY;
    if (!budget.spend(rows + STEP_BASE)) return null;
    const next = demand(window);
    if (next <= window) return window;
    window = next;
  }
}
