/**
 * Summaries of a task's jobs at every zoom: a pyramid in which each node of level k summarizes 4^k
 * consecutive jobs (the worst response, the CPU time, and the numbers of misses and exhausted
 * budgets). A lane of a million jobs is painted by reading a few values per pixel. The pyramid
 * contains only final jobs, so it grows only at its end. Level 0 is the jobs themselves, so the
 * others take 8 to 16 bytes for each job.
 */
import { type JobColumn, NEVER } from './source/source.ts';

const FACTOR = 4;
/** Most lanes of a schedule have few jobs, and a moving slider makes many schedules. */
const FIRST_CAPACITY = 16;

/** One level above the jobs. Index i summarizes the jobs [i·4^k, (i+1)·4^k). */
class Level {
  count = 0;
  worstResponse = new Float64Array(FIRST_CAPACITY);
  execution = new Float64Array(FIRST_CAPACITY);
  misses = new Uint32Array(FIRST_CAPACITY);
  exhausted = new Uint32Array(FIRST_CAPACITY);

  push(worstResponse: number, execution: number, misses: number, exhausted: number): void {
    if (this.count === this.misses.length) this.#grow();
    this.worstResponse[this.count] = worstResponse;
    this.execution[this.count] = execution;
    this.misses[this.count] = misses;
    this.exhausted[this.count] = exhausted;
    this.count++;
  }

  #grow(): void {
    const double = <T extends Float64Array | Uint32Array>(old: T, fresh: T): T => {
      fresh.set(old);
      return fresh;
    };
    const size = this.count * 2;
    this.worstResponse = double(this.worstResponse, new Float64Array(size));
    this.execution = double(this.execution, new Float64Array(size));
    this.misses = double(this.misses, new Uint32Array(size));
    this.exhausted = double(this.exhausted, new Uint32Array(size));
  }
}

/** The summary of a range of jobs. Callers reuse it, so painting allocates no memory. */
export interface Tally {
  jobs: number;
  /** Longest response time. Unit: ns. */
  worstResponse: number;
  /** CPU time of all jobs. Unit: ns. */
  execution: number;
  misses: number;
  exhausted: number;
}

export function emptyTally(): Tally {
  return { jobs: 0, worstResponse: 0, execution: 0, misses: 0, exhausted: 0 };
}

export function clearTally(tally: Tally): void {
  tally.jobs = 0;
  tally.worstResponse = 0;
  tally.execution = 0;
  tally.misses = 0;
  tally.exhausted = 0;
}

export class LaneSummary {
  /** By depth − 1. */
  #levels: Level[] = [];
  /** Has the jobs of level 0. */
  #column: JobColumn | null = null;
  /** The first row that the first node of each level summarizes. */
  #base = 0;
  #settled = 0;

  /** Rows below this one are in the pyramid. */
  get settled(): number {
    return this.#settled;
  }

