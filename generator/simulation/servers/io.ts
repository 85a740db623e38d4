/**
 * Quest's I/O VCPU: a priority-inheritance bandwidth-preserving server. Interrupts are short and many; so instead of a piece for each
 * use it keeps one time, from which on it is eligible for a full budget C = U·T, and each use puts that off by used/U. Until then
 * what is left of the budget may be used, so that a window of T can hold up to (2 − U)·C. The factor is that of Quest's admission.
 *
 * M. Danish, Y. Li, R. West, "Virtual-CPU Scheduling in the Quest Operating System", RTAS 2011. There T, and with it C, is the period
 * of the Main VCPU that waits for the device; a sketch gives the I/O server a period of its own.
 */
import { ceilDiv } from '../../analysis/arithmetic.ts';
import type { BudgetServer } from '../server.ts';

export class IoServer implements BudgetServer {
  readonly deadlineNs = null;
  readonly #budgetNs: number;
  readonly #periodNs: number;
  #leftNs = 0;
  /** Since it was last accounted for in `#eligibleNs`. */
  #usedNs = 0;
  #eligibleNs = 0;
  /** When the budget is full again; Infinity: it has been paid, and not been used up since. */
  #dueNs: number;
  /** Has work. Its eligible time stays then, however late it runs: it gets what is due to it since it woke. */
  #awake = false;

  /** @param budgetNs at most the period; 0 is never usable */
  constructor(budgetNs: number, periodNs: number) {
    this.#budgetNs = Math.min(budgetNs, periodNs);
    this.#periodNs = periodNs;
    this.#dueNs = budgetNs > 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  get usableSinceNs(): number {
    return this.#eligibleNs;
  }

  get nextReplenishmentNs(): number {
    return this.#dueNs;
  }

  available(nowNs: number): number {
    this.#refill(nowNs);
    return this.#leftNs;
  }

  replenish(nowNs: number): number {
    return this.available(nowNs);
  }

  wake(nowNs: number): void {
    if (!this.#awake) this.#eligibleNs = Math.max(this.#eligibleNs, nowNs);
    this.#awake = true;
    this.#refill(nowNs);
  }

  sleep(_nowNs: number): void {
    this.#account();
    this.#awake = false;
  }

  charge(fromNs: number, toNs: number): void {
    for (let atNs = fromNs; atNs < toNs; ) {
      this.#refill(atNs);
      const untilNs = Math.min(toNs, this.#dueNs);
      this.#leftNs = Math.max(0, this.#leftNs - (untilNs - atNs));
      this.#usedNs += untilNs - atNs;
      if (this.#leftNs === 0) this.#account();
      atNs = untilNs;
    }
  }

  readyAt(nowNs: number, needNs: number): number {
    if (needNs > this.#budgetNs || this.#budgetNs === 0) return Number.POSITIVE_INFINITY;
    this.#refill(nowNs);
    if (this.#leftNs >= Math.max(1, needNs)) return nowNs;
    // What is left must not be used up before the budget is full again: that would put it off.
    return Math.max(nowNs, this.#leftNs > 0 ? this.#dueNs - this.#leftNs + 1 : this.#dueNs);
  }

  /** Puts the next full budget off by used/U, rounded up. */
  #account(): void {
    if (this.#budgetNs === 0) return;
    this.#eligibleNs += scaledUp(this.#usedNs, this.#periodNs, this.#budgetNs);
    this.#usedNs = 0;
    this.#dueNs = this.#eligibleNs;
  }

  #refill(nowNs: number): void {
    if (this.#dueNs > nowNs) return;
    this.#leftNs = this.#budgetNs;
    this.#dueNs = Number.POSITIVE_INFINITY;
  }
}

/** ⌈a·b / c⌉, exact. */
function scaledUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) return ceilDiv(product, c);
  return Number((BigInt(a) * BigInt(b) + BigInt(c) - 1n) / BigInt(c));
}
