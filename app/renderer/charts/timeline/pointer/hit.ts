/** Finds what is at a point of the chart, and what a cursor shows there for each task. */
import { type Lane, type Layout, rowAt } from '../lane.ts';
import {
  firstArrivingAfter,
  type JobColumn,
  NEVER,
  type SpanList,
  spanAt,
  type TimelineSource,
} from '../source/source.ts';

export interface JobHit {
  /** Index in the lanes. */
  readonly lane: number;
  /** Index in the task's column, or -1 when no job is there. */
  readonly job: number;
}

export type JobState = 'running' | 'waiting' | 'preempted' | 'blocked' | 'held-back' | 'done' | 'stopped' | 'unknown';

/** One task at one point in time. Times are in nanoseconds. */
export interface Readout {
  readonly lane: Lane;
  /** Row of the job in the task's column. */
  readonly job: number;
  readonly jobNumber: number;
  readonly arrivalNs: number;
  readonly state: JobState;
  /** Time from arrival to completion. Null while the job is open. */
  readonly responseNs: number | null;
  readonly executionNs: number;
  /** How far the job is past its deadline. Null when it met its deadline or has none. */
  readonly latenessNs: number | null;
  readonly exhausted: boolean;
  /** Names of the resources that the task holds. */
  readonly holds: readonly string[];
}

/** How many later arrivals an open job can have. */
const MAX_BACK = 16;

/**
 * Returns the current job of a task at a time: the oldest open job, or else the last job that
 * arrived. -1 before the first arrival.
 */
export function jobAt(column: JobColumn, time: number): number {
  const last = firstArrivingAfter(column, time) - 1;
  if (last < column.first) return -1;
  let found = last;
  for (let job = last - 1; job >= Math.max(column.first, last - MAX_BACK); job--) {
    if (column.knownEndAt(job) > time) found = job;
    else break;
  }
  return found;
}

export function stateAt(column: JobColumn, job: number, time: number): JobState {
  const end = column.knownEndAt(job);
  if (time >= end && job < column.settled) {
    if (column.endAt(job) === NEVER) return 'unknown';
    return column.stoppedAt(job) ? 'stopped' : 'done';
  }
  const segments = column.segmentCountAt(job);
  for (let i = segments - 1; i >= 0; i--) {
    if (time < column.segmentFromAt(job, i)) continue;
    const until = column.segmentToAt(job, i);
    if (time < (until === NEVER ? Number.POSITIVE_INFINITY : until)) return 'running';
    return column.blockedAfterAt(job, i) ? 'blocked' : 'preempted';
  }
  return 'waiting';
}

export function readoutAt(source: TimelineSource, lane: Lane, time: number): Readout | null {
  const column = source.column(lane.taskIndex);
  const job = jobAt(column, time);
  if (job < 0) return null;
  const end = column.endAt(job);
  const deadline = column.deadlineAt(job);
  const late = deadline === NEVER ? 0 : column.knownEndAt(job) - deadline;
  return {
    lane,
    job,
    jobNumber: column.numberAt(job),
    arrivalNs: column.arrivalAt(job),
    state: heldBackOr(source, lane, stateAt(column, job, time), time),
    responseNs: end === NEVER ? null : end - column.arrivalAt(job),
    executionNs: executionOf(column, job),
    latenessNs: column.missedAt(job) && late > 0 ? late : null,
    exhausted: column.exhaustedAt(job),
    holds: source.resources.filter(({ held }) => holderAt(held, time) === lane.taskIndex).map(({ name }) => name),
  };
}

/**
 * A job that does not run while its budget is exhausted waits for its budget, whichever task runs
 * meanwhile.
 */
function heldBackOr(source: TimelineSource, lane: Lane, state: JobState, time: number): JobState {
  const pauses = state === 'preempted' || state === 'waiting';
  return pauses && spanAt(source.exhausted(lane.taskIndex), time) >= 0 ? 'held-back' : state;
}

/** Returns the task that holds a resource, or -1. */
function holderAt(held: SpanList, time: number): number {
  const i = spanAt(held, time);
  return i < 0 ? -1 : held.tagAt(i);
}

/** Returns the CPU time used so far, including a run that has not ended. */
function executionOf(column: JobColumn, job: number): number {
  const last = column.segmentCountAt(job) - 1;
  const running = last >= 0 && column.segmentToAt(job, last) === NEVER;
  return column.executionAt(job) + (running ? column.knownEndAt(job) - column.segmentFromAt(job, last) : 0);
}

/**
 * Returns the lane at a height below the first row, and its job at the given time. Null outside the
 * lanes.
 */
export function hitAt(
  source: TimelineSource,
  lanes: readonly Lane[],
  layout: Layout,
  time: number,
  y: number,
): JobHit | null {
  const row = rowAt(layout, y);
  const lane = row ? lanes[row.lane] : undefined;
  if (!row || !lane) return null;
  return { lane: row.lane, job: jobAt(source.column(lane.taskIndex), time) };
}
