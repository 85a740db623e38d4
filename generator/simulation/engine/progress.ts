/**
 * Events during the execution of a job: its sections start and end, its budget is exhausted, it
 * completes.
 */
import { KIND_BUDGET_EXHAUSTED, KIND_STOPPED } from '../../trace/kinds.ts';
import type { SectionTimes, SimulationModel } from '../model.ts';
import type { Recorder } from '../recorder.ts';
import type { Budgets } from './budgets.ts';
import type { Channels } from './channels.ts';
import type { JobTable } from './jobs.ts';
import type { Course } from './processors.ts';
import type { ReadyTasks } from './ready.ts';
import type { Resources } from './resources.ts';

const NEVER = Number.POSITIVE_INFINITY;
const NO_CHANNELS: readonly number[] = [];

/** The parts of the simulation that jobs affect. */
export interface Parts {
  readonly jobs: JobTable;
  readonly ready: ReadyTasks;
  readonly budgets: Budgets;
  readonly resources: Resources;
  readonly channels: Channels;
  readonly recorder: Recorder;
}

export class Progress implements Course {
  /**
   * For each task, in its current job's own processor time: the next stop, and the end of the
   * declared budget.
   */
  readonly #markNs: Float64Array;
  readonly #budgetNs: Float64Array;
  /** 1: an overrun of the budget is not recorded yet. */
  readonly #watched: Uint8Array;
  /** 1: a job of the task is stopped when its budget is exhausted; its current one is being stopped, or has been. */
  readonly #stops: Uint8Array;
  readonly #stopped: Uint8Array;
  /** The time of a stop. */
  readonly #stopNs: number;
  /** For each task, its current or next section. */
  readonly #section: Int32Array;
  readonly #sections: readonly (readonly SectionTimes[])[];
  readonly #reads: readonly (readonly number[])[];
  readonly #writes: readonly (readonly number[])[];
  /** For each task, whether the only event of its jobs is completion. */
  readonly #plain: Uint8Array;
  readonly #isPreemptive: boolean;
  readonly #parts: Parts;
  readonly #jobs: JobTable;

  constructor(model: SimulationModel, parts: Parts) {
    const { tasks, preemptive, costs } = model;
    this.#stopNs = costs.stopNs ?? 0;
    this.#markNs = new Float64Array(tasks.length);
    this.#budgetNs = Float64Array.from(tasks, ({ budgetNs }) => budgetNs);
    this.#watched = new Uint8Array(tasks.length);
    this.#stops = Uint8Array.from(tasks, ({ exhaustion }) => (exhaustion === 'stop' ? 1 : 0));
    this.#stopped = new Uint8Array(tasks.length);
    this.#section = new Int32Array(tasks.length);
    this.#sections = tasks.map(({ sections }) => sections.filter(({ lengthNs }) => lengthNs > 0));
    this.#reads = tasks.map(({ reads }) => reads);
    this.#writes = tasks.map(({ writes }) => writes);
    this.#plain = Uint8Array.from(tasks, (_, task) =>
      !parts.budgets.has(task) && (this.#sections[task]?.length ?? 0) === 0 ? 1 : 0,
    );
    this.#isPreemptive = preemptive;
    this.#parts = parts;
    this.#jobs = parts.jobs;
  }

  /** The task gets another current job. */
  begin(task: number): void {
    const costNs = this.#jobs.costNs[task]!;
    const watched = this.#isPreemptive && costNs > this.#budgetNs[task]! && !this.#parts.budgets.has(task);
    this.#watched[task] = watched ? 1 : 0;
    this.#stopped[task] = 0;
    this.#section[task] = 0;
    this.#look(task);
  }

