/** Produces the arrivals of a task's jobs or an interrupt's edges in sequence. Unit: whole ns. */
import type { ArrivalTimes } from '../model.ts';
import type { Random } from '../random.ts';

/**
 * A cursor at the next arrival. Advancing allocates nothing. There are no arrivals beyond the exact
 * integers, 2^53 ns or 104 days: `nextNs` is then Infinity, as it is for a source without arrivals
 * of its own.
 */
export class ArrivalCursor {
  /** Time of the next arrival. All arrivals of a burst have the same time. Never decreases. */
  nextNs: number;
  readonly #times: ArrivalTimes;
  readonly #random: Random;
  /** Remaining arrivals of the burst at `nextNs`, after this one. */
  #together = 0;
  /** The unrounded time from which a Poisson process continues. */
  #exactNs = 0;

  /** @param random a separate stream, so that one source does not affect another */
  constructor(times: ArrivalTimes, random: Random) {
    this.#times = times;
    this.#random = random;
    this.nextNs = representable(this.#first());
  }

  /** Call this when the arrival at `nextNs` has occurred. */
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
