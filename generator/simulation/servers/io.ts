/**
 * Quest's I/O VCPU: a priority-inheritance bandwidth-preserving server. Interrupts are short and
 * frequent. So it does not keep one replenishment per use, but a single time from which on it is
 * eligible for a full budget C = U·T. When it blocks or has exhausted the budget after using
 * `used`, it becomes eligible again used/U after its previous eligible time, and the rest is lost.
 * In a window of T it can use up to (2 − U)·C: the factor of Quest's admission rule.
 *
 * M. Danish, Y. Li, R. West, "Virtual-CPU Scheduling in the Quest Operating System", RTAS 2011.
 * There T, and with it C, is the period of the Main VCPU that waits for the device; a sketch gives
 * the I/O server a period of its own. Quest's implementation lets the remaining budget be used
 * until then, up to 2C in T, which the admission rule does not cover.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import type { BudgetServer } from '../server.ts';

export class IoServer implements BudgetServer {
  readonly deadlineNs = null;
  readonly #budgetNs: number;
  readonly #periodNs: number;
  #leftNs = 0;
  /** Since the eligible time. */
  #usedNs = 0;
  #eligibleNs = 0;
  /** Whether the whole budget was used since the eligible time. */
  #paid = false;

  /** @param budgetNs at most the period; 0 is never usable */
  constructor(budgetNs: number, periodNs: number) {
    this.#budgetNs = Math.min(budgetNs, periodNs);
    this.#periodNs = periodNs;
  }

  get usableSinceNs(): number {
    return this.#eligibleNs;
  }

  get nextReplenishmentNs(): number {
    return this.#budgetNs > 0 ? this.#eligibleNs : Number.POSITIVE_INFINITY;
  }

  available(nowNs: number): number {
    if (!this.#paid && this.#eligibleNs <= nowNs) {
      this.#leftNs = this.#budgetNs;
      this.#paid = true;
    }
    return this.#leftNs;
  }

  replenish(nowNs: number): number {
    return this.available(nowNs);
  }

  /**
   * While it has work, its eligible times count from here, however late it runs, so it gets all its
   * budgets.
   */
  wake(nowNs: number): void {
    this.#eligibleNs = Math.max(this.#eligibleNs, nowNs);
  }

  sleep(_nowNs: number): void {
    this.#end();
  }

  charge(fromNs: number, toNs: number): void {
    this.#leftNs = this.available(fromNs) - (toNs - fromNs);
    this.#usedNs += toNs - fromNs;
    if (this.#leftNs <= 0) this.#end();
  }

  readyAt(nowNs: number, needNs: number): number {
    if (needNs > this.#budgetNs || this.#budgetNs === 0) return Number.POSITIVE_INFINITY;
    return Math.max(nowNs, this.#eligibleNs);
  }

  /** Sets the next eligible time: used/U after the previous one, rounded up. */
  #end(): void {
    if (this.#budgetNs > 0) this.#eligibleNs += scaledUp(this.#usedNs, this.#periodNs, this.#budgetNs);
    this.#usedNs = 0;
    this.#leftNs = 0;
    this.#paid = false;
  }
}

/** ⌈a·b / c⌉, exact. */
function scaledUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return ceilDiv(product, c);
  return Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));
}
