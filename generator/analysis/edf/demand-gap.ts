/**
 * Finds an interval before a time in which no deadline can fail, and an interval after a time in
 * which no busy period can end, using a few rows of the table.
 *
 * U is the load of tasks and interrupts, E is the maximum of h(t) + I(t) + B − U·t, and {x} = x −
 * ⌊x⌋. For every choice of rows i
 *
 *   h(t) + I(t) + B(t) − t  ≤  E − (1 − U)·t − Σ C_i·{(t − first_i)/T_i}  =  G(t).
 *
 * At t − δ, the term with (1 − U) is (1 − U)·δ higher, and each fraction is at most δ/T_i smaller;
 * it is larger if a deadline is between. So with G(t) < 0 no deadline fails in (t − δ, t] for δ =
 * −G(t) / (1 − U + Σ C_i/T_i). With all rows this is the step of QPA, with a divisor of 1. The rows
 * with the longest periods alone have a much smaller divisor, and often a G(t) that is only
 * slightly smaller. Near full utilization, three or four of them give steps that are several times
 * as long.
 *
 * A lateness L is tested in the same way. The work due by t completes after t + L only if the work
 * that is due by t and has arrived by t + L, plus I(t + L) and B(t), exceeds t + L
 * (deadline-completion.ts). That is the work that would be due by t with the deadlines max(D_i,
 * −L). I grows by at most its load U_I, so E − L·(1 − U_I) replaces E.
 *
 * A busy period cannot end at w while its work W(w) = B + Σ⌈(w + J_i)/T_i⌉·C_i exceeds w. With t =
 * −w and first_i = J_i
 *
 *   w − W(w)  =  −(B + Σ J_i·U_i) − (1 − U)·t − Σ C_i·{(t − first_i)/T_i},
 *
 * which is G(t) with another E: with G(−w) < 0 no busy period ends in [w, w + δ).
 */
import { MAX_TIME_NS } from '../arithmetic.ts';
import { type DeadlineTable, excessOf } from './deadline-table.ts';
import type { DemandTable } from './demand.ts';

/** Twice the relative error of one operation. */
const EPSILON = 2 ** -52;

/** Cost of examining some rows. */
export const GAP_STEPS = 16;

interface Columns {
  readonly firstNs: Float64Array;
  readonly periodNs: Float64Array;
  readonly costNs: Float64Array;
}

/** G(t). */
class Line {
  /** Rows of the table, longest period first. */
  readonly rows: Int32Array;
  readonly load: Float64Array;
  readonly firstNs: Float64Array;
  excessNs: number;
  readonly #periodNs: Float64Array;
  readonly #slack: number;
  /** Rounding error of G(t): of the sums, and per ns of t. */
  readonly #errorNs: number;
  readonly #errorPerNs: number;
  /** A shorter step rarely passes a deadline. */
  readonly #leastNs: number;

  /**
   * @param demand all rows, including the interrupt load
   * @param excessNs E
   * @param blockingNs maximum blocking
   */
  constructor({ firstNs, periodNs, costNs }: Columns, demand: DemandTable, excessNs: number, blockingNs: number) {
    this.rows = new Int32Array(periodNs.keys()).sort((a, b) => periodNs[b]! - periodNs[a]!);
    this.firstNs = this.#inOrder((row) => firstNs[row]!);
    this.#periodNs = this.#inOrder((row) => periodNs[row]!);
    this.load = this.#inOrder((row) => costNs[row]! / periodNs[row]!);
    this.#slack = Math.max(0, 1 - demand.utilizationBefore[demand.periodNs.length]!);
    this.excessNs = excessNs;
    const operations = 4 * (demand.periodNs.length + 4);
    const terms = costNs.reduce((sum, cost) => sum + cost, Math.abs(excessNs) + blockingNs);
    this.#errorNs = 1 + operations * EPSILON * terms;
    this.#errorPerNs = operations * EPSILON;
    this.#leastNs = this.#periodNs.at(-1) ?? 1;
  }

