/**
 * Plays a model: from instant to instant, what happens at each in this order: jobs that have run as far as they might (so that a job
 * that ends at a deadline or at the next release is in time), releases and other timers by task, then the dispatchers decide and
 * the cores switch.
 *
 *   const simulation = new Simulation(model, store, { seed: 1 });
 *   simulation.run(10_000_000_000);            // on to 10 s; again with a later time to go on
 *
 * The same model and seed give the same events, however the run is sliced. What is told, and in which order, is what the runtime
 * tells (runtime-c/src).
 */
import { KIND_BUDGET_EXHAUSTED, KIND_DEADLINE_MISS } from '../trace/kinds.ts';
import type { TraceSink } from '../trace/sink.ts';
import { JobTable, RELEASE_CURRENT, RELEASE_DEMOTES } from './jobs.ts';
import type { SimulationModel } from './model.ts';
import { type Course, Processors } from './processors.ts';
import { BACKGROUND_KEY, NO_DEADLINE_KEY, ReadyTasks } from './ready.ts';
import { Recorder } from './recorder.ts';
import { TimerQueue } from './timers.ts';

const NEVER = Number.POSITIVE_INFINITY;

export interface RunOptions {
  /** Any safe integer; default 0. */
  readonly seed?: number;
}

export class Simulation implements Course {
  readonly #model: SimulationModel;
  readonly #recorder: Recorder;
  readonly #jobs: JobTable;
  readonly #ready: ReadyTasks;
  readonly #processors: Processors;
  readonly #timers: TimerQueue;
  /** By task: whether the miss of the current job's deadline was told. */
  readonly #missed: Uint8Array;
  readonly #budgetNs: Float64Array;
  /** By task: its own processor time at which something happens to the current job next. */
  readonly #markNs: Float64Array;
  readonly #isEdf: boolean;
  readonly #isPreemptive: boolean;
  #nowNs = 0;

  constructor(model: SimulationModel, sink: TraceSink, options: RunOptions = {}) {
    const { tasks } = model;
    this.#model = model;
    this.#recorder = new Recorder(sink);
    this.#jobs = new JobTable(model, options.seed ?? 0, this.#recorder);
    this.#ready = new ReadyTasks(model);
    this.#processors = new Processors(model, this.#jobs, this.#ready, this.#recorder, this);
    this.#timers = new TimerQueue(tasks.length);
    this.#missed = new Uint8Array(tasks.length);
    this.#budgetNs = Float64Array.from(tasks, ({ budgetNs }) => budgetNs);
    this.#markNs = new Float64Array(tasks.length);
    this.#isEdf = model.order === 'edf';
    this.#isPreemptive = model.preemptive;
    this.#recorder.begin(model);
    tasks.forEach(({ background }, task) => {
      if (background) this.#beginBackground(task);
      else this.#arm(task);
    });
  }

  /** Until when it has been played. */
  get nowNs(): number {
    return this.#nowNs;
  }

  /** Events told so far. */
  get eventCount(): number {
    return this.#recorder.count;
  }

