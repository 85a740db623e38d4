/**
 * Statistics of a trace for each task, counted from complete jobs as they settle, so that it can
 * run for hours.
 *
 *   const statistics = new TraceStatistics(store, jobs);
 *   statistics.update();                       // after jobs.update()
 *   statistics.tasks.map((task) => task.responseNs.worst)
 *
 * All durations are in nanoseconds. A job that a gap cut counts only as incomplete, except that a
 * miss or an exhausted budget that the board reported is counted.
 */
import type { TraceObject } from '../events.ts';
import { KIND_LOCK_EXCEEDED, KIND_NOTICE, KIND_STACK } from '../kinds.ts';
import { type NoticeKind, type NoticeUse, noticeOf } from '../notice.ts';
import { type StackUse, stackOf } from '../stack.ts';
import type { TraceStore } from '../store/store.ts';
import { Distribution } from './distribution.ts';
import type { JobTracker } from './jobs.ts';
import { NEVER } from './jobs-column.ts';
import { STATE_COMPLETE, type TaskJobs } from './task-jobs.ts';
import { TrendRecord } from './trend.ts';

export class TaskStatistics {
  /** Complete jobs. */
  completed = 0;
  /** Jobs with a part that was not recorded. */
  incomplete = 0;
  /** Completion minus arrival. */
  readonly responseNs = new Distribution();
  /** CPU time, including interrupts during the job. */
  readonly executionNs = new Distribution();
  /** Start minus arrival. */
  readonly startLatencyNs = new Distribution();
  /**
   * Time from start to completion minus the job's own execution and its waits for resources:
   * preempted by others, or suspended without a budget.
   */
  readonly preemptedNs = new Distribution();
  /** Execution times in the course of the run. */
  readonly course = new TrendRecord();
  /**
   * Difference between a release and start + φ + k·T, in either direction; 0 if the task has no period or
   * offset.
   */
  readonly jitterNs = new Distribution();
  /** The least distance of two releases of one run of the program; null: fewer than two. Unit: ns. */
  leastDistanceNs: number | null = null;
  /** Share of the observed time that its jobs used, 0…1. */
  utilization = 0;

  readonly #jobs: TaskJobs;
  #misses = 0;
  #overruns = 0;
  #read = 0;
  #releasedNs: number | null = null;
  /** CPU time of complete and incomplete jobs. */
  #busyNs = 0;

  constructor(jobs: TaskJobs) {
    this.#jobs = jobs;
  }

  get task(): TraceObject {
    return this.#jobs.task;
  }

  /** The largest release jitter; 0: no job has settled. */
  get releaseJitterNs(): number {
    return this.jitterNs.worst ?? 0;
  }

  /** Released jobs, including open ones. */
  get released(): number {
    return this.#jobs.count;
  }

  /** Releases that the overrun policy dropped. */
  get dropped(): number {
    return this.#jobs.dropped;
  }

  /** Time of the first dropped release; null: none. Unit: ns. */
  get firstDroppedNs(): number | null {
    return this.#jobs.droppedReleases.firstNs;
  }

  /**
   * Releases without a job in time: the job was late, or the release was dropped. No release counts
   * twice.
   */
  get misses(): number {
    return this.deadlineMisses + this.dropped;
  }

