/**
 * The deferrable server: a full budget C at the start of every period T, from time 0 on. Unused
 * budget is lost at the end of the period. Work that arrives late still finds the budget, and the
 * next period's budget right after it: up to 2C back to back, which the analysis counts as release
 * jitter of T − C.
 *
 * J. Strosnider, J. Lehoczky, L. Sha, "The deferrable server algorithm for enhanced aperiodic
 * responsiveness in hard real-time environments", IEEE Transactions on Computers 44(1), 1995.
 */
import { floorDiv } from '../../analysis/arithmetic.ts';
import type { BudgetServer } from '../server.ts';

export class DeferrableServer implements BudgetServer {
  readonly deadlineNs = null;
  readonly #budgetNs: number;
  readonly #periodNs: number;
  /** In this period. Negative: overdrawn. */
  #leftNs: number;
  /** End of the period that was processed last. */
  #endNs: number;

  /** @param budgetNs at most the period; 0 is never usable */
  constructor(budgetNs: number, periodNs: number) {
    this.#budgetNs = Math.min(budgetNs, periodNs);
    this.#periodNs = periodNs;
    this.#leftNs = this.#budgetNs;
    this.#endNs = periodNs;
  }

  get usableSinceNs(): number {
    return this.#endNs - this.#periodNs;
  }

  get nextReplenishmentNs(): number {
    if (this.#budgetNs === 0) return Number.POSITIVE_INFINITY;
    // An overdraft uses up whole periods and a part of the next one.
    return this.#endNs + (this.#leftNs < 0 ? floorDiv(-this.#leftNs, this.#budgetNs) * this.#periodNs : 0);
  }

  available(nowNs: number): number {
    this.#turn(nowNs);
    return Math.max(0, Math.min(this.#leftNs, this.#endNs - nowNs));
  }

  replenish(nowNs: number): number {
    return this.available(nowNs);
  }

  wake(nowNs: number): void {
    this.#turn(nowNs);
  }

  sleep(nowNs: number): void {
    this.#turn(nowNs);
  }

  charge(fromNs: number, toNs: number): void {
    for (let atNs = fromNs; atNs < toNs; ) {
      this.#turn(atNs);
      const untilNs = Math.min(toNs, this.#endNs);
      this.#leftNs -= untilNs - atNs;
      atNs = untilNs;
    }
  }

  readyAt(nowNs: number, needNs: number): number {
    if (needNs > this.#budgetNs || this.#budgetNs === 0) return Number.POSITIVE_INFINITY;
    this.#turn(nowNs);
    if (this.#leftNs >= Math.max(1, needNs)) return nowNs;
    // The rest of this period's budget, followed by the next one's.
    return Math.max(nowNs, this.nextReplenishmentNs - Math.max(0, this.#leftNs));
  }

  /** Advances to the period of this moment. */
  #turn(nowNs: number): void {
    if (nowNs < this.#endNs) return;
    const periods = floorDiv(nowNs - this.#endNs, this.#periodNs) + 1;
    this.#endNs += periods * this.#periodNs;
    const paidNs = this.#leftNs < 0 ? this.#leftNs + periods * this.#budgetNs : this.#budgetNs;
    this.#leftNs = Math.min(this.#budgetNs, paidNs);
  }
}
