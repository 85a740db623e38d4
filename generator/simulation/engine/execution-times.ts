/** Produces the execution times of a task's jobs in sequence. Unit: whole ns. */
import type { ExecutionTimes } from '../model.ts';
import type { Random } from '../random.ts';

export class ExecutionCursor {
  readonly #times: ExecutionTimes;
  readonly #random: Random;
  /** Index of the next recorded time. */
  #at = 0;

  /** @param random a separate stream, so that one task does not affect another */
  constructor(times: ExecutionTimes, random: Random) {
    this.#times = times;
    this.#random = random;
  }

  /** Execution time of the next job. */
  next(): number {
    const times = this.#times;
    switch (times.kind) {
      case 'constant':
        return times.ns;
      case 'uniform':
        return this.#random.integer(times.leastNs, times.mostNs);
      case 'bimodal':
        return this.#random.unit() < times.rareShare ? times.rareNs : times.usualNs;
      case 'recorded':
        return this.#recorded(times.ns);
    }
  }

  #recorded(ns: Float64Array): number {
    const value = ns[this.#at];
    if (value === undefined) throw new RangeError('Recorded execution times must not be empty.');
    this.#at = this.#at + 1 < ns.length ? this.#at + 1 : 0;
    return value;
  }
}
