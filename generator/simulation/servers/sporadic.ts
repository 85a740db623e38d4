/**
 * The sporadic server: each used part of a budget C is replenished a period T after it could first
 * be used. Alone on the processor it supplies at most C in any window of T. It interferes with
 * other tasks like a periodic task.
 *
 * B. Sprunt, L. Sha, J. Lehoczky, "Aperiodic task scheduling for hard-real-time systems", Real-Time
 * Systems 1(1), 1989, with the corrections of M. Stanovich, T. Baker, A.-I. Wang, M. G. Harbour,
 * "Defects of the POSIX sporadic server and how to correct them", RTAS 2010. Budget that is carried
 * into a later activation gets that activation's time. A piece is split only when the server
 * blocks, never when it is preempted. The same as in runtime-c/src/server.h, but without a limit on
 * the number of pieces.
 */
import type { BudgetServer } from '../server.ts';

/** Initial capacity for pieces; a power of two, as the capacity always is. */
const FEW_PIECES = 8;

export class SporadicServer implements BudgetServer {
  readonly deadlineNs = null;
  readonly #periodNs: number;
  /**
   * A ring buffer of pieces: when each may be used, and its length. Ordered; each starts after the
   * end of the previous piece.
   */
  #times = new Float64Array(FEW_PIECES);
  #amounts = new Float64Array(FEW_PIECES);
  #first = 0;
  #count = 1;
  /** Used part of the first piece; less than its length. */
  #usedNs = 0;

  /**
   * The whole budget is usable from time 0 on. It is at most the period; a budget of 0 is never
   * usable.
   */
  constructor(budgetNs: number, periodNs: number) {
    this.#periodNs = periodNs;
    this.#amounts[0] = Math.min(budgetNs, periodNs);
  }

  get usableSinceNs(): number {
    return this.#time(0);
  }

  get nextReplenishmentNs(): number {
    return this.#amount(0) > 0 ? this.#time(0) + this.#usedNs : Number.POSITIVE_INFINITY;
  }

  available(nowNs: number): number {
    return this.#time(0) + this.#usedNs <= nowNs ? this.#amount(0) - this.#usedNs : 0;
  }

  replenish(nowNs: number): number {
    return this.available(nowNs);
  }

  wake(nowNs: number): void {
    if (this.#time(0) + this.#usedNs >= nowNs) return;
    this.#times[this.#first] = nowNs - this.#usedNs;
    // A piece that is usable by the time at which the first piece is exhausted becomes part of it.
    while (this.#count > 1 && this.#touches(0, this.#time(1))) {
      const [time, amount] = [this.#time(0), this.#amount(0)];
      this.#dropFirst();
      this.#times[this.#first] = time;
      this.#amounts[this.#first] = this.#amount(0) + amount;
    }
  }

  sleep(): void {
    if (this.#usedNs > 0) this.#giveBack();
  }

  charge(fromNs: number, toNs: number): void {
    let leftNs = this.#amount(0) > 0 ? toNs - fromNs : 0;
    while (leftNs > 0) {
      const takenNs = Math.min(leftNs, this.#amount(0) - this.#usedNs);
      leftNs -= takenNs;
      this.#usedNs += takenNs;
      if (this.#usedNs === this.#amount(0)) this.#giveBack();
    }
  }

  readyAt(nowNs: number, needNs: number): number {
    let [atNs, sumNs] = [nowNs, 0];
    for (let piece = 0; piece < this.#count; piece++) {
      atNs = Math.max(atNs, this.#time(piece) - sumNs);
      sumNs += this.#amount(piece);
      if (sumNs >= needNs && sumNs > 0) return atNs;
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Moves the used part of the first piece to the end of the queue, one period later. */
  #giveBack(): void {
    const [backNs, amountNs] = [this.#time(0) + this.#periodNs, this.#usedNs];
    this.#usedNs = 0;
    this.#times[this.#first] = this.#time(0) + amountNs;
    this.#amounts[this.#first] = this.#amount(0) - amountNs;
    if (this.#amount(0) === 0) this.#dropFirst();
    const last = this.#count - 1;
    if (last >= 0 && this.#touches(last, backNs)) {
      this.#amounts[this.#slot(last)] = this.#amount(last) + amountNs;
      return;
    }
    if (this.#count === this.#times.length) this.#makeRoom();
    const slot = this.#slot(this.#count++);
    this.#times[slot] = backNs;
    this.#amounts[slot] = amountNs;
  }

  #touches(piece: number, timeNs: number): boolean {
    return this.#time(piece) + this.#amount(piece) >= timeNs;
  }

  #dropFirst(): void {
    this.#first = this.#slot(1);
    this.#count--;
  }

  #makeRoom(): void {
    const length = this.#times.length;
    const [times, amounts] = [new Float64Array(2 * length), new Float64Array(2 * length)];
    for (let piece = 0; piece < this.#count; piece++) {
      times[piece] = this.#time(piece);
      amounts[piece] = this.#amount(piece);
    }
    [this.#times, this.#amounts, this.#first] = [times, amounts, 0];
  }

  #slot(piece: number): number {
    return (this.#first + piece) & (this.#times.length - 1);
  }

  #time(piece: number): number {
    return this.#times[this.#slot(piece)]!;
  }

  #amount(piece: number): number {
    return this.#amounts[this.#slot(piece)]!;
  }
}
