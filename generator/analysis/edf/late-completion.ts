/**
 * X(d) (deadline-completion.ts) of a single deadline d, by iteration from the longest busy period. The search
 * for the largest lateness asks for few deadlines, so it does not compute X(d) for all of them.
 */
import { ceilDiv, floorDiv, MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { type DeadlineTable, interruptsIn } from './deadline-table.ts';

/** Cost of one job, in steps of one row. */
export const JOB_STEPS = 32;

/** X of single deadlines at or after the last first deadline. */
export class LateCompletion {
  readonly #table: DeadlineTable;
  readonly #blockedNs: number;
  readonly #busyNs: number;
  /**
   * For each row: the jobs that are due, the jobs that have arrived, and the arrival of the next
   * due job.
   */
  readonly #jobs: Float64Array;
  readonly #come: Float64Array;
  readonly #nextNs: Float64Array;
  /** X by deadline, cached because a lower target revisits the same deadlines. */
  readonly #found = new Map<number, number>();

  /**
   * @param blockedNs the blocking
   * @param busyNs the longest busy period with this blocking
   */
  constructor(table: DeadlineTable, blockedNs: number, busyNs: number) {
    const rows = table.firstNs.length;
    this.#table = table;
    this.#blockedNs = blockedNs;
    this.#busyNs = busyNs;
    this.#jobs = new Float64Array(rows);
    this.#come = new Float64Array(rows);
    this.#nextNs = new Float64Array(rows);
  }

  /**
   * Until a job arrives that is not due by d, the window equals the longest busy period. It ends
   * with that period, or continues from there. null if the steps are exhausted.
   */
  of(dueNs: number, budget: StepBudget): number | null {
    const known = this.#found.get(dueNs);
    if (known !== undefined) return known;
    const found = this.#find(dueNs, budget);
    if (found !== null) this.#found.set(dueNs, found);
    return found;
  }

  #find(dueNs: number, budget: StepBudget): number | null {
    const { firstNs, periodNs, jitterNs } = this.#table;
    let otherNs = Number.POSITIVE_INFINITY;
    for (let row = 0; row < firstNs.length; row += 1) {
      const jobs = floorDiv(dueNs - firstNs[row]!, periodNs[row]!) + 1;
      this.#jobs[row] = jobs;
      otherNs = Math.min(otherNs, jobs * periodNs[row]! - jitterNs[row]!);
    }
    if (this.#busyNs <= otherNs) return this.#busyNs;
    let time = Math.max(otherNs, 1);
    let work = this.#blockedNs + this.#start(time);
    for (;;) {
      if (!budget.spend(2 * JOB_STEPS + firstNs.length)) return null;
      const end = work + interruptsIn(this.#table, time);
      if (end <= time) return time;
      if (end > MAX_TIME_NS) return null;
      time = end;
      work += this.#goOn(time);
    }
  }

  /** The work that is due and has arrived by then. */
  #start(timeNs: number): number {
    const { periodNs, costNs, jitterNs } = this.#table;
    let work = 0;
    for (let row = 0; row < periodNs.length; row += 1) {
      const [period, jitter, jobs] = [periodNs[row]!, jitterNs[row]!, this.#jobs[row]!];
      const come = Math.min(jobs, ceilDiv(timeNs + jitter, period));
      this.#come[row] = come;
      this.#nextNs[row] = come < jobs ? come * period - jitter : Number.POSITIVE_INFINITY;
      work += come * costNs[row]!;
    }
    return work;
  }

  /** The work that arrives until then. */
  #goOn(timeNs: number): number {
    const { periodNs, costNs, jitterNs } = this.#table;
    const next = this.#nextNs;
    let work = 0;
    for (let row = 0; row < next.length; row += 1) {
      if (next[row]! >= timeNs) continue;
      const [period, jitter, jobs] = [periodNs[row]!, jitterNs[row]!, this.#jobs[row]!];
      const come = Math.min(jobs, ceilDiv(timeNs + jitter, period));
      work += (come - this.#come[row]!) * costNs[row]!;
      this.#come[row] = come;
      next[row] = come < jobs ? come * period - jitter : Number.POSITIVE_INFINITY;
    }
    return work;
  }
}
