/**
 * Where the time of each job of a one-core schedule went, computed from the raw events alone: one
 * pass keeps the state of the core, and adds each piece of time to the oldest pending job of every
 * task. It shares no code with generator/explain, which asks for one job at a time.
 */
import type { SimulationModel } from '../../../generator/simulation/model.ts';
import { EVENT_KINDS } from '../../../generator/trace/events.ts';
import type { TraceSink } from '../../../generator/trace/sink.ts';

/** Unit: ns. */
export interface Account {
  readonly task: number;
  readonly arrivalNs: number;
  readonly releaseNs: number;
  readonly deadlineNs: number;
  endNs: number;
  own: number;
  interrupt: number;
  budget: number;
  /** Until its predecessor ended, and from then until its release. */
  previous: number;
  release: number;
  /** Nothing runs. */
  idle: number;
  /** For each other task: while it ran with a job that is at least as urgent, or with a less urgent job. */
  readonly before: number[];
  readonly less: number[];
}

/** No release may be dropped. */
export class Accounts implements TraceSink {
  /** Complete jobs, in the order of their completion. */
  readonly done: Account[] = [];
  readonly #model: SimulationModel;
  readonly #open: Account[][];
  readonly #released: number[];
  readonly #endedNs: number[];
  readonly #exhausted: boolean[];
  #running = -1;
  #interrupts = 0;
  #sinceNs = 0;

  constructor(model: SimulationModel) {
    this.#model = model;
    this.#open = model.tasks.map(() => []);
    this.#released = model.tasks.map(() => 0);
    this.#endedNs = model.tasks.map(() => 0);
    this.#exhausted = model.tasks.map(() => false);
  }

  metadata(): void {}

  segment(): void {}

  text(): void {}

  event(timeNs: number, kind: number, object: number): void {
    this.#spend(timeNs - this.#sinceNs);
    this.#sinceNs = timeNs;
    switch (EVENT_KINDS[kind]) {
      case 'release':
        this.#open[object]?.push(this.#account(object, timeNs));
        break;
      case 'start':
      case 'switch-in':
        this.#running = object;
        break;
      case 'complete':
        this.#complete(object, timeNs);
        this.#exhausted[object] = false;
        this.#running = -1;
        break;
      case 'switch-out':
        this.#running = -1;
        break;
      case 'interrupt-enter':
        this.#interrupts++;
        break;
      case 'interrupt-exit':
        this.#interrupts--;
        break;
      case 'budget-exhausted':
        this.#exhausted[object] = this.#model.tasks[object]?.server !== null;
        break;
      case 'replenish':
        this.#exhausted[object] = false;
    }
  }

  /** Of a task that is not periodic the events show no arrival but the release. */
  #account(task: number, releaseNs: number): Account {
    const { arrivals, deadlineNs } = this.#model.tasks[task]!;
    const number = this.#released[task]!++;
    const arrivalNs = arrivals.kind === 'periodic' ? arrivals.offsetNs + number * arrivals.periodNs : releaseNs;
    const nothing = { own: 0, interrupt: 0, budget: 0, previous: 0, release: 0, idle: 0 };
    const [before, less] = [this.#model.tasks.map(() => 0), this.#model.tasks.map(() => 0)];
    return { task, arrivalNs, releaseNs, deadlineNs: arrivalNs + deadlineNs, endNs: 0, ...nothing, before, less };
  }

  #complete(task: number, timeNs: number): void {
    const job = this.#open[task]!.shift()!;
    const previousNs = Math.max(job.arrivalNs, this.#endedNs[task]!);
    job.endNs = timeNs;
    job.previous = previousNs - job.arrivalNs;
    job.release = Math.max(0, job.releaseNs - previousNs);
    this.#endedNs[task] = timeNs;
    this.done.push(job);
  }

  #spend(ns: number): void {
    if (ns === 0) return;
    for (const [job] of this.#open) if (job !== undefined) this.#spendOn(job, ns);
  }

  #spendOn(job: Account, ns: number): void {
    const running = this.#running;
    if (running === job.task) job[this.#interrupts > 0 ? 'interrupt' : 'own'] += ns;
    else if (this.#exhausted[job.task]) job.budget += ns;
    else if (this.#interrupts > 0) job.interrupt += ns;
    else if (running === -1) job.idle += ns;
    else (this.#isBefore(running, job) ? job.before : job.less)[running]! += ns;
  }

  #isBefore(running: number, job: Account): boolean {
    const { tasks, order } = this.#model;
    const due = this.#open[running]![0]!.deadlineNs;
    if (order === 'edf' && due !== job.deadlineNs) return due < job.deadlineNs;
    return tasks[running]!.priority <= tasks[job.task]!.priority;
  }
}
