/**
 * Random numbers for long tests. The same seed gives the same numbers on every machine. A hundred
 * times faster than fast-check. Algorithm: Mulberry32 (T. Ettinger 2017), 32 bits of state.
 */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  }

  /** A uniform number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A real number in [low, high). */
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  /** An integer from low to high, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** An integer from 0 to `below` − 1. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** A log-uniform number, for short and long times in one set. */
  logarithmic(low: number, high: number): number {
    return Math.round(low * (high / low) ** this.next());
  }

  /** A random element. Throws if there is none. */
  of<T>(choices: readonly T[]): T {
    const choice = choices[this.whole(0, choices.length - 1)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }
}
