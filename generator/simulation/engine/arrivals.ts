/** One after the other, when a task's jobs or an interrupt's edges arrive. Unit: whole ns. */
import type { ArrivalTimes } from '../model.ts';
import type { Random } from '../random.ts';

/**
 * Stands at the next arrival; nothing is allocated as it moves on. Arrivals beyond the exact integers, 2^53 ns or 104 days, do
 * not come: `nextNs` is Infinity then, as it is where nothing arrives by itself.
 */
export class ArrivalCursor {
  /** When the next one comes; the same again for every other one of a burst. Never less than it was. */
  nextNs: number;
  readonly #times: ArrivalTimes;
  readonly #random: Random;
  /** Of the burst that stands at `nextNs`: how many are still to come after this one. */
  #together = 0;
  /** A Poisson process goes on from its own time, not from the whole nanosecond that was made of it. */
  #exactNs = 0;

  /** @param random its own stream, so that what one source draws changes no other */
  constructor(times: ArrivalTimes, random: Random) {
    this.#times = times;
    this.#random = random;
    this.nextNs = representable(this.#first());
  }

  /** The arrival at `nextNs` has happened. */
  advance(): void {
    this.nextNs = representable(this.#following());
  }

  #first(): number {
    const times = this.#times;
    switch (times.kind) {
      case 'periodic':
      case 'sporadic':
        return times.offsetNs;
      case 'bursty':
        this.#together = times.burst - 1;
        return times.burst > 0 ? times.offsetNs : Number.POSITIVE_INFINITY;
      case 'random':
        return this.#poisson(times.meanNs);
      case 'never':
        return Number.POSITIVE_INFINITY;
    }
  }

  #following(): number {
    const times = this.#times;
    switch (times.kind) {
      case 'periodic':
        return this.nextNs + times.periodNs;
      case 'sporadic':
        return this.nextNs + times.periodNs + this.#extra(times.extraNs);
      case 'bursty':
        if (this.#together > 0) {
          this.#together--;
          return this.nextNs;
        }
        this.#together = times.burst - 1;
        return this.nextNs + times.periodNs;
      case 'random':
        return this.#poisson(times.meanNs);
      case 'never':
        return Number.POSITIVE_INFINITY;
    }
  }

  #extra(meanNs: number): number {
    return meanNs > 0 ? Math.floor(this.#random.exponential() * meanNs) : 0;
  }

  #poisson(meanNs: number): number {
    this.#exactNs += this.#random.exponential() * meanNs;
    return Math.floor(this.#exactNs);
  }
}

function representable(ns: number): number {
  return ns <= Number.MAX_SAFE_INTEGER ? ns : Number.POSITIVE_INFINITY;
}
