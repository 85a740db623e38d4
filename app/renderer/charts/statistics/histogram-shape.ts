/**
 * A histogram of response times as an SVG path on a logarithmic axis, with the positions of the
 * bound and the deadline.
 */
import type { HistogramBucket } from '../../../../generator/trace/jobs/histogram.ts';

export interface HistogramShape {
  /** Path of the bars. Empty when there are no values. */
  readonly bars: string;
  /** x of the predicted bound and of the deadline. Null where there is none. */
  readonly boundX: number | null;
  readonly deadlineX: number | null;
}

/** Margin beyond the outermost bars, as a factor of time. */
const AIR = 1.25;
const LEAST_BAR = 1;

export function histogramShape(
  buckets: readonly HistogramBucket[],
  boundNs: number | null,
  deadlineNs: number | null,
  width: number,
  height: number,
): HistogramShape {
  const marks = [boundNs, deadlineNs].filter((mark) => mark !== null && mark > 0) as number[];
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return { bars: '', boundX: null, deadlineX: null };
  const from = Math.log(Math.min(first.fromNs, ...marks) / AIR);
  const to = Math.log(Math.max(last.toNs, ...marks) * AIR);
  const x = (ns: number): number => ((Math.log(Math.max(1, ns)) - from) / (to - from)) * width;
  const most = buckets.reduce((max, bucket) => Math.max(max, bucket.count), 1);
  const bars = buckets
    .filter((bucket) => bucket.count > 0)
    .map((bucket) => bar(x(bucket.fromNs), x(bucket.toNs), heightOf(bucket.count, most, height), height))
    .join('');
  const place = (ns: number | null): number | null => (ns === null || ns <= 0 ? null : x(ns));
  return { bars, boundX: place(boundNs), deadlineX: place(deadlineNs) };
}

/** Uses the square root, so that one late job in a thousand is still visible. */
function heightOf(count: number, most: number, height: number): number {
  return Math.max(LEAST_BAR, Math.sqrt(count / most) * height);
}

function bar(from: number, to: number, tall: number, height: number): string {
  const width = Math.max(LEAST_BAR, to - from - 0.5);
  return `M${from.toFixed(1)} ${height}v${(-tall).toFixed(1)}h${width.toFixed(1)}V${height}z`;
}
