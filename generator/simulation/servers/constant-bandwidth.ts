/**
 * The constant-bandwidth server, for EDF: when its budget Q is exhausted, it is recharged at once,
 * and its deadline is postponed by T. Its work never stops, but becomes less urgent the more it
 * uses. To other tasks it looks like a task with utilization Q/T.
 *
 * L. Abeni, G. Buttazzo, "Integrating multimedia applications in hard real-time systems", RTSS
 * 1998.
 */
import { compareFractions, compareSafely, fraction } from '../../analysis/arithmetic.ts';
import type { BudgetServer } from '../server.ts';

export class ConstantBandwidthServer implements BudgetServer {
  readonly #budgetNs: number;
  readonly #periodNs: number;
  /** Negative: overdrawn. */
  #leftNs = 0;
  #deadlineNs = 0;
  /** When the budget was exhausted last. */
  #emptyNs = 0;

  /** @param budgetNs at most the period; 0 is never usable */
  constructor(budgetNs: number, periodNs: number) {
    this.#budgetNs = Math.min(budgetNs, periodNs);
    this.#periodNs = periodNs;
  }

  get deadlineNs(): number {
    return this.#deadlineNs;
  }

  get usableSinceNs(): number {
    return this.#deadlineNs - this.#periodNs;
  }

  get nextReplenishmentNs(): number {
    return this.#budgetNs > 0 ? this.#emptyNs : Number.POSITIVE_INFINITY;
  }

  available(_nowNs: number): number {
    return Math.max(0, this.#leftNs);
  }

  replenish(_nowNs: number): number {
    if (this.#budgetNs === 0) return 0;
    while (this.#leftNs <= 0) {
      this.#leftNs += this.#budgetNs;
      this.#deadlineNs += this.#periodNs;
    }
    return this.#leftNs;
  }

  wake(nowNs: number): void {
    if (!this.#mayStartAnew(nowNs)) return;
    this.#leftNs = this.#budgetNs;
    this.#deadlineNs = nowNs + this.#periodNs;
    this.#emptyNs = nowNs;
  }

  sleep(_nowNs: number): void {
    // Keeps budget and deadline; wake() decides whether they are still valid.
  }

  charge(fromNs: number, toNs: number): void {
    const before = this.#leftNs;
    this.#leftNs -= toNs - fromNs;
    if (before > 0 && this.#leftNs <= 0) this.#emptyNs = toNs;
  }

  readyAt(nowNs: number, _needNs: number): number {
    return this.#budgetNs > 0 ? nowNs : Number.POSITIVE_INFINITY;
  }

  /** c ≥ (d − r)·Q/T: the remaining budget would exceed the bandwidth until the deadline. */
  #mayStartAnew(nowNs: number): boolean {
    const untilNs = this.#deadlineNs - nowNs;
    const [kept, share] = [this.#leftNs * this.#periodNs, untilNs * this.#budgetNs];
    const exact = (): number =>
      compareFractions(fraction(this.#leftNs, this.#budgetNs), fraction(untilNs, this.#periodNs));
    return compareSafely(kept, share, 2, exact) >= 0;
  }
}
