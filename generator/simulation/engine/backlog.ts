/**
 * Jobs that wait behind the current one of their task, first in, first out: the arrival and the
 * release of each.
 */
export class Backlog {
  readonly #limits: Int32Array;
  readonly #counts: Int32Array;
  readonly #firsts: Int32Array;
  /** Two numbers per job. */
  readonly #rings: Float64Array[];

  /** @param limits for each task, the maximum number of waiting jobs */
  constructor(limits: readonly number[]) {
    this.#limits = Int32Array.from(limits);
    this.#counts = new Int32Array(limits.length);
    this.#firsts = new Int32Array(limits.length);
    this.#rings = limits.map(() => new Float64Array(0));
  }

  isEmpty(task: number): boolean {
    return this.#counts[task] === 0;
  }

  /** Returns false if the limit is reached. */
  push(task: number, arrivalNs: number, releaseNs: number): boolean {
    const count = this.#counts[task]!;
    if (count >= this.#limits[task]!) return false;
    let ring = this.#rings[task] as Float64Array;
    if (2 * count === ring.length) ring = this.#grow(task, ring);
    const at = (2 * (this.#firsts[task]! + count)) % ring.length;
    ring[at] = arrivalNs;
    ring[at + 1] = releaseNs;
    this.#counts[task] = count + 1;
    return true;
  }

  /** Arrival and release of the oldest job. There must be one. */
  arrivalNs(task: number): number {
    return (this.#rings[task] as Float64Array)[2 * this.#firsts[task]!]!;
  }

  releaseNs(task: number): number {
    return (this.#rings[task] as Float64Array)[2 * this.#firsts[task]! + 1]!;
  }

  /** Removes the oldest job. */
  shift(task: number): void {
    const ring = this.#rings[task] as Float64Array;
    this.#firsts[task] = (this.#firsts[task]! + 1) % (ring.length / 2);
    this.#counts[task] = this.#counts[task]! - 1;
  }

  #grow(task: number, ring: Float64Array): Float64Array {
    const first = 2 * this.#firsts[task]!;
    const grown = new Float64Array(Math.max(4, 2 * ring.length));
    grown.set(ring.subarray(first));
    grown.set(ring.subarray(0, first), ring.length - first);
    this.#firsts[task] = 0;
    this.#rings[task] = grown;
    return grown;
  }
}
