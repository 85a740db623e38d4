/**
 * Random numbers for the simulation. The same seed gives the same schedule on every machine. sfc32,
 * C. Doty-Humphrey's PractRand (2010), 32-bit integer operations only.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /**
   * @param seed any safe integer @param stream a number per source, so that a change to one source
   * does not affect the others
   */
  constructor(seed: number, stream = 0) {
    this.#a = seed | 0;
    this.#b = Math.floor(seed / 2 ** 32) | 0;
    this.#c = stream | 0;
    for (let i = 0; i < 12; i++) this.uint32();
  }

  /** 0 … 2^32 − 1. */
  uint32(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }

  /** 0 ≤ x < 1, 53 bits. */
  unit(): number {
    return ((this.uint32() >>> 5) * 2 ** 26 + (this.uint32() >>> 6)) / 2 ** 53;
  }

  /** A whole number from `least` to `most`, inclusive; safe integers. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  /**
   * Exponentially distributed with mean 1. After J. von Neumann, "Various techniques used in
   * connection with random digits", 1951: uses comparisons and one addition, so the result does not
   * depend on a machine's logarithm.
   */
  exponential(): number {
    for (let whole = 0; ; whole++) {
      const first = this.unit();
      let last = first;
      let descending = 1;
      for (let next = this.unit(); next <= last; next = this.unit()) {
        last = next;
        descending++;
      }
      // The run has odd length with probability e^(−first).
      if (descending % 2 === 1) return whole + first;
    }
  }
}