  /** Jobs that completed late, or are still open after their deadline. */
  get deadlineMisses(): number {
    let open = 0;
    for (const { row } of this.#jobs.open) if (this.#jobs.missedAt(row)) open++;
    return this.#misses + open;
  }

  /** Jobs that exceeded their budget. */
  get budgetOverruns(): number {
    let open = 0;
    for (const { exhausted } of this.#jobs.open) if (exhausted) open++;
    return this.#overruns + open;
  }

  /**
   * Number of exhausted budgets, including those of open jobs. A job may exhaust every budget that
   * it gets.
   */
  get exhaustions(): number {
    return this.#jobs.exhaustions;
  }

  /** The number of the oldest job that is open after its deadline, or null. */
  get lateJob(): number | null {
    const late = this.#jobs.open.find(({ row }) => this.#jobs.missedAt(row));
    return late === undefined ? null : this.#jobs.numberAt(late.row);
  }

  /** Counts the jobs that have settled since the last call. */
  update(observedNs: number): void {
    const jobs = this.#jobs;
    for (let row = Math.max(this.#read, jobs.first); row < jobs.settled; row++) this.#add(jobs, row);
    this.#read = jobs.settled;
    this.utilization = observedNs > 0 ? Math.min(1, (this.#busyNs + this.#openNs()) / observedNs) : 0;
  }

  /** CPU time of the open jobs, one of which may run forever. */
  #openNs(): number {
    return this.#jobs.open.reduce((sum, { row, executionNs, from, to }) => {
      const runs = from.length > to.length;
      return sum + executionNs + (runs ? this.#jobs.knownEndAt(row) - from.at(-1)! : 0);
    }, 0);
  }

  #add(jobs: TaskJobs, row: number): void {
    const execution = jobs.executionAt(row);
    const complete = jobs.stateAt(row) === STATE_COMPLETE;
    this.#busyNs += execution;
    if (jobs.missedAt(row)) this.#misses++;
    // As the runtime reports it, because measured times include interrupts.
    if (jobs.exhaustedAt(row)) this.#overruns++;
    const arrival = jobs.arrivalAt(row);
    this.jitterNs.add(Math.abs(jobs.releaseAt(row) - arrival));
    this.#addDistance(jobs.releaseAt(row), jobs.numberAt(row) === 0);
    if (!complete) {
      this.incomplete++;
      return;
    }
    this.completed++;
    this.executionNs.add(execution);
    this.course.add(arrival, execution);
    this.responseNs.add(jobs.endAt(row) - arrival);
    if (jobs.startAt(row) !== NEVER) this.startLatencyNs.add(jobs.startAt(row) - arrival);
    this.preemptedNs.add(preemptedNs(jobs, row));
  }

  #addDistance(releaseNs: number, isFirst: boolean): void {
    const before = isFirst ? null : this.#releasedNs;
    this.#releasedNs = releaseNs;
    if (before === null) return;
    this.leastDistanceNs = Math.min(this.leastDistanceNs ?? Number.POSITIVE_INFINITY, releaseNs - before);
  }
}

/** The interruptions of a job that has ended. */
function preemptedNs(jobs: TaskJobs, row: number): number {
  let sum = 0;
  for (let i = 1; i < jobs.segmentCountAt(row); i++) {
    if (!jobs.blockedAfterAt(row, i - 1)) sum += jobs.segmentFromAt(row, i) - jobs.segmentToAt(row, i - 1);
  }
  return sum;
}

export class TraceStatistics {
  /** In the order of the tracker's tasks. */
  readonly tasks: TaskStatistics[] = [];
  /** Total time with a complete record. */
  observedNs = 0;
  /**
   * The latest report of each stack, by the index of the task, or of a thread after the tasks
   * (../stack.ts).
   */
  readonly stacks = new Map<number, StackUse>();
  /** The runtime's notices about the program. */
  readonly notices = new Map<NoticeKind, NoticeUse>();
  /**
   * Number of critical sections that were longer than declared, by the index of the task and then
   * of the resource.
   */
  readonly longSections = new Map<number, Map<number, number>>();
  readonly #store: TraceStore;
  readonly #jobs: JobTracker;
  #fromNs: number | null = null;
  #gapsNs = 0;
  #gapsTo = -1;
  #read = 0;

  constructor(store: TraceStore, jobs: JobTracker) {
    this.#store = store;
    this.#jobs = jobs;
  }

  /** Share of the observed time in which any task ran; can exceed 1 on several cores. */
  get utilization(): number {
    return this.tasks.reduce((sum, task) => sum + task.utilization, 0);
  }

  /**
   * Call this after the tracker's own `update`, and before the store drops events that are not
   * counted yet.
   * @param untilNs as in the tracker
   */
  update(untilNs = 0): void {
    this.#observe(untilNs);
    const { tasks } = this.#jobs;
    for (let i = this.tasks.length; i < tasks.length; i++) {
      this.tasks.push(new TaskStatistics(tasks[i] as TaskJobs));
    }
    for (const task of this.tasks) task.update(this.observedNs);
    this.#readOther();
  }

  #readOther(): void {
    const { end } = this.#store;
    this.#store.walk(Math.min(this.#read, end), end, (_index, _timeNs, kind, object, value) => {
      if (kind === KIND_STACK) this.stacks.set(object, stackOf(value));
      else if (kind === KIND_NOTICE) this.#notice(noticeOf(object), value);
      else if (kind === KIND_LOCK_EXCEEDED) this.#longSection(value, object);
    });
    this.#read = end;
  }

  #longSection(task: number, resource: number): void {
    const byResource = this.longSections.get(task) ?? new Map<number, number>();
    byResource.set(resource, (byResource.get(resource) ?? 0) + 1);
    this.longSections.set(task, byResource);
  }

  #notice(kind: NoticeKind | null, value: number): void {
    if (kind === null) return;
    const { count = 0, total = 0, largest = 0 } = this.notices.get(kind) ?? {};
    this.notices.set(kind, { count: count + 1, total: total + value, largest: Math.max(largest, value) });
  }

  #observe(untilNs: number): void {
    const store = this.#store;
    if (store.end === 0) return;
    this.#fromNs ??= store.startNs;
    for (const gap of store.gaps) {
      if (gap.event <= this.#gapsTo) continue;
      this.#gapsTo = gap.event;
      this.#gapsNs += gap.toNs - gap.fromNs;
    }
    this.observedNs = Math.max(store.endNs, untilNs) - this.#fromNs - this.#gapsNs;
  }
}
