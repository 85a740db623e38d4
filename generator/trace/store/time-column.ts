/**
 * Times in a chunk of a trace. They are mostly close together, so a time takes four bytes: whole nanoseconds
 * since the first one. If one is before the first, more than 4.29 s later, or not whole, all take eight.
 */

/** The longest distance that takes four bytes. Unit: ns. */
const NEAR_NS = 0xffffffff;

export class TimeColumn {
  #baseNs = 0;
  #near: Uint32Array | null;
  #times: Float64Array | null = null;

  /** @param room places for times; `reserve` adds more */
  constructor(room: number) {
    this.#near = new Uint32Array(room);
  }

  get(i: number): number {
    return this.#near === null ? (this.#times as Float64Array)[i]! : this.#baseNs + this.#near[i]!;
  }

  /** Sets a time. That of place 0 comes first, and never changes. */
  set(i: number, timeNs: number): void {
    if (i === 0) this.#baseNs = timeNs;
    const since = timeNs - this.#baseNs;
    if (this.#near !== null) {
      if (since >= 0 && since <= NEAR_NS && Number.isSafeInteger(timeNs)) {
        this.#near[i] = since;
        return;
      }
      this.#times = Float64Array.from(this.#near, (offset) => this.#baseNs + offset);
      this.#near = null;
    }
    (this.#times as Float64Array)[i] = timeNs;
  }

  /** Makes places for at least this many times. */
  reserve(room: number): void {
    const held = this.#near ?? (this.#times as Float64Array);
    if (room <= held.length) return;
    if (this.#near !== null) {
      const near = this.#near;
      this.#near = new Uint32Array(room);
      this.#near.set(near);
    } else {
      const times = this.#times as Float64Array;
      this.#times = new Float64Array(room);
      this.#times.set(times);
    }
  }

  /** The first of `length` ascending times that is at or after a time; `length` if there is none. */
  search(timeNs: number, length: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.get(middle) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
