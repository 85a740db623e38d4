/**
 * A histogram of durations in a bounded amount of memory: 256 bytes for each doubling that has durations. Its
 * buckets widen with the duration, 64 per doubling, so a quantile is at most 1.1 % above the exact one and
 * never below it. This is the logarithmic index of DDSketch (Masson, Rim and Lee, VLDB 2019, section 2.1),
 * with all buckets kept.
 */
const PER_OCTAVE = 64;
const OCTAVES = 44;
/** Buckets per doubling of a drawn histogram. */
const DRAWN_PER_OCTAVE = 4;

/** Maximum relative error by which a quantile exceeds the exact value. */
export const QUANTILE_ERROR = 2 ** (1 / PER_OCTAVE) - 1;

export interface HistogramBucket {
  readonly fromNs: number;
  readonly toNs: number;
  readonly count: number;
}

export class LogHistogram {
  /** By the doubling, each made for the first duration in it. */
  readonly #octaves: (Uint32Array | undefined)[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Durations below 1 ns count as 1 ns, and those above five hours as the longest. */
  add(ns: number): void {
    const bucket = Math.min(PER_OCTAVE * OCTAVES - 1, Math.floor(Math.log2(Math.max(1, ns)) * PER_OCTAVE));
    const octave = Math.floor(bucket / PER_OCTAVE);
    let counts = this.#octaves[octave];
    if (counts === undefined) {
      counts = new Uint32Array(PER_OCTAVE);
      this.#octaves[octave] = counts;
    }
    const i = bucket % PER_OCTAVE;
    counts[i]! += 1;
    this.#total++;
  }

  /** From the first to the last non-empty bucket, four per doubling. */
  buckets(): HistogramBucket[] {
    const width = PER_OCTAVE / DRAWN_PER_OCTAVE;
    const found: HistogramBucket[] = [];
    for (let i = 0; i < this.#octaves.length * PER_OCTAVE; i += width) {
      const from = i % PER_OCTAVE;
      const counts = this.#octaves[Math.floor(i / PER_OCTAVE)];
      const count = counts?.subarray(from, from + width).reduce((sum, each) => sum + each, 0) ?? 0;
      if (count > 0 || found.length > 0) found.push({ fromNs: edge(i), toNs: edge(i + width), count });
    }
    return found.slice(0, found.findLastIndex(({ count }) => count > 0) + 1);
  }

  /**
   * Upper edge of the bucket that contains the given quantile (0…1): the smallest value with at least this
   * share of all durations at or below it. null if there are no durations.
   */
  quantile(part: number): number | null {
    const wanted = Math.max(1, part * this.#total);
    let sum = 0;
    for (const [octave, counts] of this.#octaves.entries()) {
      if (counts === undefined) continue;
      for (const [i, count] of counts.entries()) {
        sum += count;
        if (sum >= wanted) return edge(octave * PER_OCTAVE + i + 1);
      }
    }
    return null;
  }
}

const edge = (bucket: number) => 2 ** (bucket / PER_OCTAVE);
