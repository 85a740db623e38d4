/**
 * What the timeline reads of a trace: jobs as columns by task, and events that are not jobs. The
 * interface belongs to this chart, so painting, level of detail and hit testing can be tested
 * without a trace. trace-source.ts implements it for a trace store.
 *
 * All times are nanoseconds on the chart's axis. The jobs of a task are in the order of their
 * arrival.
 */
import type { SimulatedSchedule } from '../../../../../generator/simulation/schedule/schedule.ts';
import { lowerBound, upperBound } from '../../../base/geometry.ts';
import type { TimeSpan } from '../../../base/time.ts';

/** The time of something that has not happened, or that a job does not have. */
export const NEVER = -1;

/**
 * Releases of one task that its overrun policy dropped, in the order of time.
 * DroppedReleaseRecords of a trace implements this.
 */
export interface DroppedReleases {
  /** Number of records of dropped releases in the trace. */
  readonly count: number;
  /** Number of dropped releases, including releases whose times are no longer kept. */
  readonly total: number;
  atNs(index: number): number;
  /** Number of dropped releases from one record up to another, excluding the latter. */
  countIn(from: number, to: number): number;
  /** Index of the first record at or after a time, or `count`. */
  firstFrom(time: number): number;
}

/**
 * The jobs of one task, in rows from `first` (the oldest kept) to `count`. TaskJobs of a trace
 * implements this.
 */
export interface JobColumn {
  readonly first: number;
  readonly count: number;
  /** Jobs in rows below this one are final. */
  readonly settled: number;
  /** The job's number in the trace. */
  numberAt(job: number): number;
  arrivalAt(job: number): number;
  releaseAt(job: number): number;
  /** Time of the first execution, or NEVER. */
  startAt(job: number): number;
  /** Time of completion, or NEVER. */
  endAt(job: number): number;
  /**
   * End of the known part of the job: its completion, the gap that hides it, or the newest time
   * while it is open.
   */
  knownEndAt(job: number): number;
  /** Absolute deadline, or NEVER. */
  deadlineAt(job: number): number;
  missedAt(job: number): boolean;
  exhaustedAt(job: number): boolean;
  /** Whether the runtime stopped it at the end of its budget. */
  stoppedAt(job: number): boolean;
  /** CPU time used. Unit: ns. */
  executionAt(job: number): number;
  segmentCountAt(job: number): number;
  segmentFromAt(job: number, segment: number): number;
  /** NEVER while the segment runs. */
  segmentToAt(job: number, segment: number): number;
  /** Whether the job waited for a resource after this segment. If not, it was preempted. */
  blockedAfterAt(job: number, segment: number): boolean;
  /** Absent when no release was dropped. */
  readonly droppedReleases?: DroppedReleases;
}

/** Time spans of one kind, in order and without overlap. SpanColumn of a trace implements this. */
export interface SpanList {
  readonly count: number;
  fromAt(i: number): number;
  /** The newest time for a span that has not ended. */
  toAt(i: number): number;
  tagAt(i: number): number;
  /** Index of the first span that ends at or after a time, or `count`. */
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
  /** While the resource is held. The tag is the task's index. */
  readonly held: SpanList;
}

/** An event at one point in time or over a time span. */
export interface TimedEvent {
  readonly from: number;
  /** Equal to `from` for a point. */
  readonly to: number;
  readonly label: string;
  readonly kind: 'mark' | 'text' | 'boot' | 'gap' | 'dropped';
  /** Number of lost events, for `dropped`. */
  readonly count: number;
}

/** A job, by the index of its task and its row in the task's column. */
export interface JobRef {
  readonly task: number;
  readonly row: number;
}

/** What a card is about: a late job, or a release that was dropped while a job was open. */
export interface Opened extends JobRef {
  /** Index of the record of the dropped release. Null for a late job. */
  readonly dropped: number | null;
}

/** The course of one job in words. */
export interface JobExplanation {
  /** Whether the job was late, what it waited for, and how long it ran. */
  readonly sentence: string;
  /** The job to blame. Null when nothing delayed the job. */
  readonly culprit: (JobRef & { readonly ended: boolean; readonly sentence: string }) | null;
}

/** Why jobs do not run, of a simulated schedule or of a measured run. */
export interface JobReasons {
  /** Explains why a task does not run at a time. Empty when it runs or has no work. */
  why(taskIndex: number, time: number): string;
  /** Explains why a release was dropped. */
  dropped(taskIndex: number, record: number): JobExplanation | null;
  /** Null when there is no such job. */
  course(taskIndex: number, row: number): JobExplanation | null;
  /** The schedule that is explained, up to date. */
  schedule(): SimulatedSchedule;
}

