/** The distribution of the values of a series between two times. */
import type { Series } from '../../../../generator/trace/series/series.ts';

export interface HistogramData {
  /** The lower edges of the bins, and the upper edge of the last. */
  readonly edges: readonly number[];
  readonly counts: readonly number[];
  readonly total: number;
}

const NONE: HistogramData = { edges: [], counts: [], total: 0 };

/** @param bins of equal width, from the least to the greatest value */
export function histogramOf(series: Series, fromNs: number, toNs: number, bins: number): HistogramData {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  series.eachValue(fromNs, toNs, (value) => {
    if (value < least) least = value;
    if (value > most) most = value;
  });
  if (least > most) return NONE;
  const width = (most - least) / bins || Math.max(1, Math.abs(most) * 0.05) / bins;
  const counts = new Array<number>(bins).fill(0);
  let total = 0;
  series.eachValue(fromNs, toNs, (value) => {
    const bin = Math.min(bins - 1, Math.floor((value - least) / width));
    counts[bin] = (counts[bin] as number) + 1;
    total++;
  });
  return { edges: Array.from({ length: bins + 1 }, (_, i) => least + i * width), counts, total };
}

/** The share of the values at or below each edge, 0…1. */
export function cumulative({ counts, total }: HistogramData): number[] {
  let sum = 0;
  const shares = counts.map((count) => {
    sum += count;
    return sum / Math.max(1, total);
  });
  return [0, ...shares];
}