  #inOrder(of: (row: number) => number): Float64Array {
    const column = new Float64Array(this.rows.length);
    for (let at = 0; at < column.length; at += 1) column[at] = of(this.rows[at]!);
    return column;
  }

  /**
   * δ as a whole number; 0 if it is unknown or shorter than the shortest period.
   *
   * @param mostNs the largest δ for which the line is a bound
   * @param roundedNs sum of the rounded times
   */
  clearBefore(timeNs: number, mostNs: number, roundedNs: number): number {
    const [firstNs, periodNs, load] = [this.firstNs, this.#periodNs, this.load];
    let gap = this.excessNs - this.#slack * timeNs + this.#errorNs + this.#errorPerNs * roundedNs;
    let rate = this.#slack + this.#errorPerNs;
    let clear = gap < 0 ? -gap / rate : 0;
    for (let row = 0; row < firstNs.length; row += 1) {
      const since = timeNs - firstNs[row]!;
      const period = periodNs[row]!;
      // If the quotient is rounded up, the remainder is negative, so the gap is too small, which is
      // safe.
      gap -= (since - Math.floor(since / period) * period) * load[row]!;
      rate += load[row]!;
      if (gap >= 0) continue;
      const step = -gap / rate;
      if (step < clear) break;
      clear = step;
    }
    clear = Math.min(Math.floor(clear), mostNs);
    return clear < this.#leastNs ? 0 : clear;
  }
}

export class DemandGap {
  readonly #table: DeadlineTable;
  readonly #line: Line;
  readonly #excessNs: number;
  /** 1 − U_I. */
  readonly #forTasks: number;
  /** From here on, the demand of every row is ⌊(t − first)/T⌋ + 1 jobs, as G assumes. */
  #fromNs: number;
  #latenessNs = 0;

  /** @param mostBlockingNs maximum blocking */
  constructor(table: DeadlineTable, mostBlockingNs: number) {
    const { firstNs, periodNs, demand } = table;
    this.#table = table;
    this.#excessNs = excessOf(table, mostBlockingNs);
    this.#line = new Line(table, demand, this.#excessNs, mostBlockingNs);
    this.#forTasks = 1 - demand.utilizationBefore[demand.interrupts]!;
    this.#fromNs = firstNs.reduce((most, first, row) => Math.max(most, first - periodNs[row]!), 0);
  }

  /**
   * A whole number δ such that no deadline fails in (t − δ, t]; 0 if it is unknown or shorter than
   * the shortest period.
   */
  clearBefore(timeNs: number): number {
    return this.#line.clearBefore(timeNs, timeNs - this.#fromNs, timeNs + Math.abs(this.#latenessNs));
  }

  /** From now on a deadline fails if the work due by it completes later than this long after it. */
  aimAt(latenessNs: number): void {
    const { firstNs, periodNs, jitterNs } = this.#table;
    const line = this.#line;
    this.#latenessNs = latenessNs;
    this.#fromNs = 0;
    line.excessNs = this.#excessNs - latenessNs * this.#forTasks;
    for (let at = 0; at < line.rows.length; at += 1) {
      const row = line.rows[at]!;
      const first = firstNs[row]!;
      const latest = Math.max(first, -latenessNs - jitterNs[row]!);
      line.firstNs[at] = latest;
      line.excessNs -= (latest - first) * line.load[at]!;
      this.#fromNs = Math.max(this.#fromNs, latest - periodNs[row]!);
    }
  }
}

export class BusyPeriodGap {
  readonly #line: Line;
  /** From here on, all jobs of each row with a limited number of jobs have arrived. */
  readonly #fromNs: number;

  /** @param blockingNs maximum blocking */
  constructor(demand: DemandTable, blockingNs: number) {
    const { periodNs, jitterNs, most } = demand;
    const costNs = demand.costNs.slice();
    let [excess, fromNs] = [-blockingNs, 0];
    for (let row = 0; row < periodNs.length; row += 1) {
      const [period, cost, jobs] = [periodNs[row]!, costNs[row]!, most[row]!];
      if (jobs === Number.POSITIVE_INFINITY) {
        excess -= jitterNs[row]! * (cost / period);
      } else {
        excess -= jobs * cost;
        fromNs = Math.max(fromNs, jobs * period - jitterNs[row]!);
        costNs[row] = 0;
      }
    }
    this.#line = new Line({ firstNs: jitterNs, periodNs, costNs }, demand, excess, blockingNs);
    this.#fromNs = fromNs;
  }

  /**
   * A whole number δ such that no busy period ends in [w, w + δ); 0 if it is unknown or shorter
   * than the shortest period.
   */
  clearAfter(windowNs: number): number {
    return windowNs < this.#fromNs ? 0 : this.#line.clearBefore(-windowNs, MAX_TIME_NS, windowNs);
  }
}
