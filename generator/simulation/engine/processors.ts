/**
 * The cores: which task is on each, what the core does for it, and until when. A core switches to a task (which takes time), then
 * runs it; what is served above all tasks makes both wait.
 *
 * `stop(core)` is when the core needs attention: the switch ends, the job reaches what it runs to, or interrupt level ends.
 */
import { KIND_IDLE, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT, NO_OBJECT } from '../../trace/kinds.ts';
import type { SimulationCosts, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';
import type { JobTable } from './jobs.ts';
import type { ReadyTasks } from './ready.ts';

/** What the stop of a core can be beside a job's. */
const NOTHING_REACHED = -1;
export const INTERRUPT_LEVEL_ENDED = -2;

const FREE = 0;
const SWITCHING = 1;
const RUNNING = 2;
const NEVER = Number.POSITIVE_INFINITY;

/** What the engine does when a job starts or goes on, and how far it may run: in its own processor time. */
export interface Course {
  /** It starts. */
  started(task: number, nowNs: number): void;
  /** How long it may run from now on until something happens. Unit: ns. */
  rangeNs(task: number, nowNs: number): number;
  /** It ran from then until then. */
  ran(task: number, fromNs: number, toNs: number): void;
}

export class Processors {
  /** By core: the task that is on it; −1: none. */
  readonly occupants: Int32Array;
  /** By core: whom the dispatchers want there. */
  readonly #wanted: Int32Array;
  readonly #stops: Float64Array;
  /** From when on progress is not accounted for. */
  readonly #since: Float64Array;
  readonly #phases: Uint8Array;
  /** 1: the core is at interrupt level, until its stop. */
  readonly #interrupted: Uint8Array;
  /** What is left of a switch that was interrupted. */
  readonly #switchLeft: Float64Array;
  /** By task: the core that it is on, and was on last; −1: none. */
  readonly #coreOf: Int32Array;
  readonly #lastCore: Int32Array;
  /** By task: what is left of the runtime's work for the current job. */
  readonly #perJobLeft: Float64Array;
  readonly #costs: SimulationCosts;
  readonly #free: boolean;
  readonly #jobs: JobTable;
  readonly #ready: ReadyTasks;
  readonly #recorder: Recorder;
  readonly #course: Course;
  #busy = 0;
  #idleTold = false;

  constructor(model: SimulationModel, jobs: JobTable, ready: ReadyTasks, recorder: Recorder, course: Course) {
    const { cores, tasks, costs } = model;
    this.occupants = new Int32Array(cores).fill(-1);
    this.#wanted = new Int32Array(cores).fill(-1);
    this.#stops = new Float64Array(cores).fill(NEVER);
    this.#since = new Float64Array(cores);
    this.#phases = new Uint8Array(cores);
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

  /** When the first of the cores needs attention. */
  get nextNs(): number {
    const stops = this.#stops;
    let next = stops[0]!;
    for (let core = 1; core < stops.length; core++) if (stops[core]! < next) next = stops[core]!;
    return next;
  }

  stopOf(core: number): number {
    return this.#stops[core]!;
  }

  /** A core's stop is reached. The task whose job has run as far as it might; or that interrupt level has ended, or nothing. */
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

  /** Looks anew how far the job on this core may run. */
  proceed(core: number, nowNs: number): void {
    if (!this.#progresses(core)) return;
    this.#account(core, nowNs);
    this.#stops[core] = nowNs + this.#course.rangeNs(this.occupants[core]!, nowNs);
  }

  /** The core that the task is on; −1: none. */
  coreOf(task: number): number {
    return this.#coreOf[task]!;
  }

  /** What the job on this core has done up to now is accounted for. */
  account(core: number, nowNs: number): void {
    if (this.#progresses(core)) this.#account(core, nowNs);
  }

  isInterrupted(core: number): boolean {
    return this.#interrupted[core] === 1;
  }

  /** The job on this core is complete, or the first piece of the next one has to be switched to. */
  vacate(core: number): void {
    this.#coreOf[this.occupants[core]!] = -1;
    this.occupants[core] = -1;
    this.#phases[core] = FREE;
    this.#stops[core] = NEVER;
    this.#busy--;
  }

  /** The task has a new current job. */
  prepare(task: number): void {
    this.#perJobLeft[task] = this.#costs.perJobNs;
  }

  /** Something above all tasks takes so long on this core, after what is there already. */
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

  /** Puts on the cores whom the dispatchers want there, as far as these can switch. */
  settle(nowNs: number): void {
    if (this.#ready.changed) this.#ready.decide(this.#wanted, this.occupants);
    const { occupants } = this;
    for (let core = 0; core < occupants.length; core++) {
      if (occupants[core] !== this.#wanted[core]) this.#leave(core, nowNs);
    }
    for (let core = 0; core < occupants.length; core++) {
      if (occupants[core] !== this.#wanted[core]) this.#take(core, nowNs);
    }
    if (this.#busy === 0 && !this.#idleTold) {
      this.#idleTold = true;
      this.#recorder.event(nowNs, KIND_IDLE, NO_OBJECT, 0);
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

  /** Its task goes: another is wanted there, or nobody. At interrupt level it goes only if it goes on elsewhere. */
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

  /** A switch that did not come to its end has done some of the work for the job all the same. */
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
    this.#busy++;
    this.#idleTold = false;
    if (this.#free) {
      this.#enter(core, nowNs);
      return;
    }
    this.#phases[core] = SWITCHING;
    this.#stops[core] = nowNs + this.#switchNs(core, task);
  }

  /** The switch to the task is done: its job starts or goes on. */
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
