/** Arrivals that wait behind the current job of their task, by task, first in, first out. */
export class Backlog {
  readonly #limits: Int32Array;
  readonly #counts: Int32Array;
  readonly #firsts: Int32Array;
  readonly #rings: Float64Array[];

  /** @param limits by task: how many may wait */
  constructor(limits: readonly number[]) {
    this.#limits = Int32Array.from(limits);
    this.#counts = new Int32Array(limits.length);
    this.#firsts = new Int32Array(limits.length);
    this.#rings = limits.map(() => new Float64Array(0));
  }

  isEmpty(task: number): boolean {
    return this.#counts[task] === 0;
  }

  /** false: there are as many as may be. */
  push(task: number, arrivalNs: number): boolean {
    const count = this.#counts[task] as number;
    if (count >= (this.#limits[task] as number)) return false;
    let ring = this.#rings[task] as Float64Array;
    if (count === ring.length) ring = this.#grow(task, ring);
    ring[((this.#firsts[task] as number) + count) % ring.length] = arrivalNs;
    this.#counts[task] = count + 1;
    return true;
  }

  /** The oldest; there must be one. */
  shift(task: number): number {
    const ring = this.#rings[task] as Float64Array;
    const first = this.#firsts[task] as number;
    this.#firsts[task] = (first + 1) % ring.length;
    this.#counts[task] = (this.#counts[task] as number) - 1;
    return ring[first] as number;
  }

  #grow(task: number, ring: Float64Array): Float64Array {
    const first = this.#firsts[task] as number;
    const grown = new Float64Array(Math.max(2, 2 * ring.length));
    grown.set(ring.subarray(first));
    grown.set(ring.subarray(0, first), ring.length - first);
    this.#firsts[task] = 0;
    this.#rings[task] = grown;
    return grown;
  }
}
