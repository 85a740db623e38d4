/** A range of one task's jobs in columns, owned by TaskJobs, and the record of an open job. */
import { TimeColumn } from '../store/time-column.ts';
import { bytes, NEVER, OffsetColumn, shorts, withPlace, words } from './jobs-column.ts';

const STATE_MASK = 7;
const MISSED = 8;
const EXHAUSTED = 16;
const STOPPED = 32;
const FIRST_PIECES = 16;
const MOST_PIECES = 0xffff;

/** A job that is released and not complete. Its parts are stored separately until it ends. */
export interface OpenJob {
  readonly row: number;
  readonly releaseNs: number;
  state: number;
  missed: boolean;
  exhausted: boolean;
  /** The runtime has stopped it. */
  stopped: boolean;
  executionNs: number;
  readonly from: number[];
  readonly to: number[];
  readonly blocked: boolean[];
}

export class JobChunk {
  /** Row of the first job. */
  readonly first: number;
  numbers = words(0);
  readonly arrivals = new TimeColumn(0);
  readonly executions = new OffsetColumn();
  /**
   * Relative to the arrival; can be negative and then large. Created when the first release differs
   * from its arrival.
   */
  #releases: OffsetColumn | null = null;
  readonly #starts = new OffsetColumn();
  /** The end, or for an incomplete job the end of its known part. */
  readonly #ends = new OffsetColumn();
  #flags = bytes(0);
  /** Created for the first job with other parts than one from its start to its end. */
  #pieces: PieceList | null = null;

  constructor(first: number) {
    this.first = first;
  }

  begin(i: number, number: number, arrivalNs: number, releaseNs: number): OpenJob {
    this.numbers = withPlace(this.numbers, words, i);
    this.arrivals.reserve(this.numbers.length);
    this.#flags = withPlace(this.#flags, bytes, i);
    this.numbers[i] = number;
    this.arrivals.set(i, arrivalNs);
    if (releaseNs !== arrivalNs) {
      this.#releases ??= new OffsetColumn();
      this.#releases.set(i, releaseNs - arrivalNs);
    }
    this.executions.set(i, 0);
    return {
      row: this.first + i,
      releaseNs,
      state: 0,
      missed: false,
      exhausted: false,
      stopped: false,
      executionNs: 0,
      from: [],
      to: [],
      blocked: [],
    };
  }

  /** Stores the new state of an open job. */
  note(job: OpenJob): void {
    const i = job.row - this.first;
    const { state, missed, exhausted, stopped } = job;
    this.#flags[i] = state | (missed ? MISSED : 0) | (exhausted ? EXHAUSTED : 0) | (stopped ? STOPPED : 0);
    this.executions.set(i, job.executionNs);
    const start = job.from[0];
    if (start !== undefined) this.#starts.set(i, start - this.arrivals.get(i));
  }

  settle(job: OpenJob, state: number, timeNs: number): void {
    const i = job.row - this.first;
    job.state = state;
    this.note(job);
    this.#ends.set(i, timeNs - this.arrivals.get(i));
    if (job.from.length !== 1 || job.to[0] !== timeNs) {
      this.#pieces ??= new PieceList();
      this.#pieces.keep(i, job);
    }
  }

  releaseAt(i: number): number {
    const late = this.#releases?.get(i) ?? NEVER;
    return this.arrivals.get(i) + (late === NEVER ? 0 : late);
  }

  startAt(i: number): number {
    return this.#absolute(i, this.#starts.get(i));
  }

  endAt(i: number): number {
    return this.state(i) === 4 ? this.#absolute(i, this.#ends.get(i)) : NEVER;
  }

  knownEndAt(i: number): number {
    return this.#absolute(i, this.#ends.get(i));
  }

  state(i: number): number {
    return this.#flags[i]! & STATE_MASK;
  }

  missed(i: number): boolean {
    return (this.#flags[i]! & MISSED) !== 0;
  }

  exhausted(i: number): boolean {
    return (this.#flags[i]! & EXHAUSTED) !== 0;
  }

  stopped(i: number): boolean {
    return (this.#flags[i]! & STOPPED) !== 0;
  }

  segmentCount(i: number): number {
    return this.#pieces?.count(i) ?? 1;
  }

  segmentFrom(i: number, segment: number): number {
    const kept = this.#pieces?.place(i) ?? 0;
    return kept === 0 ? this.startAt(i) : (this.#pieces?.from[kept + segment] ?? NEVER);
  }

  segmentTo(i: number, segment: number): number {
    const kept = this.#pieces?.place(i) ?? 0;
    return kept === 0 ? this.knownEndAt(i) : (this.#pieces?.to[kept + segment] ?? NEVER);
  }

  blockedAfter(i: number, segment: number): boolean {
    const kept = this.#pieces?.place(i) ?? 0;
    return kept !== 0 && this.#pieces?.blocked[kept + segment] === 1;
  }

  #absolute(i: number, offset: number): number {
    return offset === NEVER ? NEVER : this.arrivals.get(i) + offset;
  }
}

/** The parts of those jobs of a chunk that were preempted, blocked or cut. */
class PieceList {
  from = new Float64Array(0);
  to = new Float64Array(0);
  blocked = new Uint8Array(0);
  /** The index of a job's first part; 0 for a job with one part, from its start to its end. */
  #places = words(0);
  #counts = shorts(0);
  /** Index 0 stays empty. */
  #end = 1;

  count(i: number): number {
    return this.place(i) === 0 ? 1 : this.#counts[i]!;
  }

  place(i: number): number {
    return this.#places[i] ?? 0;
  }

  keep(i: number, job: OpenJob): void {
    const count = Math.min(job.from.length, MOST_PIECES);
    this.#reserve(this.#end + count);
    for (let s = 0; s < count; s++) {
      this.from[this.#end + s] = job.from[s]!;
      this.to[this.#end + s] = job.to[s]!;
      this.blocked[this.#end + s] = job.blocked[s] ? 1 : 0;
    }
    this.#places = withPlace(this.#places, words, i);
    this.#counts = withPlace(this.#counts, shorts, i);
    this.#places[i] = this.#end;
    this.#counts[i] = count;
    this.#end += count;
  }

  #reserve(length: number): void {
    if (length <= this.from.length) return;
    const room = Math.max(FIRST_PIECES, 2 * this.from.length, length);
    const [from, to, blocked] = [new Float64Array(room), new Float64Array(room), new Uint8Array(room)];
    from.set(this.from);
    to.set(this.to);
    blocked.set(this.blocked);
    [this.from, this.to, this.blocked] = [from, to, blocked];
  }
}
