/**
 * The cores: the task on each core, what the core does for it, and until when. A core switches to a
 * task, which takes time, and then runs it. Interrupt-level work suspends both.
 *
 * `stop(core)` is when the core needs attention: the switch ends, the job reaches its stop, or
 * interrupt level ends.
 */
import { KIND_IDLE, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT, NO_OBJECT } from '../../trace/kinds.ts';
import type { SimulationCosts, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';
import type { JobTable } from './jobs.ts';
import type { ReadyTasks } from './ready.ts';

/** Results of a stop other than a task. */
const NOTHING_REACHED = -1;
export const INTERRUPT_LEVEL_ENDED = -2;

const FREE = 0;
const SWITCHING = 1;
const RUNNING = 2;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Callbacks into the engine: when a job starts or resumes, and how far it may run, in its own
 * processor time.
 */
export interface Course {
  /** The job starts. */
  started(task: number, nowNs: number): void;
  /** How long the job may run from now on until something happens. Unit: ns. */
  rangeNs(task: number, nowNs: number): number;
  /** The job ran during this interval. */
  ran(task: number, fromNs: number, toNs: number): void;
}

export class Processors {
  /** For each core, the task on it; −1: none. */
  readonly occupants: Int32Array;
  /** For each core, the task that the dispatchers assign to it. */
  readonly #wanted: Int32Array;
  readonly #stops: Float64Array;
  /** The time from which progress is not yet accounted for. */
  readonly #since: Float64Array;
  readonly #phases: Uint8Array;
  /** 1: the core is at interrupt level until its stop. */
  readonly #interrupted: Uint8Array;
  /** Remaining time of an interrupted switch. */
  readonly #switchLeft: Float64Array;
  /** For each task, its current core and its last core; −1: none. */
  readonly #coreOf: Int32Array;
  readonly #lastCore: Int32Array;
  /** For each task, the remaining per-job overhead of the current job. */
  readonly #perJobLeft: Float64Array;
  readonly #costs: SimulationCosts;
  readonly #free: boolean;
  readonly #jobs: JobTable;
  readonly #ready: ReadyTasks;
  readonly #recorder: Recorder;
  readonly #course: Course;
  /** 1: it was reported that the core has no job. */
  readonly #idleReported: Uint8Array;

  constructor(model: SimulationModel, jobs: JobTable, ready: ReadyTasks, recorder: Recorder, course: Course) {
    const { cores, tasks, costs } = model;
    this.occupants = new Int32Array(cores).fill(-1);
    this.#wanted = new Int32Array(cores).fill(-1);
    this.#stops = new Float64Array(cores).fill(NEVER);
    this.#since = new Float64Array(cores);
    this.#phases = new Uint8Array(cores);
    this.#idleReported = new Uint8Array(cores);
    this.#interrupted = new Uint8Array(cores);
    this.#switchLeft = new Float64Array(cores);
    this.#coreOf = new Int32Array(tasks.length).fill(-1);
    this.#lastCore = new Int32Array(tasks.length).fill(-1);
    this.#perJobLeft = new Float64Array(tasks.length);
    this.#costs = costs;
    this.#free = costs.contextSwitchNs === 0 && costs.migrationNs === 0 && costs.perJobNs === 0;
    this.#jobs = jobs;
    this.#ready = ready;
    this.#recorder = recorder;
    this.#course = course;
  }

  /** When the first core needs attention. */
  get nextNs(): number {
    const stops = this.#stops;
    let next = stops[0]!;
    for (let core = 1; core < stops.length; core++) if (stops[core]! < next) next = stops[core]!;
    return next;
  }

  stopOf(core: number): number {
    return this.#stops[core]!;
  }

  /**
   * Handles the stop of a core. Returns the task with the job that reached its stop, or a code for
   * the end of interrupt level or for nothing.
   */
  reach(core: number, nowNs: number): number {
    if (this.#interrupted[core] === 1) {
      this.#interrupted[core] = 0;
      this.#goOn(core, nowNs);
      return INTERRUPT_LEVEL_ENDED;
    }
    if (this.#phases[core] === SWITCHING) {
      this.#enter(core, nowNs);
      return NOTHING_REACHED;
    }
    this.#account(core, nowNs);
    return this.occupants[core]!;
  }

  /** Recomputes how far the job on this core may run. */
  proceed(core: number, nowNs: number): void {
    if (!this.#progresses(core)) return;
    this.#account(core, nowNs);
    this.#stops[core] = nowNs + this.#course.rangeNs(this.occupants[core]!, nowNs);
  }

  /** The core of the task; −1: none. */
  coreOf(task: number): number {
    return this.#coreOf[task]!;
  }

  /** Accounts for the progress of the job on this core up to now. */
  account(core: number, nowNs: number): void {
    if (this.#progresses(core)) this.#account(core, nowNs);
  }

  isInterrupted(core: number): boolean {
    return this.#interrupted[core] === 1;
  }

  /**
   * The job on this core is complete, or the core must switch to the first part of the next job.
   */
  vacate(core: number): void {
    this.#coreOf[this.occupants[core]!] = -1;
    this.occupants[core] = -1;
    this.#phases[core] = FREE;
    this.#stops[core] = NEVER;
  }

  /** The task gets a new current job. */
  prepare(task: number): void {
    this.#perJobLeft[task] = this.#costs.perJobNs;
  }

  /** Adds interrupt-level work of this length on the core, after existing interrupt-level work. */
  interrupt(core: number, nowNs: number, lengthNs: number): void {
    if (this.#interrupted[core] === 1) {
      this.#stops[core] = this.#stops[core]! + lengthNs;
      return;
    }
    if (this.#phases[core] === RUNNING) this.#account(core, nowNs);
    else if (this.#phases[core] === SWITCHING) this.#switchLeft[core] = this.#stops[core]! - nowNs;
    this.#interrupted[core] = 1;
    this.#stops[core] = nowNs + lengthNs;
  }

  /** Puts the tasks that the dispatchers chose on the cores, as far as these can switch. */
  settle(nowNs: number): void {
    if (this.#ready.changed) this.#ready.decide(this.#wanted, this.occupants);
    const { occupants } = this;
    for (let core = 0; core < occupants.length; core++) {
      if (occupants[core] !== this.#wanted[core]) this.#leave(core, nowNs);
    }
    for (let core = 0; core < occupants.length; core++) {
      if (occupants[core] !== this.#wanted[core]) this.#take(core, nowNs);
    }
    for (let core = 0; core < occupants.length; core++) {
      if (occupants[core]! >= 0 || this.#idleReported[core] === 1) continue;
      this.#idleReported[core] = 1;
      this.#recorder.event(nowNs, KIND_IDLE, NO_OBJECT, core);
    }
  }

  #progresses(core: number): boolean {
    return this.#phases[core] === RUNNING && this.#interrupted[core] === 0;
  }

  #account(core: number, nowNs: number): void {
    const fromNs = this.#since[core]!;
    if (fromNs === nowNs) return;
    this.#since[core] = nowNs;
    this.#course.ran(this.occupants[core]!, fromNs, nowNs);
  }

  /**
   * The task leaves the core for another task, or for none. At interrupt level it leaves only if it
   * continues on another core.
   */
  #leave(core: number, nowNs: number): void {
    const task = this.occupants[core]!;
    if (task < 0) return;
    const interrupted = this.#interrupted[core] === 1;
    if (interrupted && !this.#wanted.includes(task)) return;
    if (this.#phases[core] === RUNNING) {
      if (!interrupted) this.#account(core, nowNs);
      this.#recorder.event(nowNs, KIND_SWITCH_OUT, task, 0);
    } else this.#spendPerJob(core, task, nowNs);
    const stop = this.#stops[core]!;
    this.vacate(core);
    if (interrupted) this.#stops[core] = stop;
  }

  /** A switch that was interrupted has done some of the per-job overhead. */
  #spendPerJob(core: number, task: number, nowNs: number): void {
    const left = this.#interrupted[core] === 1 ? this.#switchLeft[core]! : this.#stops[core]! - nowNs;
    const spent = this.#switchNs(core, task) - left;
    this.#perJobLeft[task] = Math.max(0, this.#perJobLeft[task]! - spent);
  }

  #switchNs(core: number, task: number): number {
    const last = this.#lastCore[task]!;
    const migrates = last >= 0 && last !== core;
    return this.#costs.contextSwitchNs + (migrates ? this.#costs.migrationNs : 0) + this.#perJobLeft[task]!;
  }

  #take(core: number, nowNs: number): void {
    const task = this.#wanted[core]!;
    if (task < 0 || this.occupants[core]! >= 0 || this.#interrupted[core] === 1) return;
    this.occupants[core] = task;
    this.#coreOf[task] = core;
    this.#idleReported[core] = 0;
    if (this.#free) {
      this.#enter(core, nowNs);
      return;
    }
    this.#phases[core] = SWITCHING;
    this.#stops[core] = nowNs + this.#switchNs(core, task);
  }

  /** The switch to the task is complete: its job starts or resumes. */
  #enter(core: number, nowNs: number): void {
    const task = this.occupants[core]!;
    this.#phases[core] = RUNNING;
    this.#lastCore[task] = core;
    this.#perJobLeft[task] = 0;
    if (this.#jobs.started[task] === 1) this.#recorder.event(nowNs, KIND_SWITCH_IN, task, core);
    else {
      this.#jobs.started[task] = 1;
      this.#recorder.event(nowNs, KIND_START, task, core);
      this.#course.started(task, nowNs);
    }
    this.#since[core] = nowNs;
    this.#stops[core] = nowNs + this.#course.rangeNs(task, nowNs);
  }

  /** Interrupt level has ended. */
  #goOn(core: number, nowNs: number): void {
    this.#since[core] = nowNs;
    const task = this.occupants[core]!;
    if (this.#phases[core] === RUNNING) this.#stops[core] = nowNs + this.#course.rangeNs(task, nowNs);
    else if (this.#phases[core] === SWITCHING) this.#stops[core] = nowNs + this.#switchLeft[core]!;
    else this.#stops[core] = NEVER;
  }
}
