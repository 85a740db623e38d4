/**
 * The jobs of one task in columns, millions of them, in the order of their arrival. JobTracker
 * (jobs.ts) creates and fills them; all other code only reads.
 *
 * Rows are numbered from `first` (0 until the store drops its oldest events) to `count`. Rows below
 * `settled` never change again; the others are still open. All times are nanoseconds on the store's
 * axis. NEVER (-1) stands for an event that has not happened or is unknown. A job takes 21 bytes,
 * 4 more where a chunk has more than 4.29 s, and a preempted job 17 more per part.
 *
 *   for (let i = jobs.firstEndingAfter(fromNs); i < jobs.count && jobs.releaseAt(i) <= toNs; i++) draw(jobs, i);
 */
import type { TraceObject } from '../events.ts';
import { DroppedReleaseRecords } from './dropped-releases.ts';
import { JobChunk, type OpenJob } from './jobs-chunk.ts';
import { JOBS_PER_CHUNK, NEVER } from './jobs-column.ts';

export const JOB_STATES = ['released', 'running', 'preempted', 'blocked', 'complete', 'incomplete'] as const;
/** `incomplete`: a gap in the record hides a part of the job, so it does not count as measured. */
export type JobState = (typeof JOB_STATES)[number];

export const STATE_RELEASED = 0;
export const STATE_RUNNING = 1;
export const STATE_PREEMPTED = 2;
export const STATE_BLOCKED = 3;
export const STATE_COMPLETE = 4;
export const STATE_INCOMPLETE = 5;

export interface JobSegment {
  readonly fromNs: number;
  /** NEVER while it runs. */
  readonly toNs: number;
  /** Whether the interruption after it was a wait for a resource instead of a preemption. */
  readonly blockedAfter: boolean;
}

/** One job with all its data. It allocates, so use it for few jobs. Unknown times are null. */
export interface Job {
  readonly task: TraceObject;
  /** k: the number of its release since the program's start, from 0. Dropped releases count. */
  readonly index: number;
  /** start + φ + k·T if that is known, otherwise the release. */
  readonly arrivalNs: number;
  readonly releaseNs: number;
  readonly startNs: number | null;
  readonly endNs: number | null;
  /** CPU time so far, including interrupts during the job. */
  readonly executionNs: number;
  readonly segments: readonly JobSegment[];
  readonly deadlineNs: number | null;
  readonly missed: boolean;
  /** End minus deadline: negative if it was early. */
  readonly latenessNs: number | null;
  readonly budgetExhausted: boolean;
  readonly state: JobState;
}

const known = (timeNs: number): number | null => (timeNs === NEVER ? null : timeNs);

export class TaskJobs {
  readonly task: TraceObject;
  /** Releases that the overrun policy dropped. */
  readonly droppedReleases = new DroppedReleaseRecords();
  /** Number of exhausted budgets. After a replenishment a job may exhaust its budget again. */
  exhaustions = 0;
  /**
   * Rows of jobs that missed their deadline, and of those that exhausted their budget, ascending.
   */
  readonly missedRows: number[] = [];
  readonly exhaustedRows: number[] = [];
  /** Jobs that are released and not complete, oldest first; owned by the tracker. */
  readonly open: OpenJob[] = [];

  #chunks: JobChunk[] = [];
  #count = 0;
  /** The newest time in the store, until which an open job is known to be open. */
  #nowNs = 0;

  constructor(task: TraceObject) {
    this.task = task;
  }

  /** Number of dropped releases. */
  get dropped(): number {
    return this.droppedReleases.total;
  }

  get first(): number {
    return this.#chunks[0]?.first ?? this.#count;
  }

  get count(): number {
    return this.#count;
  }

  get settled(): number {
    return this.open[0]?.row ?? this.#count;
  }

  numberAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.numbers[row - chunk.first]!;
  }

  arrivalAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.arrivals.get(row - chunk.first);
  }

  releaseAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.releaseAt(row - chunk.first);
  }

  /** When it first ran, or NEVER. */
  startAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.startAt(row - chunk.first);
  }

  /** When it completed, or NEVER. */
  endAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.endAt(row - chunk.first);
  }

  /** The end of its known part: its completion, the gap that hides it, or now. */
  knownEndAt(row: number): number {
    const chunk = this.#chunkOf(row);
    const end = chunk.knownEndAt(row - chunk.first);
    return end === NEVER ? Math.max(this.#nowNs, this.releaseAt(row)) : end;
  }

  /** Absolute deadline, or NEVER. */
  deadlineAt(row: number): number {
    return this.task.deadlineNs === null ? NEVER : this.arrivalAt(row) + this.task.deadlineNs;
  }

  /** Also true for a job that is still open after its deadline. */
  missedAt(row: number): boolean {
    const chunk = this.#chunkOf(row);
    if (chunk.missed(row - chunk.first)) return true;
    const deadline = this.deadlineAt(row);
    return row >= this.settled && deadline !== NEVER && deadline < this.#nowNs;
  }

  exhaustedAt(row: number): boolean {
    const chunk = this.#chunkOf(row);
    return chunk.exhausted(row - chunk.first);
  }

  /** Whether the runtime stopped it at the end of its budget, before it was done. */
  stoppedAt(row: number): boolean {
    const chunk = this.#chunkOf(row);
    return chunk.stopped(row - chunk.first);
  }

  /** CPU time used; for a running job, up to its last interruption. */
  executionAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.executions.get(row - chunk.first);
  }

  /** One of the STATE_ constants, which index JOB_STATES. */
  stateAt(row: number): number {
    const chunk = this.#chunkOf(row);
    return chunk.state(row - chunk.first);
  }

  segmentCountAt(row: number): number {
    const open = this.#openAt(row);
    if (open) return open.from.length;
    const chunk = this.#chunkOf(row);
    return chunk.segmentCount(row - chunk.first);
  }

  segmentFromAt(row: number, segment: number): number {
    const open = this.#openAt(row);
    if (open) return open.from[segment] ?? NEVER;
    const chunk = this.#chunkOf(row);
    return chunk.segmentFrom(row - chunk.first, segment);
  }

  /** NEVER while it runs. */
  segmentToAt(row: number, segment: number): number {
    const open = this.#openAt(row);
    if (open) return open.to[segment] ?? NEVER;
    const chunk = this.#chunkOf(row);
    return chunk.segmentTo(row - chunk.first, segment);
  }

  /**
   * Whether the interruption after this segment was a wait for a resource instead of a preemption.
   */
  blockedAfterAt(row: number, segment: number): boolean {
    const open = this.#openAt(row);
    if (open) return open.blocked[segment] ?? false;
    const chunk = this.#chunkOf(row);
    return chunk.blockedAfter(row - chunk.first, segment);
  }

  job(row: number): Job {
    const segments = Array.from({ length: this.segmentCountAt(row) }, (_, i) => ({
      fromNs: this.segmentFromAt(row, i),
      toNs: this.segmentToAt(row, i),
      blockedAfter: this.blockedAfterAt(row, i),
    }));
    const endNs = known(this.endAt(row));
    const deadlineNs = known(this.deadlineAt(row));
    return {
      task: this.task,
      index: this.numberAt(row),
      arrivalNs: this.arrivalAt(row),
      releaseNs: this.releaseAt(row),
      startNs: known(this.startAt(row)),
      endNs,
      executionNs: this.executionAt(row),
      segments,
      deadlineNs,
      missed: this.missedAt(row),
      latenessNs: endNs === null || deadlineNs === null ? null : endNs - deadlineNs,
      budgetExhausted: this.exhaustedAt(row),
      state: JOB_STATES[this.stateAt(row)] ?? 'incomplete',
    };
  }

  /** The first row with a known part at or after a time; `count` if there is none. */
  firstEndingAfter(timeNs: number): number {
    let low = this.first;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.knownEndAt(middle) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The row of the job that arrived last at or before a time; -1 if there is none. */
  lastArrivedBefore(timeNs: number): number {
    let low = this.first;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.arrivalAt(middle) <= timeNs) low = middle + 1;
      else high = middle;
    }
    return low > this.first ? low - 1 : -1;
  }

  /** Called by the tracker when a job is released. */
  begin(number: number, arrivalNs: number, releaseNs: number): OpenJob {
    const row = this.#count++;
    let chunk = this.#chunks.at(-1);
    if (!chunk || row === chunk.first + JOBS_PER_CHUNK) {
      chunk = new JobChunk(row);
      this.#chunks.push(chunk);
    }
    const job = chunk.begin(row - chunk.first, number, arrivalNs, releaseNs);
    this.open.push(job);
    return job;
  }

  /** Called by the tracker when the oldest open job has ended, or can no longer be tracked. */
  settle(state: number, timeNs: number): void {
    const job = this.open.shift();
    if (!job) return;
    const deadline = this.deadlineAt(job.row);
    if (state === STATE_COMPLETE && deadline !== NEVER && timeNs > deadline) this.noteMiss(job);
    this.#chunkOf(job.row).settle(job, state, timeNs);
  }

  /** For the tracker: an open job has changed. */
  note(job: OpenJob): void {
    this.#chunkOf(job.row).note(job);
  }

  noteMiss(job: OpenJob): void {
    if (job.missed) return;
    job.missed = true;
    this.missedRows.push(job.row);
    this.note(job);
  }

  noteExhausted(job: OpenJob): void {
    if (job.exhausted) return;
    job.exhausted = true;
    this.exhaustedRows.push(job.row);
    this.note(job);
  }

  noteStopped(job: OpenJob): void {
    job.stopped = true;
    this.note(job);
  }

  /** For the tracker: time has advanced. Jobs that ended before `oldestNs` may be dropped. */
  advance(nowNs: number, oldestNs: number): void {
    this.#nowNs = nowNs;
    this.droppedReleases.dropBefore(oldestNs);
    while (this.#chunks.length > 1) {
      const next = this.#chunks[1]?.first ?? 0;
      if (next > this.settled || this.knownEndAt(next - 1) >= oldestNs) return;
      this.#chunks.shift();
      for (const rows of [this.missedRows, this.exhaustedRows]) {
        const keep = rows.findIndex((row) => row >= next);
        rows.splice(0, keep < 0 ? rows.length : keep);
      }
    }
  }

  #openAt(row: number): OpenJob | null {
    return row < this.settled ? null : (this.open[row - this.settled] ?? null);
  }

  #chunkOf(row: number): JobChunk {
    const chunk = this.#chunks[Math.floor((row - this.first) / JOBS_PER_CHUNK)];
    if (!chunk || row >= this.#count) {
      throw new RangeError(
        `Task "${this.task.name}" has no job in row ${row}; it has ${this.first} to ${this.#count - 1}.`,
      );
    }
    return chunk;
  }
}
