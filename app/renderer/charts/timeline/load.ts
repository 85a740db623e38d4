/**
 * Computes a task's share of the processor per pixel column, for the strip that shows the whole
 * trace.
 */
import { nsPerPx, type TimeScale } from '../../base/scale.ts';
import { eachColumn } from './density.ts';
import { type JobColumn, NEVER } from './source/source.ts';
import type { LaneSummary } from './summary.ts';

/**
 * The load is averaged over this many pixels on either side, so that the strip shows load and not
 * single jobs.
 */
const BLUR_PX = 5;
/**
 * Load of a job that is longer than this is spread over its duration. Load of shorter jobs comes
 * from sums.
 */
const LONG_PX = 2;

/**
 * Returns shares of the processor from 0 to 1.
 *
 * @param missed called for each column in which a job that missed its deadline arrived
 */
export function loadOf(
  column: JobColumn,
  summary: LaneSummary,
  scale: TimeScale,
  missed: (x: number) => void,
): Float32Array {
  const shares = new Float32Array(Math.ceil(scale.widthPx));
  const perPx = nsPerPx(scale);
  summary.update(column);
  eachColumn(column, summary, scale, (x, tally, _widthNs, { first, last }) => {
    if (tally.misses > 0) missed(x);
    // Of the jobs that arrive within one pixel, usually only the last one can last for several
    // pixels.
    const long = isLong(column, last - 1, perPx);
    const rest = tally.execution - (long ? column.executionAt(last - 1) : 0);
    if (long) spreadEvenly(shares, scale, column, last - 1);
    if (last - 1 > first || !long) runOn(shares, x, rest / perPx);
  });
  return blur(blur(shares));
}

function isLong(column: JobColumn, job: number, perPx: number): boolean {
  const start = column.startAt(job);
  return start !== NEVER && column.knownEndAt(job) - start > LONG_PX * perPx;
}

/**
 * Spreads the load evenly over the duration of the job, because it was preempted and delayed in
 * many pieces.
 */
function spreadEvenly(shares: Float32Array, scale: TimeScale, column: JobColumn, job: number): void {
  const perPx = nsPerPx(scale);
  const toColumn = (time: number) => (time - scale.view.from) / perPx;
  const [from, to] = [toColumn(column.startAt(job)), toColumn(column.knownEndAt(job))];
  const share = column.executionAt(job) / perPx / (to - from);
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(shares.length, to); x++) {
    const overlap = Math.min(x + 1, to) - Math.max(x, from);
    shares[x] = Math.min(1, (shares[x] ?? 0) + share * overlap);
  }
}

/** Moves load above a column's capacity into the following columns. */
function runOn(shares: Float32Array, at: number, load: number): void {
  let rest = load;
  for (let x = at; rest > 0 && x < shares.length; x++) {
    const room = Math.min(1 - (shares[x] ?? 0), rest);
    shares[x] = (shares[x] ?? 0) + Math.max(0, room);
    rest -= Math.max(0, room);
    if (room <= 0 && x - at > 64) return;
  }
}

/** Averages each value with its neighbours. */
function blur(values: Float32Array): Float32Array {
  const { length } = values;
  const smooth = new Float32Array(length);
  let sum = 0;
  // A read outside of the array is many times slower.
  for (let x = -BLUR_PX; x < length; x++) {
    if (x + BLUR_PX < length) sum += values[x + BLUR_PX] ?? 0;
    if (x - BLUR_PX - 1 >= 0) sum -= values[x - BLUR_PX - 1] ?? 0;
    if (x >= 0) smooth[x] = Math.max(0, sum) / (2 * BLUR_PX + 1);
  }
  return smooth;
}
