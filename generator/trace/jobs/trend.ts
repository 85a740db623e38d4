/**
 * Whether the execution times of a task grow or shrink during a run. The run is divided into at most 64
 * slices of equal length. When it becomes longer, neighbours are merged, so the memory is bounded.
 *
 * The test is that of Mann and Kendall on the means of the slices: it asks how many pairs of slices
 * ascend, so one long job does not decide it. A trend counts at a significance of 1 %. Its size is the median
 * slope of all pairs (Sen, "Estimates of the regression coefficient based on Kendall's tau", 1968).
 */
const MOST_SLICES = 64;
const FIRST_WIDTH_NS = 1_000_000;
/** A trend in fewer slices says too little. */
const LEAST_SLICES = 8;
/** Quantile 0.995 of the normal distribution: 1 % on two sides. */
const SIGNIFICANT = 2.576;

export type TrendDirection = 'rising' | 'falling' | 'none';

export interface Slice {
  /** Since the first job. Unit: ns. */
  readonly fromNs: number;
  readonly count: number;
  readonly meanNs: number;
  readonly worstNs: number;
}

export interface Trend {
  readonly direction: TrendDirection;
  /** Median slope, in nanoseconds for each second of the run; 0 without a trend. */
  readonly nsPerSecond: number;
}

const NO_TREND: Trend = { direction: 'none', nsPerSecond: 0 };

interface OpenSlice {
  count: number;
  sum: number;
  worst: number;
}

export class TrendRecord {
  #widthNs = FIRST_WIDTH_NS;
  #firstNs: number | null = null;
  #slices: (OpenSlice | undefined)[] = [];

  /** Times never decrease. */
  add(atNs: number, ns: number): void {
    this.#firstNs ??= atNs;
    const since = Math.max(0, atNs - this.#firstNs);
    while (since >= MOST_SLICES * this.#widthNs) this.#merge();
    const i = Math.floor(since / this.#widthNs);
    const slice = this.#slices[i] ?? { count: 0, sum: 0, worst: 0 };
    slice.count++;
    slice.sum += ns;
    slice.worst = Math.max(slice.worst, ns);
    this.#slices[i] = slice;
  }

  /** The slices of time in which at least one job ended. */
  slices(): Slice[] {
    return Array.from(this.#slices).flatMap((slice, i) =>
      slice === undefined
        ? []
        : [{ fromNs: i * this.#widthNs, count: slice.count, meanNs: slice.sum / slice.count, worstNs: slice.worst }],
    );
  }

  trend(): Trend {
    return trendOf(this.slices().map(({ fromNs, meanNs }) => [fromNs, meanNs]));
  }

  #merge(): void {
    const merged: (OpenSlice | undefined)[] = [];
    Array.from(this.#slices).forEach((slice, i) => {
      if (slice === undefined) return;
      const into = merged[i >> 1];
      merged[i >> 1] =
        into === undefined
          ? slice
          : { count: into.count + slice.count, sum: into.sum + slice.sum, worst: Math.max(into.worst, slice.worst) };
    });
    this.#slices = merged;
    this.#widthNs *= 2;
  }
}

/** Of points with a time and a value, both in ns, in the order of time. */
export function trendOf(points: readonly (readonly [atNs: number, ns: number])[]): Trend {
  const n = points.length;
  if (n < LEAST_SLICES) return NO_TREND;
  let pairs = 0;
  const slopes: number[] = [];
  points.forEach(([at, value], i) => {
    for (const [earlierAt, earlier] of points.slice(0, i)) {
      pairs += Math.sign(value - earlier);
      slopes.push((value - earlier) / (at - earlierAt));
    }
  });
  const deviation = Math.sqrt((pairOrders(n) - tieOrders(points.map(([, value]) => value))) / 18);
  const score = pairs === 0 || deviation === 0 ? 0 : (pairs - Math.sign(pairs)) / deviation;
  if (Math.abs(score) < SIGNIFICANT) return NO_TREND;
  const nsPerSecond = median(slopes) * 1e9;
  return { direction: score > 0 ? 'rising' : 'falling', nsPerSecond };
}

const pairOrders = (n: number): number => n * (n - 1) * (2 * n + 5);

/** The correction of the variance for equal values (ties). */
function tieOrders(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + (count > 1 ? pairOrders(count) : 0), 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}
