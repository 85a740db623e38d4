/** How much processor time a task's jobs take, one after the other. Unit: whole ns. */
import type { ExecutionTimes } from '../model.ts';
import type { Random } from '../random.ts';

export class ExecutionCursor {
  readonly #times: ExecutionTimes;
  readonly #random: Random;
  /** The next one of a recorded run. */
  #at = 0;

  /** @param random its own stream, so that what one task draws changes no other */
  constructor(times: ExecutionTimes, random: Random) {
    this.#times = times;
    this.#random = random;
  }

  /** Of the next job. */
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
