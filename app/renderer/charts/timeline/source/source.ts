/**
 * What the timeline reads of a trace: jobs as columns by task, and the events that are not jobs. An interface of this
 * chart, so that painting, level of detail and hit testing are tested without a trace; trace-source.ts makes it of a trace store.
 *
 * All times are nanoseconds on the chart's axis. Within a task jobs are in the order of their arrival.
 */
import { lowerBound, upperBound } from '../../../base/geometry.ts';
import type { TimeSpan } from '../../../base/time.ts';

/** A job's time of something that has not happened, or that the job does not have. */
export const NEVER = -1;

/** Releases of one task that its overrun policy gave up, in the order of time; a trace's GivenUpReleases is one. */
export interface GivenUp {
  /** How often the trace tells of some. */
  readonly count: number;
  /** All, also those whose times are not kept. */
  readonly total: number;
  atNs(index: number): number;
  /** How many from one index up to another, that excluded. */
  countIn(from: number, to: number): number;
  /** The first that the trace tells of at or after a time; `count` if there is none. */
  firstFrom(time: number): number;
}

/** The jobs of one task, in rows from `first` (the oldest kept) to `count`; a trace's TaskJobs is one. */
export interface JobColumn {
  readonly first: number;
  readonly count: number;
  /** Jobs in rows below this one are final. */
  readonly settled: number;
  /** The job's number as the trace counts it. */
  numberAt(job: number): number;
  arrivalAt(job: number): number;
  releaseAt(job: number): number;
  /** When it first ran, or NEVER. */
  startAt(job: number): number;
  /** When it completed, or NEVER. */
  endAt(job: number): number;
  /** The end of what is known of it: its completion, the gap that hid it, or the newest time while it is open. */
  knownEndAt(job: number): number;
  /** Absolute deadline, or NEVER. */
  deadlineAt(job: number): number;
  missedAt(job: number): boolean;
  exhaustedAt(job: number): boolean;
  /** CPU time used, in ns. */
  executionAt(job: number): number;
  segmentCountAt(job: number): number;
  segmentFromAt(job: number, segment: number): number;
  /** NEVER while it runs. */
  segmentToAt(job: number, segment: number): number;
  /** Whether the pause after this segment was a wait for a resource rather than a preemption. */
  blockedAfterAt(job: number, segment: number): boolean;
  /** None: no release was given up. */
  readonly givenUp?: GivenUp;
}

/** Stretches of time of one kind, in their order and without overlap; a trace's SpanColumn is one. */
export interface SpanList {
  readonly count: number;
  fromAt(i: number): number;
  /** Of one that goes on: the newest time. */
  toAt(i: number): number;
  tagAt(i: number): number;
  /** The first that ends at or after a time; `count` if there is none. */
  firstEndingAfter(time: number): number;
}

export interface InterruptLane {
  readonly index: number;
  readonly name: string;
  /** From entry to exit. */
  readonly runs: SpanList;
  readonly masked: SpanList;
}

export interface ResourceSpans {
  readonly name: string;
  /** While it is held; the tag is the task's index. */
  readonly held: SpanList;
}

/** Something at one point in time, or over a stretch of it. */
export interface TimedEvent {
  readonly from: number;
  /** Equal to `from` for a point. */
  readonly to: number;
  readonly label: string;
  readonly kind: 'mark' | 'text' | 'boot' | 'gap' | 'dropped';
  /** Events lost, for `dropped`. */
  readonly count: number;
}

/** What can be asked of a schedule of which all is known, as it was played. Times in nanoseconds. */
export interface ScheduleFacts {
  /** Why a task does not run at a time, in words; empty where it runs or has nothing to do. */
  why(taskIndex: number, time: number): string;
  /** What happens at exactly this time, in words, in its order. */
  happens(time: number): readonly string[];
  /** When something happens after (or before) a time; null: nothing more. */
  step(time: number, back: boolean): number | null;
  /** The stretch around a time throughout which the task, or one at least as urgent, has something to do; null: there is none. */
  busyPeriod(taskIndex: number, time: number): { readonly from: number; readonly to: number } | null;
  /** Releases of the task together with all that are at least as urgent. */
  criticalInstants(taskIndex: number, view: TimeSpan): readonly number[];
  /** The tasks that can hold off this one on its core, itself included. */
  level(taskIndex: number): readonly number[];
}

export interface TimelineSource {
  /** Played, not measured: drawn such that nobody takes it for what happened. */
  readonly isPrediction?: boolean;
  /** What to show first; else all of it. */
  readonly home?: TimeSpan | null;
  /** Calls when there is something else to be drawn, other than by growing. Returns how to stop. */
  readonly subscribe?: (changed: () => void) => () => void;
  /** Of a schedule that was played. */
  readonly facts?: ScheduleFacts | null;
  /** Who runs on each core, the tag is the task; only where there are several. */
  readonly cores?: readonly SpanList[];
  /** Reads what has come since the last call. Called before a frame, so that all of the frame tells of one moment. */
  refresh(): void;
  /** Grows with every change; what was drawn at the same version is still right. */
  readonly version: number;
  readonly span: TimeSpan;
  readonly eventCount: number;
  column(taskIndex: number): JobColumn;
  /** In the order of their numbers. */
  readonly interrupts: readonly InterruptLane[];
  readonly resources: readonly ResourceSpans[];
  /** When there was nothing to do. */
  readonly idle: SpanList;
  /** While a task's budget was used up. Of no length where budgets are only monitored: then it is the end of the job. */
  exhausted(taskIndex: number): SpanList;
  /** Whether there is any mark or text, so that they need a row. */
  readonly hasPointEvents: boolean;
  /** Marks and texts in the view, in the order of time; false when there are more than `limit`, unvisited. */
  eachPoint(view: TimeSpan, limit: number, visit: (event: TimedEvent) => void): boolean;
  /** Adds to `counts` how many marks and texts are in each of its columns of equal width. */
  countPoints(view: TimeSpan, counts: Uint32Array): void;
  /** Gaps, dropped events and restarts that meet the view, in the order of time. */
  eachBreak(view: TimeSpan, visit: (event: TimedEvent) => void): void;
}

/** The first row that arrives at or after a time; `count` if there is none. */
export function firstArrivingAt(column: JobColumn, time: number): number {
  const { first, count } = column;
  return first + lowerBound(count - first, (i) => column.arrivalAt(first + i), time);
}

/** The first row that arrives after a time; `count` if there is none. */
export function firstArrivingAfter(column: JobColumn, time: number): number {
  const { first, count } = column;
  return first + upperBound(count - first, (i) => column.arrivalAt(first + i), time);
}

export const NO_SPANS: SpanList = {
  count: 0,
  fromAt: () => NEVER,
  toAt: () => NEVER,
  tagAt: () => 0,
  firstEndingAfter: () => 0,
};

/** The stretch in which a time lies; -1 if there is none. */
export function spanAt(list: SpanList, time: number): number {
  const i = list.firstEndingAfter(time);
  return i < list.count && list.fromAt(i) <= time ? i : -1;
}
