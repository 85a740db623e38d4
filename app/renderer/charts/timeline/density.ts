/**
 * Level of detail: which jobs a view shows, how dense they are, and one summary per pixel column
 * where they are denser than pixels.
 */
import { lowerBound } from '../../base/geometry.ts';
import { nsPerPx, type TimeScale, toNs } from '../../base/scale.ts';
import type { TimeSpan } from '../../base/time.ts';
import { firstArrivingAfter, firstArrivingAt, type JobColumn, NEVER } from './source/source.ts';
import { clearTally, emptyTally, type LaneSummary, type Tally } from './summary.ts';

/** With fewer pixels per job than this, columns are painted instead of boxes. */
const BOX_PX = 3;
/** With at least this many pixels per job, arrows have heads and pauses are hatched. */
const ARROW_PX = 22;
/** Number of jobs before the view that are searched for a job that extends into it. */
const MAX_OVERLAP = 64;

export type Detail = 'columns' | 'boxes' | 'full';

export interface JobRange {
  /** First job in the view. */
  readonly first: number;
  /** One after the last job in the view. */
  readonly last: number;
}

/** Returns the jobs with an arrival, execution or deadline in the view. */
export function jobsIn(column: JobColumn, view: TimeSpan): JobRange {
  const last = firstArrivingAfter(column, view.to);
  let first = Math.min(last, firstArrivingAt(column, view.from));
  for (let job = first - 1, steps = 0; job >= column.first && steps < MAX_OVERLAP; job--, steps++) {
    const reach = Math.max(column.knownEndAt(job), column.deadlineAt(job));
    if (reach >= view.from) first = job;
    else if (first - job > 1) break;
  }
  return { first, last };
}

/** Returns the level of detail for jobs of this density. */
export function detailFor(column: JobColumn, range: JobRange, scale: TimeScale): Detail {
  const count = range.last - range.first;
  if (count < 2) return 'full';
  const stretch = column.arrivalAt(range.last - 1) - column.arrivalAt(range.first);
  const pxPerJob = stretch / (count - 1) / nsPerPx(scale);
  return pxPerJob < BOX_PX ? 'columns' : pxPerJob < ARROW_PX ? 'boxes' : 'full';
}

/**
 * Calls `visit(x, tally, widthNs, jobs)` for each pixel column in which a job arrives or still
 * runs, from left to right. A job belongs to the column of its arrival. `tally` is reused, so read
 * it during the call.
 */
export function eachColumn(
  column: JobColumn,
  summary: LaneSummary,
  scale: TimeScale,
  visit: (x: number, tally: Tally, widthNs: number, jobs: JobRange) => void,
): void {
  const width = Math.ceil(scale.widthPx);
  const perPx = nsPerPx(scale);
  const tally = emptyTally();
  let job = firstArrivingAt(column, scale.view.from);
  let exact = job;
  let pace = 1;
  for (let x = 0; x < width && job < column.count; x++) {
    const edge = toNs(scale, scale.leftPx + x + 1);
    const reached = exact;
    exact = seek(column, reached, edge, reached + pace);
    pace = exact - reached;
    const next = x + 1 < width ? aligned(job, exact) : exact;
    if (next === job) continue;
    clearTally(tally);
    summary.tally(job, next, tally);
    tallyOpen(column, Math.max(job, summary.settled), next, tally);
    visit(x, tally, perPx, { first: job, last: next });
    job = next;
  }
}

/**
 * Where many jobs share a column, this moves the end of the column to the end of a node of the
 * pyramid, by at most an eighth of a pixel. The summary then reads a few large nodes instead of
 * many small ones. The next column includes the remaining jobs.
 */
function aligned(from: number, to: number): number {
  let size = 1;
  while (size * 32 <= to - from) size *= 4;
  return Math.max(from, to - (to % size));
}

/**
 * Returns the first row from `from` on that arrives at or after `time`. `guess` is its probable
 * position. Jobs arrive at a regular rate, so the search takes only a few steps from there.
 */
function seek(column: JobColumn, from: number, time: number, guess: number): number {
  let low = from;
  let high = column.count;
  let at = Math.min(Math.max(from, guess), high - 1);
  for (let step = 1; ; step *= 2) {
    if (column.arrivalAt(at) < time) {
      low = at + 1;
      if (low >= high || step > high - low) break;
      at = Math.min(high - 1, at + step);
      if (column.arrivalAt(at) >= time) {
        high = at;
        break;
      }
    } else {
      high = at;
      if (high <= low) break;
      at = Math.max(low, at - step);
      if (column.arrivalAt(at) < time) {
        low = at + 1;
        break;
      }
    }
  }
  return low + lowerBound(high - low, (i) => column.arrivalAt(low + i), time);
}

/** Summarizes all jobs in a range of rows, whether final or not, without reading each one. */
export function tallyRange(column: JobColumn, summary: LaneSummary, range: JobRange, tally: Tally): void {
  summary.update(column);
  summary.tally(range.first, range.last, tally);
  tallyOpen(column, Math.max(range.first, summary.settled), range.last, tally);
}

/** Adds jobs that are not final yet, one by one. There are only a few. */
function tallyOpen(column: JobColumn, from: number, to: number, tally: Tally): void {
  for (let job = from; job < to; job++) {
    const end = column.endAt(job);
    tally.jobs++;
    if (end !== NEVER) tally.worstResponse = Math.max(tally.worstResponse, end - column.arrivalAt(job));
    tally.execution += column.executionAt(job);
    if (column.missedAt(job)) tally.misses++;
    if (column.exhaustedAt(job)) tally.exhausted++;
  }
}
