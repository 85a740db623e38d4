/**
 * The jobs of all tasks: their releases, the current job of each task, the jobs that wait behind
 * it, and the overrun policy. The same as in the runtime (runtime-c/src/release.c, job.c): a
 * release that occurs before a job is complete waits or is dropped. The first release that a job
 * drops is recorded at once. Later ones are recorded together, at the latest when that job
 * completes.
 *
 * Tasks with `current` have a job. All columns are indexed by task and describe the current job
 * unless stated otherwise. Unit: ns.
 */
import { KIND_COMPLETE, KIND_RELEASE, KIND_RELEASE_DROPPED } from '../../trace/kinds.ts';
import type { SimulatedTask, SimulationModel } from '../model.ts';
import { Random } from '../random.ts';
import type { Recorder } from '../recorder.ts';
import { ArrivalCursor } from './arrivals.ts';
import { Backlog } from './backlog.ts';
import { ExecutionCursor } from './execution-times.ts';

/** The result of a release. */
export const RELEASE_CURRENT = 0;
const RELEASE_WAITS = 1;
export const RELEASE_DEMOTES = 2;

const [SKIP, CATCH_UP, STOP, DEMOTE] = [0, 1, 2, 3];
const POLICIES = { skip: SKIP, 'catch-up': CATCH_UP, stop: STOP, demote: DEMOTE };

/** Limits on the time and the number of dropped releases of one job that are recorded together. */
const GROUP_NS = 1_000_000_000 / 32;
const MOST_UNRECORDED = 255;

/** Random streams per task: arrivals, release jitter, execution times. */
export const STREAMS = 3;

export class JobTable {
  /** 1: the task has a job. */
  readonly current: Uint8Array;
  /** 1: the job has started. */
  readonly started: Uint8Array;
  readonly arrivalNs: Float64Array;
  readonly releaseNs: Float64Array;
  /** Absolute; Infinity: none. */
  readonly deadlineNs: Float64Array;
  /** Execution time of the job, and the part that is done. */
  readonly costNs: Float64Array;
  readonly doneNs: Float64Array;
  /** When the task's next job is released; Infinity: never. */
  readonly nextReleaseNs: Float64Array;

  readonly #nextArrivalNs: Float64Array;
  /**
   * For tasks that other elements trigger: the minimum time between releases, and the time until
   * which the next one is postponed.
   */
  readonly #apartNs: Float64Array;
  readonly #apartUntilNs: Float64Array;
  readonly #relativeDeadlineNs: Float64Array;
  readonly #jitterNs: Float64Array;
  readonly #policies: Uint8Array;
  /** For tasks with the policy `stop`: 1 since the first release that occurred during a job. */
  readonly #stopped: Uint8Array;
  /** Minimum time between releases; Infinity if there are none. */
  readonly #periodNs: Float64Array;
  /**
   * Dropped releases that are not recorded yet; and whether one was dropped since the last job
   * ended.
   */
  readonly #unrecorded: Int32Array;
  readonly #dropping: Uint8Array;
  readonly #arrivals: readonly ArrivalCursor[];
  readonly #executions: readonly ExecutionCursor[];
  readonly #jitter: readonly Random[];
  readonly #drawsJitter: boolean;
  readonly #backlog: Backlog;
  readonly #recorder: Recorder;

