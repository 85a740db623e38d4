/** What happens to a job as it gets on: its sections begin and end, its budget is used up, it is complete. */
import { KIND_BUDGET_EXHAUSTED } from '../../trace/kinds.ts';
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

/** What jobs act upon. */
export interface Parts {
  readonly jobs: JobTable;
  readonly ready: ReadyTasks;
  readonly budgets: Budgets;
  readonly resources: Resources;
  readonly channels: Channels;
  readonly recorder: Recorder;
}

export class Progress implements Course {
  /** By task, all of its current job and in its own processor time: where something happens next; how far the declared budget goes. */
  readonly #markNs: Float64Array;
  readonly #budgetNs: Float64Array;
  /** 1: that it has taken more than its budget is still to be told. */
  readonly #watched: Uint8Array;
  /** By task: which of its sections is the next, or the one that it is in. */
  readonly #section: Int32Array;
  readonly #sections: readonly (readonly SectionTimes[])[];
  readonly #reads: readonly (readonly number[])[];
  readonly #writes: readonly (readonly number[])[];
  /** By task: whether nothing but the end can happen to its jobs. */
  readonly #plain: Uint8Array;
  readonly #isPreemptive: boolean;
  readonly #parts: Parts;
  readonly #jobs: JobTable;

  constructor(model: SimulationModel, parts: Parts) {
    const { tasks, preemptive } = model;
    this.#markNs = new Float64Array(tasks.length);
    this.#budgetNs = Float64Array.from(tasks, ({ budgetNs }) => budgetNs);
    this.#watched = new Uint8Array(tasks.length);
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

  /** The task has another current job. */
  begin(task: number): void {
    const costNs = this.#jobs.costNs[task]!;
    const watched = this.#isPreemptive && costNs > this.#budgetNs[task]! && !this.#parts.budgets.has(task);
    this.#watched[task] = watched ? 1 : 0;
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

  /** The job has run as far as it might. Whether it is complete. */
  reach(task: number, nowNs: number): boolean {
    const { resources, budgets, recorder } = this.#parts;
    const doneNs = this.#jobs.doneNs[task]!;
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
    }
    if (this.#plain[task] === 0) {
      // A section that begins where the budget ends begins first: a budget is used up when a job wants more.
      const begins = this.#boundaryNs(task) <= doneNs;
      // The dispatcher decides after a release. So a section that begins in that instant waits until the job goes on.
      const waits = begins && released;
      if (begins && !waits) this.#enterSection(task, nowNs);
      if (!resources.holdsOne(task) && (!waits || budgets.isOverdrawn(task))) budgets.settle(task, nowNs);
    }
    this.#look(task);
    return false;
  }

  /** The job is complete: what it hands on. */
  end(task: number, nowNs: number): void {
    for (const channel of this.#writes[task] ?? NO_CHANNELS) this.#parts.channels.write(channel, nowNs);
  }

  /** Asks for the resource of the next section, unless the job holds it or waits for it. */
  #enterSection(task: number, nowNs: number): void {
    const { resources } = this.#parts;
    const section = this.#sections[task]?.[this.#section[task]!];
    if (section === undefined || resources.holdsOne(task)) return;
    resources.acquire(task, section.resource, nowNs);
  }

  /** Where the section ends that the job is in or, if it is in none, where the next one begins. */
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
