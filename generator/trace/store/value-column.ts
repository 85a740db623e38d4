/**
 * The values of a chunk's events. Most events have none, which is 0 and takes one bit. A value takes four
 * bytes. A value that is not a whole number of 32 bits is stored in a map, by its index.
 */

/** Stands for a value that is kept in #wide. */
const WIDE = -(2 ** 31);
const FIRST_ROOM = 256;

/** Number of ones in a word of 32 bits (Warren, Hacker's Delight, figure 5-2). */
function ones(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export class ValueColumn {
  /** A bit for each event with a value. */
  readonly #has: Uint32Array;
  /** By word: the number of values before it. */
  readonly #before: Uint16Array;
  #values = new Int32Array(FIRST_ROOM);
  #count = 0;
  #wide: Map<number, number> | null = null;

  /** @param room number of events, at most 65,535 */
  constructor(room: number) {
    this.#has = new Uint32Array(Math.ceil(room / 32));
    this.#before = new Uint16Array(this.#has.length);
  }

  get(i: number): number {
    const word = this.#has[i >>> 5]!;
    const bit = 1 << (i & 31);
    if ((word & bit) === 0) return 0;
    const place = this.#before[i >>> 5]! + ones(word & (bit - 1));
    const value = this.#values[place]!;
    return value === WIDE ? (this.#wide?.get(i) ?? value) : value;
  }

  /** Adds the value of an event after all that have one. */
  push(i: number, value: number): void {
    if (this.#has[i >>> 5] === 0) this.#before[i >>> 5] = this.#count;
    this.#has[i >>> 5] = this.#has[i >>> 5]! | (1 << (i & 31));
    if (this.#count === this.#values.length) {
      const values = this.#values;
      this.#values = new Int32Array(2 * values.length);
      this.#values.set(values);
    }
    if (Number.isInteger(value) && value > WIDE && value <= 0x7fffffff) this.#values[this.#count++] = value;
    else {
      this.#values[this.#count++] = WIDE;
      this.#wide ??= new Map();
      this.#wide.set(i, value);
    }
  }
}
