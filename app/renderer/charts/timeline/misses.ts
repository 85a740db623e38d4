/** Finds the next or the previous miss over all lanes: a late job or a dropped release. */
import { lowerBound } from '../../base/geometry.ts';
import type { Lane } from './lane.ts';
import { jobAt } from './pointer/hit.ts';
import { type JobColumn, NEVER, type TimelineSource } from './source/source.ts';
import type { LaneSummary } from './summary.ts';

export interface Miss {
  /** Time of the missed deadline or of the dropped release. */
  readonly time: number;
  readonly lane: Lane;
  /** Index of the record of the dropped release. Null for a late job. */
  readonly dropped: number | null;
}

/**
 * Returns the first miss after `time`, or with `back` the last miss before it. Null if there is
 * none.
 */
export function findMiss(
  source: TimelineSource,
  lanes: readonly Lane[],
  summaryOf: (column: JobColumn) => LaneSummary,
  time: number,
  back: boolean,
): Miss | null {
  let best: Miss | null = null;
  for (const lane of lanes) {
    const column = source.column(lane.taskIndex);
    const summary = summaryOf(column);
    summary.update(column);
    const late = back ? missBefore(column, summary, time) : missAfter(column, summary, time);
    const lost = back ? droppedBefore(column, time) : droppedAfter(column, time);
    for (const [found, dropped] of [
      [late, null],
      [lost === null ? null : (column.droppedReleases?.atNs(lost) ?? null), lost],
    ] as const) {
      if (found !== null && (best === null || (back ? found > best.time : found < best.time)))
        best = { time: found, lane, dropped };
    }
  }
  return best;
}

/**
 * Returns the next miss from `time`, or with `back` the previous one. After the last miss of the
 * trace comes the first one, and the other way round.
 */
export function findMissAround(
  source: TimelineSource,
  lanes: readonly Lane[],
  summaryOf: (column: JobColumn) => LaneSummary,
  time: number,
  back: boolean,
): Miss | null {
  const end = back ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return findMiss(source, lanes, summaryOf, time, back) ?? findMiss(source, lanes, summaryOf, end, back);
}

function droppedAfter({ droppedReleases }: JobColumn, time: number): number | null {
  const index = droppedReleases?.firstFrom(time + 1) ?? 0;
  return droppedReleases === undefined || index >= droppedReleases.count ? null : index;
}

function droppedBefore({ droppedReleases }: JobColumn, time: number): number | null {
  const index = (droppedReleases?.firstFrom(time) ?? 0) - 1;
  return droppedReleases === undefined || index < 0 ? null : index;
}

/** Deadlines are in the order of arrivals, because D is the same for all jobs of a task. */
function firstAfter(column: JobColumn, time: number): number {
  const { first, count } = column;
  return first + lowerBound(count - first, (i) => deadlineOf(column, first + i), time + 1);
}

function deadlineOf(column: JobColumn, job: number): number {
  const deadline = column.deadlineAt(job);
  return deadline === NEVER ? column.arrivalAt(job) : deadline;
}

function missAfter(column: JobColumn, summary: LaneSummary, time: number): number | null {
  const from = firstAfter(column, time);
  const settled = summary.nextMiss(from);
  if (settled >= 0) return deadlineOf(column, settled);
  for (let job = Math.max(from, summary.settled); job < column.count; job++) {
    if (column.missedAt(job)) return deadlineOf(column, job);
  }
  return null;
}

function missBefore(column: JobColumn, summary: LaneSummary, time: number): number | null {
  const last = firstAfter(column, time - 1) - 1;
  for (let job = last; job >= summary.settled; job--) if (column.missedAt(job)) return deadlineOf(column, job);
  const settled = summary.previousMiss(last);
  return settled < 0 ? null : deadlineOf(column, settled);
}

/**
 * Returns the job of a miss at a time: the job with this deadline or, for a release that was dropped,
 * the job that was still open then. -1 when there is none.
 */
export function missedJob(column: JobColumn, time: number): number {
  const { first, count } = column;
  const row = first + lowerBound(count - first, (i) => deadlineOf(column, first + i), time);
  if (row < count && deadlineOf(column, row) === time && column.missedAt(row)) return row;
  const open = jobAt(column, time);
  return open >= 0 && column.knownEndAt(open) >= time ? open : -1;
}

/** Returns the record of dropped releases that is nearest to a time. -1 when none is within `reach`. */
export function droppedNear({ droppedReleases }: JobColumn, time: number, reach: number): number {
  if (droppedReleases === undefined) return -1;
  const after = droppedReleases.firstFrom(time);
  const distance = (index: number) =>
    index < 0 || index >= droppedReleases.count
      ? Number.POSITIVE_INFINITY
      : Math.abs(droppedReleases.atNs(index) - time);
  const nearest = distance(after - 1) < distance(after) ? after - 1 : after;
  return distance(nearest) <= reach ? nearest : -1;
}