  /**
   * Adds the jobs that have become final since the last call, and removes those that the trace has
   * dropped.
   */
  update(column: JobColumn): void {
    this.#column = column;
    const dropped = column.first - this.#base;
    if (column.settled < this.#settled || column.first > this.#settled || dropped > (this.#settled - this.#base) / 2) {
      this.#levels = [];
      this.#base = column.first;
      this.#settled = column.first;
    }
    while (this.#settled < column.settled) {
      this.#settled++;
      if ((this.#settled - this.#base) % FACTOR === 0) this.#sum(0, (this.#settled - this.#base) / FACTOR - 1);
    }
  }

  /** Adds the node above the nodes [4·index, 4·index + 4) of a depth. */
  #sum(depth: number, index: number): void {
    const tally = emptyTally();
    for (let i = FACTOR * index; i < FACTOR * (index + 1); i++) this.#addNode(tally, depth, i);
    this.#levels[depth] ??= new Level();
    const level = this.#levels[depth] as Level;
    level.push(tally.worstResponse, tally.execution, tally.misses, tally.exhausted);
    if (level.count % FACTOR === 0) this.#sum(depth + 1, level.count / FACTOR - 1);
  }

  #addNode(tally: Tally, depth: number, index: number): void {
    const level = this.#levels[depth - 1];
    if (level !== undefined) addNode(tally, level, index, FACTOR ** depth);
    else if (depth === 0 && this.#column !== null && index >= this.#dropped)
      addJob(tally, this.#column, this.#base + index);
  }

  /** Number of jobs at the start of the pyramid that the trace no longer has. */
  get #dropped(): number {
    return Math.max(0, (this.#column?.first ?? 0) - this.#base);
  }

  /** Number of nodes of a depth. */
  #countOf(depth: number): number {
    return depth === 0 ? this.#settled - this.#base : (this.#levels[depth - 1]?.count ?? 0);
  }

  #missesOf(depth: number, index: number): number {
    if (depth > 0) return this.#levels[depth - 1]?.misses[index] ?? 0;
    return this.#column?.missedAt(this.#base + index) ? 1 : 0;
  }

  /** Adds the final jobs in `from` ≤ job < `to` to `tally`. Reads at most 6 nodes per level. */
  tally(from: number, to: number, tally: Tally): void {
    let low = Math.max(this.#dropped, from - this.#base);
    let high = Math.min(to, this.settled) - this.#base;
    if (low >= high) return;
    for (let depth = 0; ; depth++) {
      const whole = Math.min(Math.floor(high / FACTOR), this.#countOf(depth + 1));
      const start = Math.ceil(low / FACTOR);
      if (whole <= start) {
        for (let i = low; i < high; i++) this.#addNode(tally, depth, i);
        return;
      }
      for (let i = low; i < start * FACTOR; i++) this.#addNode(tally, depth, i);
      for (let i = whole * FACTOR; i < high; i++) this.#addNode(tally, depth, i);
      low = start;
      high = whole;
    }
  }

  /** Returns the first final job at or after `from` that missed its deadline, or -1. */
  nextMiss(from: number): number {
    let job = Math.max(this.#dropped, from - this.#base);
    while (job < this.settled - this.#base) {
      const skip = this.#cleanFrom(job);
      if (skip === 0) return this.#base + job;
      job += skip;
    }
    return -1;
  }

  /** Returns the last final job at or before `from` that missed its deadline, or -1. */
  previousMiss(from: number): number {
    let job = Math.min(from, this.settled - 1) - this.#base;
    while (job >= this.#dropped) {
      const skip = this.#cleanUpTo(job);
      if (skip === 0) return this.#base + job;
      job -= skip;
    }
    return -1;
  }

  /**
   * Returns the length of the largest node without misses that begins with `job`, or 0 when the job
   * itself missed.
   */
  #cleanFrom(job: number): number {
    let clean = 0;
    for (let depth = 0, size = 1; job % size === 0; depth++, size *= FACTOR) {
      if (job / size >= this.#countOf(depth) || this.#missesOf(depth, job / size) !== 0) break;
      clean = size;
    }
    return clean;
  }

  /**
   * Returns the length of the largest node without misses that ends with `job`, or 0 when the job
   * itself missed.
   */
  #cleanUpTo(job: number): number {
    let clean = 0;
    for (let depth = 0, size = 1; (job + 1) % size === 0; depth++, size *= FACTOR) {
      const index = (job + 1) / size - 1;
      if (index >= this.#countOf(depth) || this.#missesOf(depth, index) !== 0) break;
      clean = size;
    }
    return clean;
  }
}

function addJob(tally: Tally, column: JobColumn, job: number): void {
  const end = column.endAt(job);
  tally.jobs += 1;
  if (end !== NEVER) tally.worstResponse = Math.max(tally.worstResponse, end - column.arrivalAt(job));
  tally.execution += column.executionAt(job);
  if (column.missedAt(job)) tally.misses += 1;
  if (column.exhaustedAt(job)) tally.exhausted += 1;
}

function addNode(tally: Tally, level: Level, index: number, jobs: number): void {
  tally.jobs += jobs;
  tally.worstResponse = Math.max(tally.worstResponse, level.worstResponse[index] ?? 0);
  tally.execution += level.execution[index] ?? 0;
  tally.misses += level.misses[index] ?? 0;
  tally.exhausted += level.exhausted[index] ?? 0;
}