  /** Time of the next thing that happens; Infinity: nothing ever will. */
  get nextNs(): number {
    if (this.#ready.changed) return this.#nowNs;
    return Math.min(this.#processors.nextNs, this.#timers.firstNs);
  }

  /**
   * Plays on until then, what happens at that time included.
   * @param mostEvents stop at the first instant by the end of which so many events have been told
   * @returns true: the time is reached; false: it stopped before; call it again
   */
  run(untilNs: number, mostEvents = NEVER): boolean {
    const enough = this.#recorder.count + mostEvents;
    for (let next = this.nextNs; next <= untilNs; next = this.nextNs) {
      if (this.#recorder.count >= enough) return false;
      this.#nowNs = next;
      this.#play(next);
    }
    if (untilNs > this.#nowNs) this.#nowNs = untilNs;
    return true;
  }

  // ---- what the cores ask ----

  started(task: number, _nowNs: number): void {
    if (!this.#isPreemptive) this.#ready.pin(task);
  }

  rangeNs(task: number, _nowNs: number): number {
    return (this.#markNs[task] as number) - (this.#jobs.doneNs[task] as number);
  }

  ran(task: number, fromNs: number, toNs: number): void {
    this.#jobs.doneNs[task] = (this.#jobs.doneNs[task] as number) + (toNs - fromNs);
  }

  // ---- instants ----

  #play(nowNs: number): void {
    const { occupants } = this.#processors;
    for (let core = 0; core < occupants.length; core++) {
      if (this.#processors.stopOf(core) > nowNs) continue;
      const task = this.#processors.reach(core, nowNs);
      if (task >= 0) this.#reached(task, core, nowNs);
    }
    while (this.#timers.firstNs <= nowNs) this.#fire(this.#timers.first, nowNs);
    this.#processors.settle(nowNs);
  }

  #fire(task: number, nowNs: number): void {
    if ((this.#jobs.nextReleaseNs[task] as number) <= nowNs) this.#release(task, nowNs);
    if (this.#isDue(task, nowNs)) this.#miss(task, nowNs);
    this.#arm(task);
  }

  #release(task: number, nowNs: number): void {
    const outcome = this.#jobs.release(task, nowNs);
    if (outcome === RELEASE_CURRENT) {
      this.#prepare(task);
      this.#ready.add(task, this.#keyOf(task));
    } else if (outcome === RELEASE_DEMOTES) this.#ready.lower(task, true);
    const { releaseNs } = this.#model.costs;
    if (releaseNs > 0) this.#processors.interrupt(0, nowNs, releaseNs);
  }

  /** The job on this core has run as far as it might. */
  #reached(task: number, core: number, nowNs: number): void {
    if ((this.#jobs.doneNs[task] as number) >= (this.#jobs.costNs[task] as number)) {
      this.#complete(task, core, nowNs);
      return;
    }
    this.#recorder.event(nowNs, KIND_BUDGET_EXHAUSTED, task, 0);
    this.#markNs[task] = this.#jobs.costNs[task] as number;
    this.#processors.proceed(core, nowNs);
  }

  // ---- jobs ----

  /** The task has another current job. */
  #prepare(task: number): void {
    this.#missed[task] = 0;
    this.#processors.prepare(task);
    const costNs = this.#jobs.costNs[task] as number;
    this.#markNs[task] = this.#isPreemptive ? Math.min(costNs, this.#budgetNs[task] as number) : costNs;
  }

  #keyOf(task: number): number {
    if (!this.#isEdf) return (this.#model.tasks[task] as { priority: number }).priority;
    return Math.min(this.#jobs.deadlineNs[task] as number, NO_DEADLINE_KEY);
  }

  #beginBackground(task: number): void {
    this.#jobs.begin(task, this.#nowNs);
    this.#prepare(task);
    this.#ready.add(task, BACKGROUND_KEY);
  }

  #complete(task: number, core: number, nowNs: number): void {
    if (!this.#isPreemptive) {
      this.#judge(task, nowNs);
      this.#ready.loosen(task);
    }
    this.#processors.vacate(core);
    if (this.#jobs.complete(task, nowNs)) this.#goOn(task, nowNs);
    else if ((this.#model.tasks[task] as { background: boolean }).background) {
      this.#jobs.begin(task, nowNs);
      this.#prepare(task);
      this.#ready.rekey(task, BACKGROUND_KEY, true);
    } else {
      this.#ready.remove(task);
      this.#ready.lower(task, false);
    }
    this.#arm(task);
  }

  /** A job that waited behind the one that is complete takes its place. */
  #goOn(task: number, nowNs: number): void {
    this.#prepare(task);
    this.#ready.rekey(task, this.#keyOf(task), true);
    if (this.#isDue(task, nowNs)) this.#miss(task, nowNs);
  }

  /** Without preemption a job is judged when it ends. */
  #judge(task: number, nowNs: number): void {
    if (nowNs > (this.#jobs.deadlineNs[task] as number)) this.#recorder.event(nowNs, KIND_DEADLINE_MISS, task, 0);
    if ((this.#jobs.costNs[task] as number) > (this.#budgetNs[task] as number)) {
      this.#recorder.event(nowNs, KIND_BUDGET_EXHAUSTED, task, 0);
    }
  }

  #isDue(task: number, nowNs: number): boolean {
    return this.#awaitsMiss(task) && (this.#jobs.deadlineNs[task] as number) <= nowNs;
  }

  #awaitsMiss(task: number): boolean {
    return this.#isPreemptive && this.#jobs.current[task] === 1 && this.#missed[task] === 0;
  }

  #miss(task: number, nowNs: number): void {
    this.#missed[task] = 1;
    this.#recorder.event(nowNs, KIND_DEADLINE_MISS, task, 0);
  }

  /** Sets the task's timer. */
  #arm(task: number): void {
    const deadlineNs = this.#awaitsMiss(task) ? (this.#jobs.deadlineNs[task] as number) : NEVER;
    this.#timers.set(task, Math.min(this.#jobs.nextReleaseNs[task] as number, deadlineNs));
  }
}

/** Plays a model from its start. */
export function simulate(
  model: SimulationModel,
  sink: TraceSink,
  { untilNs, seed = 0 }: { readonly untilNs: number; readonly seed?: number },
): Simulation {
  const simulation = new Simulation(model, sink, { seed });
  simulation.run(untilNs);
  return simulation;
}