  constructor(model: SimulationModel, seed: number, recorder: Recorder) {
    const { tasks } = model;
    const count = tasks.length;
    this.current = new Uint8Array(count);
    this.started = new Uint8Array(count);
    this.arrivalNs = new Float64Array(count);
    this.releaseNs = new Float64Array(count);
    this.deadlineNs = new Float64Array(count);
    this.costNs = new Float64Array(count);
    this.doneNs = new Float64Array(count);
    this.nextReleaseNs = new Float64Array(count);
    this.#nextArrivalNs = new Float64Array(count);
    this.#apartNs = Float64Array.from(tasks, ({ arrivals }) =>
      arrivals.kind === 'never' ? (arrivals.leastApartNs ?? 0) : 0,
    );
    this.#apartUntilNs = new Float64Array(count);
    this.#relativeDeadlineNs = Float64Array.from(tasks, ({ deadlineNs }) => deadlineNs);
    this.#jitterNs = Float64Array.from(tasks, ({ jitterNs }) => jitterNs);
    this.#policies = Uint8Array.from(tasks, ({ overrun }) => POLICIES[overrun]);
    this.#stopped = new Uint8Array(count);
    this.#periodNs = Float64Array.from(tasks, leastApartOf);
    this.#unrecorded = new Int32Array(count);
    this.#dropping = new Uint8Array(count);
    const random = (task: number, stream: number): Random => new Random(seed, task * STREAMS + stream);
    this.#arrivals = tasks.map((task, index) => new ArrivalCursor(arrivalsOf(task), random(index, 0)));
    this.#jitter = tasks.map((_, index) => random(index, 1));
    this.#executions = tasks.map(({ execution }, index) => new ExecutionCursor(execution, random(index, 2)));
    this.#drawsJitter = model.jitter === 'random';
    this.#backlog = new Backlog(tasks.map((task) => (waits(task) ? task.catchUpLimit : 0)));
    this.#recorder = recorder;
    for (let task = 0; task < count; task++) this.#await(task, this.#jitterNs[task]!);
  }

  /**
   * The next release of a task occurs. Returns whether it becomes the current job, waits behind it,
   * or also demotes it.
   */
  release(task: number, nowNs: number): number {
    if (this.#apartNs[task]! > 0) {
      this.nextReleaseNs[task] = Number.POSITIVE_INFINITY;
      return this.trigger(task, nowNs);
    }
    const arrivalNs = this.#nextArrivalNs[task]!;
    (this.#arrivals[task] as ArrivalCursor).advance();
    this.#await(task, 0);
    return this.arrive(task, arrivalNs, nowNs);
  }

  /**
   * Triggers a job of this task. An early trigger is postponed, and further triggers meanwhile are
   * dropped.
   */
  trigger(task: number, nowNs: number): number {
    if (nowNs < this.#apartUntilNs[task]!) {
      if (this.nextReleaseNs[task] === Number.POSITIVE_INFINITY) {
        this.nextReleaseNs[task] = this.#apartUntilNs[task]!;
      }
      return RELEASE_WAITS;
    }
    this.#apartUntilNs[task] = nowNs + this.#apartNs[task]!;
    return this.arrive(task, nowNs, nowNs);
  }

  /**
   * Releases a job with this execution time, which arrived at the given time. Its task has no other
   * job.
   */
  arriveWith(task: number, costNs: number, arrivalNs: number, nowNs: number): number {
    const outcome = this.arrive(task, arrivalNs, nowNs);
    this.costNs[task] = Math.max(1, costNs);
    return outcome;
  }

  /** Releases a job that arrived at the given time. */
  arrive(task: number, arrivalNs: number, nowNs: number): number {
    if (this.current[task] === 1 || this.#stopped[task] === 1) return this.#overrun(task, arrivalNs, nowNs);
    this.#recorder.event(nowNs, KIND_RELEASE, task, 0);
    this.begin(task, arrivalNs, nowNs);
    return RELEASE_CURRENT;
  }

  /** Makes a job with this arrival and release the task's current job. */
  begin(task: number, arrivalNs: number, releaseNs: number): void {
    this.current[task] = 1;
    this.started[task] = 0;
    this.arrivalNs[task] = arrivalNs;
    this.releaseNs[task] = releaseNs;
    this.deadlineNs[task] = arrivalNs + this.#relativeDeadlineNs[task]!;
    this.costNs[task] = Math.max(1, (this.#executions[task] as ExecutionCursor).next());
    this.doneNs[task] = 0;
  }

  /** Completes the current job and records it. Returns whether the next job has taken its place. */
  complete(task: number, nowNs: number): boolean {
    this.#recorder.event(nowNs, KIND_COMPLETE, task, 0);
    this.#recordDropped(task, nowNs);
    this.#dropping[task] = 0;
    if (this.#backlog.isEmpty(task)) {
      this.current[task] = 0;
      return false;
    }
    this.begin(task, this.#backlog.arrivalNs(task), this.#backlog.releaseNs(task));
    this.#backlog.shift(task);
    return true;
  }

  #overrun(task: number, arrivalNs: number, nowNs: number): number {
    const policy = this.#policies[task]!;
    const waits = policy === CATCH_UP || policy === DEMOTE;
    if (waits && this.#backlog.push(task, arrivalNs, nowNs)) {
      this.#recorder.event(nowNs, KIND_RELEASE, task, 0);
    } else this.#drop(task, nowNs);
    if (policy === STOP) this.#stopped[task] = 1;
    return policy === DEMOTE ? RELEASE_DEMOTES : RELEASE_WAITS;
  }

  /**
   * Like `record_drop` of release.c: records the first one of a job at once, and later ones when
   * they cover 1/32 s.
   */
  #drop(task: number, nowNs: number): void {
    const unrecorded = this.#unrecorded[task]! + 1;
    this.#unrecorded[task] = unrecorded;
    const isFirst = this.#dropping[task] === 0;
    this.#dropping[task] = 1;
    if (isFirst || unrecorded >= MOST_UNRECORDED || unrecorded * this.#periodNs[task]! >= GROUP_NS) {
      this.#recordDropped(task, nowNs);
    }
  }

  #recordDropped(task: number, nowNs: number): void {
    const unrecorded = this.#unrecorded[task]!;
    if (unrecorded === 0) return;
    this.#unrecorded[task] = 0;
    this.#recorder.event(nowNs, KIND_RELEASE_DROPPED, task, unrecorded);
  }

  /**
   * Computes the next release: its arrival plus some of the jitter, but not before the previous
   * release.
   */
  #await(task: number, criticalNs: number): void {
    const arrivalNs = (this.#arrivals[task] as ArrivalCursor).nextNs;
    const jitterNs = this.#jitterNs[task]!;
    let lagNs = 0;
    if (jitterNs > 0) lagNs = this.#drawsJitter ? (this.#jitter[task] as Random).integer(0, jitterNs) : criticalNs;
    this.#nextArrivalNs[task] = arrivalNs;
    this.nextReleaseNs[task] = Math.max(this.nextReleaseNs[task]!, arrivalNs + lagNs);
  }
}

function leastApartOf({ arrivals }: SimulatedTask): number {
  if (arrivals.kind === 'periodic' || arrivals.kind === 'sporadic') return arrivals.periodNs;
  return arrivals.kind === 'never' ? (arrivals.leastApartNs ?? Number.POSITIVE_INFINITY) : 0;
}

const waits = ({ overrun }: SimulatedTask): boolean => overrun === 'catch-up' || overrun === 'demote';

const arrivalsOf = ({ background, arrivals }: SimulatedTask): SimulatedTask['arrivals'] =>
  background ? { kind: 'never' } : arrivals;
