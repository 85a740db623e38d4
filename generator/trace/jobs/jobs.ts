/**
 * Reconstructs jobs from a trace's events as they arrive. The timeline draws these jobs, and the
 * statistics count them.
 *
 *   const jobs = new JobTracker(store);
 *   jobs.update();                              // whenever store.version has changed; reads only what is new
 *   for (const task of jobs.tasks) ...          // TaskJobs: the jobs of one task in columns (task-jobs.ts)
 *
 * A job arrives at start + φ + k·T if the metadata gives T and φ, otherwise when it is released.
 * The start is that of the program's release clock. If the metadata does not give it, the first
 * release after a boot defines it, and later releases show their jitter against it. If the boot was
 * not recorded either, each task's first release is its k = 0. Jobs of a task run in the order of
 * their releases. A switch-out preempts a job, and a switch-in resumes it. A background task, which
 * has no period, has a job from each start to its completion.
 *
 * After a gap or dropped events the state is unknown. Open jobs become `incomplete`, and so does
 * the first later job of each task, because a lost release may still have been pending. Events of
 * jobs without a recorded start are omitted.
 */
import type { TraceMetadata, TraceObject } from '../events.ts';
import {
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_DEADLINE_MISS,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_WAIT,
  KIND_RELEASE,
  KIND_RELEASE_DROPPED,
  KIND_START,
  KIND_STOPPED,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../kinds.ts';
import type { TraceSegment, TraceStore } from '../store/store.ts';
import {
  STATE_BLOCKED,
  STATE_COMPLETE,
  STATE_INCOMPLETE,
  STATE_PREEMPTED,
  STATE_RELEASED,
  STATE_RUNNING,
  TaskJobs,
} from './task-jobs.ts';

interface Lane {
  readonly jobs: TaskJobs;
  /** The arrival of its release 0 on the axis; null until it is known. */
  originNs: number | null;
  /** The smallest number that the next release can have. */
  next: number;
  /** Dropped releases since the last one. */
  dropped: number;
  /** Whether the job waits for a resource. */
  waiting: boolean;
  /** Whether a release may have been lost, so that the next start may belong to another job. */
  unsure: boolean;
}

/**
 * How much earlier than φ + k·T, in periods, a release may be stamped: the first release itself may
 * have been late.
 */
const EARLY = 0.25;

export class JobTracker {
  /** Increases whenever `update` has read events. */
  version = 0;
  readonly #store: TraceStore;
  readonly #tasks: TaskJobs[] = [];
  #lanes: (Lane | undefined)[] = [];
  #read = 0;
  #storeVersion = -1;
  #nowNs = 0;
  #segment: TraceSegment | null = null;
  #metadata: TraceMetadata | null = null;
  /** Start of the program's release clock on the axis; null until it is known. */
  #startNs: number | null = null;
  /** Whether everything since the program's boot was recorded. */
  #fromBoot = false;
  /** Time of the latest event read. */
  #seenNs = 0;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  /** In the order of the metadata. The tasks of another program are added at the end. */
  get tasks(): readonly TaskJobs[] {
    return this.#tasks;
  }

  /** The jobs of the task with this index in the latest metadata. */
  task(index: number): TaskJobs | null {
    return this.#lanes[index]?.jobs ?? null;
  }

  /**
   * Reads the events since the last call.
   * @param untilNs time until which the record is known to be complete, on the store's axis, even
   * if the last event is older
   */
  update(untilNs = 0): void {
    const store = this.#store;
    const nowNs = Math.max(store.endNs, untilNs);
    if (store.version === this.#storeVersion && nowNs === this.#nowNs) return;
    this.#storeVersion = store.version;
    this.#nowNs = nowNs;
    this.version++;
    if (this.#metadata === null) this.#adopt(store.currentMetadata);
    if (store.end < this.#read) this.#restart();
    if (this.#read < store.first) this.#loseSight(store.startNs);
    this.#read = Math.max(this.#read, store.first);
    this.#readOn();
    for (const jobs of this.#tasks) jobs.advance(nowNs, store.startNs);
  }

  /** The store was cleared. */
  #restart(): void {
    this.#read = 0;
    this.#segment = null;
    this.#metadata = null;
    this.#tasks.length = 0;
    this.#lanes = [];
  }

  #readOn(): void {
    const store = this.#store;
    const known = this.#segment === null ? -1 : store.segments.indexOf(this.#segment);
    for (const segment of store.segments.slice(known + 1)) {
      this.#readTo(segment.first);
      this.#begin(segment, segment.originNs);
    }
    this.#readTo(store.end);
  }

  #readTo(end: number): void {
    this.#store.walk(this.#read, end, this.#event);
    this.#read = Math.max(this.#read, end);
  }

  /** A run of the program begins. */
  #begin(segment: TraceSegment, timeNs: number): void {
    this.#loseSight(timeNs);
    this.#segment = segment;
    this.#startNs = null;
    this.#fromBoot = segment.booted && segment.first >= this.#read;
    if (segment.metadata !== this.#metadata) this.#adopt(segment.metadata);
    for (const lane of this.#lanes) {
      if (!lane) continue;
      lane.originNs = null;
      lane.next = 0;
      lane.dropped = 0;
      lane.unsure = !this.#fromBoot;
    }
  }

  /**
   * Handles new names. A task with the same name and times as before continues in the same jobs.
   */
  #adopt(metadata: TraceMetadata | null): void {
    this.#metadata = metadata;
    this.#lanes = [];
    for (const object of metadata?.objects ?? []) {
      if (object.class !== 'task') continue;
      let jobs = this.#tasks.find((known) => isSame(known.task, object));
      if (!jobs) {
        jobs = new TaskJobs(object);
        this.#tasks.push(jobs);
      }
      this.#lanes[object.index] = { jobs, originNs: null, next: 0, dropped: 0, waiting: false, unsure: true };
    }
  }

  /** Stops tracking open jobs. */
  #loseSight(timeNs: number): void {
    for (const lane of this.#lanes) {
      if (!lane) continue;
      while (lane.jobs.open.length > 0) {
        this.#pause(lane, timeNs, false);
        lane.jobs.settle(STATE_INCOMPLETE, Math.max(timeNs, lane.jobs.open[0]?.releaseNs ?? timeNs));
      }
      lane.waiting = false;
      lane.unsure = true;
    }
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number, value: number): void => {
    const before = this.#seenNs;
    this.#seenNs = timeNs;
    if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) {
      // Dropped events are reported at the place where they are missing: after the last recorded
      // one.
      this.#loseSight(kind === KIND_GAP ? timeNs : before);
      if (this.#startNs === null) this.#fromBoot = false;
      return;
    }
    if (kind === KIND_LOCK_WAIT || kind === KIND_LOCK_ACQUIRE) {
      const lane = this.#lanes[value];
      if (lane) lane.waiting = kind === KIND_LOCK_WAIT;
      return;
    }
    const isOfTask = kind >= KIND_RELEASE && kind <= KIND_BUDGET_EXHAUSTED;
    if (!isOfTask && kind !== KIND_RELEASE_DROPPED && kind !== KIND_STOPPED) return;
    const lane = this.#lanes[object];
    if (lane) this.#taskEvent(lane, kind, timeNs, value);
  };

  #taskEvent(lane: Lane, kind: number, timeNs: number, value: number): void {
    const { jobs } = lane;
    switch (kind) {
      case KIND_RELEASE:
        this.#release(lane, timeNs);
        break;
      case KIND_START:
        if (jobs.open.length === 0) this.#startUnreleased(lane, timeNs);
        this.#goOn(lane, timeNs, true);
        break;
      case KIND_SWITCH_IN:
        this.#goOn(lane, timeNs, false);
        break;
      case KIND_SWITCH_OUT:
        this.#pause(lane, timeNs, lane.waiting);
        break;
      case KIND_COMPLETE:
        this.#complete(lane, timeNs);
        break;
      case KIND_DEADLINE_MISS:
        if (jobs.open[0]) jobs.noteMiss(jobs.open[0]);
        break;
      case KIND_BUDGET_EXHAUSTED:
        jobs.exhaustions++;
        if (jobs.open[0]) jobs.noteExhausted(jobs.open[0]);
        break;
      case KIND_STOPPED:
        if (jobs.open[0]) jobs.noteStopped(jobs.open[0]);
        break;
      default:
        jobs.droppedReleases.add(timeNs, value);
        lane.dropped += value;
    }
  }

  #release(lane: Lane, timeNs: number): void {
    const { periodNs, offsetNs } = lane.jobs.task;
    if (periodNs === null || offsetNs === null) {
      lane.jobs.begin(lane.next++, timeNs, timeNs);
      return;
    }
    lane.originNs ??= this.#origin(offsetNs, timeNs);
    const number = this.#numberOf(lane, (timeNs - lane.originNs) / periodNs);
    lane.next = number + 1;
    lane.dropped = 0;
    lane.jobs.begin(number, lane.originNs + number * periodNs, timeNs);
  }

  /**
   * @param periods since the arrival of release 0. With a known clock no release comes before its
   * arrival: a late release is late by its jitter, which may be several periods, so the releases
   * before it are counted.
   */
  #numberOf({ next, dropped }: Lane, periods: number): number {
    if (this.#metadata?.releaseStartNs === undefined) return Math.max(next, Math.floor(periods + EARLY));
    if (Number.isInteger(periods)) return Math.max(next, periods);
    return Math.max(next, Math.min(next + dropped, Math.floor(periods)));
  }

  /** A background job has no release. For any other task the release was lost. */
  #startUnreleased(lane: Lane, timeNs: number): void {
    if (lane.jobs.task.periodNs === null) {
      lane.unsure = false;
      this.#release(lane, timeNs);
    } else lane.unsure = true;
  }

  #origin(offsetNs: number, timeNs: number): number {
    const known = this.#metadata?.releaseStartNs;
    if (known !== undefined) this.#startNs = (this.#segment?.originNs ?? 0) + known;
    else if (!this.#fromBoot) return timeNs;
    this.#startNs ??= timeNs - offsetNs;
    return this.#startNs + offsetNs;
  }

  #goOn(lane: Lane, timeNs: number, isStart: boolean): void {
    const job = lane.jobs.open[0];
    // A job without a recorded start began inside a gap, so only some of its parts would be known.
    if (!job || job.state === STATE_RUNNING || isStart !== (job.from.length === 0)) return;
    job.from.push(timeNs);
    job.state = STATE_RUNNING;
    lane.waiting = false;
    lane.jobs.note(job);
  }

  #pause(lane: Lane, timeNs: number, blocked: boolean): void {
    const job = lane.jobs.open[0];
    if (job?.state !== STATE_RUNNING) return;
    job.to.push(timeNs);
    job.blocked.push(blocked);
    job.executionNs += timeNs - (job.from.at(-1) ?? timeNs);
    job.state = blocked ? STATE_BLOCKED : STATE_PREEMPTED;
    lane.jobs.note(job);
  }

  #complete(lane: Lane, timeNs: number): void {
    const job = lane.jobs.open[0];
    if (!job || job.state === STATE_RELEASED) return;
    this.#pause(lane, timeNs, false);
    lane.jobs.settle(lane.unsure ? STATE_INCOMPLETE : STATE_COMPLETE, timeNs);
    lane.unsure = false;
  }
}

function isSame(a: TraceObject, b: TraceObject): boolean {
  return (
    a.name === b.name &&
    a.index === b.index &&
    a.periodNs === b.periodNs &&
    a.offsetNs === b.offsetNs &&
    a.deadlineNs === b.deadlineNs &&
    a.budgetNs === b.budgetNs
  );
}