/** Facts about a simulated schedule. Nothing of it is unknown. Times are in nanoseconds. */
export interface ScheduleFacts {
  /** Describes the events at exactly this time, in their order. */
  happens(time: number): readonly string[];
  /** Returns the time of the next (or previous) event. Null when there is none. */
  step(time: number, back: boolean): number | null;
  /**
   * Returns the time span around `time` throughout which this task, or another task of at least the
   * same urgency, has work. Null when there is none.
   */
  busyPeriod(taskIndex: number, time: number): { readonly from: number; readonly to: number } | null;
  /**
   * Returns the times at which the task is released together with all tasks of at least the same
   * urgency.
   */
  criticalInstants(taskIndex: number, view: TimeSpan): readonly number[];
  /** Returns the tasks that can delay this task on its core, including the task itself. */
  level(taskIndex: number): readonly number[];
}

/** The levels of one pin over time. PinLevels of a trace implements this. */
export interface PinTrace {
  /** The level is known from this time on. */
  readonly startNs: number;
  /** Edges have the numbers from `first` to `end` - 1. */
  readonly first: number;
  readonly end: number;
  timeNs(edge: number): number;
  levelAfter(edge: number): 0 | 1;
  levelAt(timeNs: number): 0 | 1;
  /** The number of the first edge after a time, or `end`. */
  firstAfter(timeNs: number): number;
  /** The share of time at high level. */
  duty(fromNs: number, toNs: number): number;
}

/** The levels of the virtual board's pins. PinRecord of a trace implements this. */
export interface PinTraces {
  readonly version: number;
  /** Whether old edges are no longer kept. */
  readonly isCut: boolean;
  /** Times with edges that were not recorded. */
  readonly gaps: readonly { readonly fromNs: number; readonly toNs: number }[];
  /** Null while nothing is known about the pin. */
  levels(pin: string): PinTrace | null;
  /** Times of some of the program's own writes that changed the pin. */
  writesNs(pin: string): readonly number[];
}

export interface TimelineSource {
  /**
   * True for a simulated schedule, which is drawn so that it cannot be mistaken for a measurement.
   */
  readonly isPrediction?: boolean;
  /** The initial view. Without it, everything is shown. */
  readonly home?: TimeSpan | null;
  /** Subscribes to changes other than growth. Returns the function that unsubscribes. */
  readonly subscribe?: (changed: () => void) => () => void;
  /** Facts of a simulated schedule. */
  readonly facts?: ScheduleFacts | null;
  /** Null when the priorities of the program are not known. */
  readonly reasons?: JobReasons | null;
  /** Null where pins have no record: in a prediction, and on boards that do not report them. */
  readonly pins?: PinTraces | null;
  /** The running task per core, as a tag. Absent on a single core. */
  readonly cores?: readonly SpanList[];
  /**
   * Reads new events. Called before a frame, so that everything in the frame shows the same moment.
   */
  refresh(): void;
  /** Grows with every change. A drawing of the same version is still valid. */
  readonly version: number;
  readonly span: TimeSpan;
  readonly eventCount: number;
  column(taskIndex: number): JobColumn;
  /** In the order of their numbers. */
  readonly interrupts: readonly InterruptLane[];
  readonly resources: readonly ResourceSpans[];
  /** Idle times. */
  readonly idle: SpanList;
  /**
   * Times for which a task's budget was exhausted. A span has length zero where budgets are only
   * monitored, and is then at the end of the job.
   */
  exhausted(taskIndex: number): SpanList;
  /** Whether there are any marks or texts, which need a row. */
  readonly hasPointEvents: boolean;
  /**
   * Visits marks and texts in the view, in the order of time. Returns false without visiting any
   * when there are more than `limit`.
   */
  eachPoint(view: TimeSpan, limit: number, visit: (event: TimedEvent) => void): boolean;
  /** Counts the marks and texts in each of the columns of `counts`, which have equal widths. */
  countPoints(view: TimeSpan, counts: Uint32Array): void;
  /** Visits gaps, dropped events and restarts in the view, in the order of time. */
  eachBreak(view: TimeSpan, visit: (event: TimedEvent) => void): void;
}

/** Returns the first row that arrives at or after a time, or `count`. */
export function firstArrivingAt(column: JobColumn, time: number): number {
  const { first, count } = column;
  return first + lowerBound(count - first, (i) => column.arrivalAt(first + i), time);
}

/** Returns the first row that arrives after a time, or `count`. */
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

/** Returns the index of the span that contains a time, or -1. */
export function spanAt(list: SpanList, time: number): number {
  const i = list.firstEndingAfter(time);
  return i < list.count && list.fromAt(i) <= time ? i : -1;
}
