/**
 * A histogram of durations. Its buckets widen with the duration, four per doubling, so values are exact
 * within 19 %.
 */
const PER_OCTAVE = 4;
const OCTAVES = 44;

export interface HistogramBucket {
  readonly fromNs: number;
  readonly toNs: number;
  readonly count: number;
}

export class LogHistogram {
  readonly #counts = new Uint32Array(PER_OCTAVE * OCTAVES);
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Durations below 1 ns count as 1 ns, and those above five hours as the longest. */
  add(ns: number): void {
    const bucket = Math.floor(Math.log2(Math.max(1, ns)) * PER_OCTAVE);
    const i = Math.min(this.#counts.length - 1, bucket);
    this.#counts[i] = (this.#counts[i] as number) + 1;
    this.#total++;
  }

  /** The buckets from the first to the last non-empty one. */
  buckets(): HistogramBucket[] {
    const first = this.#counts.findIndex((count) => count > 0);
    const last = this.#counts.findLastIndex((count) => count > 0);
    const buckets: HistogramBucket[] = [];
    for (let i = first; i >= 0 && i <= last; i++) {
      buckets.push({ fromNs: edge(i), toNs: edge(i + 1), count: this.#counts[i] as number });
    }
    return buckets;
  }

  /**
   * Upper edge of the bucket that contains the given quantile (0…1); null if there are no
   * durations.
   */
  quantile(part: number): number | null {
    if (this.#total === 0) return null;
    let sum = 0;
    const i = this.#counts.findIndex((count) => {
      sum += count;
      return sum >= part * this.#total;
    });
    return edge(i + 1);
  }
}

const edge = (bucket: number) => 2 ** (bucket / PER_OCTAVE);
