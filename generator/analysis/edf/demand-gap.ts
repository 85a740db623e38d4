/**
 * How far before a time no deadline can fail, from a few rows of the table.
 *
 * U is the load of tasks and interrupts, E what h(t) + I(t) + B is at most above U·t, and {x} = x − ⌊x⌋. For every choice of rows i
 *
 *   h(t) + I(t) + B(t) − t  ≤  E − (1 − U)·t − Σ C_i·{(t − first_i)/T_i}  =  G(t).
 *
 * δ earlier the line in the middle is (1 − U)·δ higher, and each fraction at most δ/T_i smaller: where a deadline is passed it is
 * larger. So with G(t) < 0 nothing fails in (t − δ, t] for δ = −G(t) / (1 − U + Σ C_i/T_i). With all rows this is the step of
 * QPA, whose divisor is 1. The rows of the longest periods alone have a far smaller divisor, and often a G(t) that is hardly less: next
 * to a full processor three or four of them give steps that are several times as long.
 *
 * A lateness L is asked for in the same way. What is due by t is done after t + L only if h(t) + I(t + L) + B(t) > t + L
 * (deadline-completion.ts). I grows by its load U_I at most, so E − L·(1 − U_I) takes the place of E.
 */
import { type DeadlineTable, excessOf } from './deadline-table.ts';

/** Relative error of one operation, twice. */
const EPSILON = 2 ** -52;

export class DemandGap {
  readonly #firstNs: Float64Array;
  readonly #periodNs: Float64Array;
  readonly #load: Float64Array;
  readonly #slack: number;
  readonly #excessNs: number;
  /** 1 − U_I. */
  readonly #forTasks: number;
  /** Rounding of G(t): of the sums, and for each ns of t. */
  readonly #errorNs: number;
  readonly #errorPerNs: number;
  /** A shorter step hardly passes a deadline. */
  readonly #leastNs: number;
  /** From here on every row's demand is ⌊(t − first)/T⌋ + 1 jobs, as G has it. */
  readonly #fromNs: number;

  /** @param mostBlockingNs the most that can be in the way */
  constructor(table: DeadlineTable, mostBlockingNs: number) {
    const { firstNs, periodNs, costNs, demand } = table;
    const order = [...firstNs.keys()].sort((a, b) => (periodNs[b] as number) - (periodNs[a] as number));
    this.#firstNs = new Float64Array(order.length);
    this.#periodNs = new Float64Array(order.length);
    this.#load = new Float64Array(order.length);
    order.forEach((row, at) => {
      this.#firstNs[at] = firstNs[row] as number;
      this.#periodNs[at] = periodNs[row] as number;
      this.#load[at] = (costNs[row] as number) / (periodNs[row] as number);
    });
    this.#slack = Math.max(0, 1 - (demand.utilizationBefore[demand.periodNs.length] as number));
    this.#excessNs = excessOf(table, mostBlockingNs);
    this.#forTasks = 1 - (demand.utilizationBefore[demand.interrupts] as number);
    const operations = 4 * (demand.periodNs.length + 4);
    const terms = costNs.reduce((sum, cost) => sum + cost, Math.abs(this.#excessNs) + mostBlockingNs);
    this.#errorNs = 1 + operations * EPSILON * terms;
    this.#errorPerNs = operations * EPSILON;
    this.#leastNs = this.#periodNs.at(-1) ?? 1;
    this.#fromNs = firstNs.reduce((most, first, row) => Math.max(most, first - (periodNs[row] as number)), 0);
  }

  /**
   * In (t − δ, t] no deadline fails; with a lateness, the work due by none is done later than so long after it: δ, whole; 0 where it is
   * not known or shorter than the shortest period.
   */
  clearBefore(timeNs: number, latenessNs = 0): number {
    const [firstNs, periodNs, load] = [this.#firstNs, this.#periodNs, this.#load];
    const rounded = this.#errorNs + this.#errorPerNs * (timeNs + Math.abs(latenessNs));
    let gap = this.#excessNs - latenessNs * this.#forTasks - this.#slack * timeNs + rounded;
    let rate = this.#slack + this.#errorPerNs;
    let clear = 0;
    for (let row = 0; row < firstNs.length; row += 1) {
      const since = timeNs - (firstNs[row] as number);
      const period = periodNs[row] as number;
      // Where the quotient is rounded up the rest is below 0: too small, which is on the safe side.
      gap -= (since - Math.floor(since / period) * period) * (load[row] as number);
      rate += load[row] as number;
      if (gap >= 0) continue;
      const step = -gap / rate;
      if (step < clear) break;
      clear = step;
    }
    clear = Math.min(Math.floor(clear), timeNs - this.#fromNs);
    return clear < this.#leastNs ? 0 : clear;
  }
}