  started(task: number, nowNs: number): void {
    if (!this.#isPreemptive) this.#parts.ready.pin(task);
    for (const channel of this.#reads[task] ?? NO_CHANNELS) this.#parts.channels.read(channel, task, nowNs);
  }

  rangeNs(task: number, nowNs: number): number {
    const toMarkNs = this.#markNs[task]! - this.#jobs.doneNs[task]!;
    if (this.#plain[task] === 1 || this.#parts.resources.holdsOne(task)) return toMarkNs;
    return Math.min(toMarkNs, this.#parts.budgets.rangeNs(task, nowNs));
  }

  ran(task: number, fromNs: number, toNs: number): void {
    this.#jobs.doneNs[task] = this.#jobs.doneNs[task]! + (toNs - fromNs);
    if (this.#plain[task] === 0) {
      this.#parts.budgets.charge(task, fromNs, toNs, this.#parts.resources.holdsOne(task));
    }
  }

  /** The job has reached its stop. Returns whether it is complete. */
  reach(task: number, nowNs: number): boolean {
    const { resources, budgets, recorder } = this.#parts;
    const doneNs = this.#jobs.doneNs[task]!;
    if (this.#stopped[task] === 1) return this.#endStop(task, nowNs);
    const complete = doneNs >= this.#jobs.costNs[task]!;
    const released =
      this.#plain[task] === 0 && resources.holdsOne(task) && (complete || doneNs >= this.#boundaryNs(task));
    if (released) {
      resources.release(task, nowNs);
      this.#section[task] = this.#section[task]! + 1;
    }
    if (complete) return true;
    if (this.#watched[task] === 1 && doneNs >= this.#budgetNs[task]!) {
      this.#watched[task] = 0;
      recorder.event(nowNs, KIND_BUDGET_EXHAUSTED, task, 0);
      if (this.#stops[task] === 1) return this.#stop(task, nowNs);
    }
    if (this.#plain[task] === 0) {
      // A section that starts where the budget ends starts first: a budget is exhausted only when a
      // job needs more.
      const begins = this.#boundaryNs(task) <= doneNs;
      // The dispatcher decides after a release, so a section that starts at this instant waits
      // until the job resumes.
      const waits = begins && released;
      if (begins && !waits) this.#enterSection(task, nowNs);
      if (!resources.holdsOne(task) && (!waits || budgets.isOverdrawn(task))) budgets.settle(task, nowNs);
    }
    this.#look(task);
    return false;
  }

  /** The budget of the job is exhausted. Returns whether the stop takes no time. */
  #stop(task: number, nowNs: number): boolean {
    this.#stopped[task] = 1;
    if (this.#stopNs === 0) return this.#endStop(task, nowNs);
    this.#parts.ready.pin(task);
    this.#markNs[task] = this.#budgetNs[task]! + this.#stopNs;
    return false;
  }

  /** The job ends without its resource. */
  #endStop(task: number, nowNs: number): true {
    const { resources, recorder } = this.#parts;
    if (this.#plain[task] === 0 && resources.holdsOne(task)) resources.release(task, nowNs);
    recorder.event(nowNs, KIND_STOPPED, task, 0);
    return true;
  }

  /** The job is complete: writes its channels. A job that was stopped does not come that far. */
  end(task: number, nowNs: number): void {
    if (this.#stopped[task] === 1) return;
    for (const channel of this.#writes[task] ?? NO_CHANNELS) this.#parts.channels.write(channel, nowNs);
  }

  /** Requests the resource of the next section, unless the job holds it or waits for it. */
  #enterSection(task: number, nowNs: number): void {
    const { resources } = this.#parts;
    const section = this.#sections[task]?.[this.#section[task]!];
    if (section === undefined || resources.holdsOne(task)) return;
    resources.acquire(task, section.resource, nowNs);
  }

  /** The end of the current section or, if there is none, the start of the next. */
  #boundaryNs(task: number): number {
    const section = this.#sections[task]?.[this.#section[task]!];
    if (section === undefined) return NEVER;
    const within = this.#parts.resources.holdsOne(task) || this.#parts.resources.isWaiting(task);
    return within ? section.atNs + section.lengthNs : section.atNs;
  }

  #look(task: number): void {
    let markNs = this.#jobs.costNs[task]!;
    if (this.#watched[task] === 1) markNs = Math.min(markNs, this.#budgetNs[task]!);
    if (this.#plain[task] === 0) markNs = Math.min(markNs, this.#boundaryNs(task));
    this.#markNs[task] = markNs;
  }
}
