/**
 * Runs a model from instant to instant. The order at each instant is:
 *
 * 1. Jobs reach their stops. So a job that ends at its deadline or at its next release is in time.
 * 2. Releases and all other timers.
 * 3. The dispatchers decide, and the cores switch.
 * 4. The trace records the deadlines that have passed.
 *
 *   const simulation = new Simulation(model, store, { seed: 1 });
 *   simulation.run(10_000_000_000);            // until 10 s; call it with a later time to continue
 *
 * The same model and seed give the same events, however the run is sliced. The events and their
 * order match the runtime (runtime-c/src). Every job takes at least 1 ns, so time always advances.
 */
import { hasOwnDeadline } from '../../system/runnables.ts';
import { KIND_BUDGET_EXHAUSTED, KIND_DEADLINE_MISS } from '../../trace/kinds.ts';
import type { TraceSink } from '../../trace/sink.ts';
import type { SimulatedInterrupt, SimulatedTask, SimulationModel } from '../model.ts';
import { Recorder } from '../recorder.ts';
import { Budgets } from './budgets.ts';
import { Channels } from './channels.ts';
import { Interrupts } from './interrupts.ts';
import { JobTable, RELEASE_CURRENT, RELEASE_DEMOTES, STREAMS } from './jobs.ts';
import { INTERRUPT_LEVEL_ENDED, Processors } from './processors.ts';
import { Progress } from './progress.ts';
import { LOWERED_BY_OVERRUN, ReadyTasks } from './ready.ts';
import { Resources } from './resources.ts';
import { TimerQueue } from './timers.ts';
import { withThreads } from './vcpu-threads.ts';

const NEVER = Number.POSITIVE_INFINITY;
/** The core that the release timer interrupts. */
const RELEASE_CORE = 0;

export interface RunOptions {
  /** Any safe integer; default 0. */
  readonly seed?: number;
}

function isWatched({ arrivals, deadlineNs }: SimulatedTask): boolean {
  const periodNs = arrivals.kind === 'periodic' ? arrivals.periodNs : null;
  return hasOwnDeadline({ periodNs, deadlineNs }, periodNs !== null);
}

export class Simulation {
  readonly #model: SimulationModel;
  readonly #recorder: Recorder;
  readonly #jobs: JobTable;
  readonly #ready: ReadyTasks;
  readonly #budgets: Budgets;
  readonly #resources: Resources;
  readonly #progress: Progress;
  readonly #processors: Processors;
  readonly #interrupts: Interrupts;
  /** Tasks from this number on are threads of I/O VCPUs. */
  readonly #firstThread: number;
  /** Timer sources: the tasks, then the interrupts, then the I/O servers, then the tick. */
  readonly #timers: TimerQueue;
  readonly #tickSource: number;
  /** For each task, whether the deadline miss of the current job was recorded. */
  readonly #missed: Uint8Array;
  /** Tasks with a job that has missed its deadline at this instant. */
  readonly #late: Int32Array;
  #lateCount = 0;
  readonly #background: Uint8Array;
  readonly #budgetNs: Float64Array;
  readonly #isPreemptive: boolean;
  readonly #releaseCostNs: number;
  readonly #deadlineCostNs: number;
  /** For each task, whether an alarm comes at its deadlines. */
  readonly #watched: Uint8Array;
  /** When the alarm comes for a deadline of the task. NEVER: the next release is the alarm, or there is no job. */
  readonly #alarmNs: Float64Array;
  #nowNs = 0;

  constructor(given: SimulationModel, sink: TraceSink, { seed = 0 }: RunOptions = {}) {
    const model = withThreads(given);
    const { tasks, interrupts, ioServers, costs } = model;
    this.#model = model;
    this.#firstThread = given.tasks.length;
    const recorder = new Recorder(sink, this.#firstThread, tasks.length);
    this.#recorder = recorder;
    const channels = new Channels(model, recorder);
    const jobs = new JobTable(model, seed, recorder);
    this.#jobs = jobs;
    const ready = new ReadyTasks(model);
    this.#ready = ready;
    const budgets = new Budgets(model, jobs, ready, recorder);
    this.#budgets = budgets;
    const resources = new Resources(model, ready, recorder);
    this.#resources = resources;
    this.#progress = new Progress(model, { jobs, ready, budgets, resources, channels, recorder });
    const processors = new Processors(model, jobs, ready, recorder, this.#progress);
    this.#processors = processors;
    const trigger = (task: number, nowNs: number): void => {
      this.#released(task, jobs.trigger(task, nowNs), nowNs);
      this.#arm(task);
    };
    const wake = (vcpu: number, interrupt: number, sinceNs: number, nowNs: number): void =>
      this.#runBottomHalf(this.#firstThread + vcpu, interrupt, sinceNs, nowNs);
    const parts = { processors, channels, recorder, trigger, wake };
    this.#interrupts = new Interrupts(model, seed, this.#firstThread * STREAMS, parts);
    this.#tickSource = tasks.length + interrupts.length + ioServers.length;
    this.#timers = new TimerQueue(this.#tickSource + 1);
    this.#missed = new Uint8Array(tasks.length);
    this.#late = new Int32Array(tasks.length);
    this.#background = Uint8Array.from(tasks, ({ background }) => (background ? 1 : 0));
    this.#budgetNs = Float64Array.from(tasks, ({ budgetNs }) => budgetNs);
    this.#isPreemptive = model.preemptive;
    this.#releaseCostNs = costs.releaseNs;
    this.#deadlineCostNs = costs.deadlineNs ?? 0;
    this.#watched = Uint8Array.from(tasks, (task) => (this.#deadlineCostNs > 0 && isWatched(task) ? 1 : 0));
    this.#alarmNs = new Float64Array(tasks.length).fill(NEVER);
    this.#begin();
  }

  /** The simulated time so far. */
  get nowNs(): number {
    return this.#nowNs;
  }

  /** Number of events so far. */
  get eventCount(): number {
    return this.#recorder.count;
  }

  /** Time of the next event; Infinity: there is none, or not while times are exact integers. */
  get nextNs(): number {
    const nextNs = this.#nextNs();
    return nextNs <= Number.MAX_SAFE_INTEGER ? nextNs : NEVER;
  }

  /**
   * Simulates until that time, inclusive; at most until 2^53 − 1 ns, 104 days.
   * @param mostEvents stop at the end of the instant in which this number of recorded events is reached
   * @returns true: the time is reached; false: it stopped earlier, call it again
   */
  run(untilNs: number, mostEvents = NEVER): boolean {
    const endNs = Math.min(untilNs, Number.MAX_SAFE_INTEGER);
    const enough = this.#recorder.count + mostEvents;
    for (let next = this.#nextNs(); next <= endNs; next = this.#nextNs()) {
      if (this.#recorder.count >= enough) return false;
      this.#nowNs = next;
      this.#play(next);
    }
    if (endNs > this.#nowNs) this.#nowNs = endNs;
    return true;
  }

  #nextNs(): number {
    if (this.#ready.changed) return this.#nowNs;
    return Math.min(this.#processors.nextNs, this.#timers.firstNs);
  }

  #begin(): void {
    const { tasks, costs } = this.#model;
    this.#recorder.begin(this.#model);
    this.#interrupts.begin();
    for (let task = 0; task < tasks.length; task++) {
      if (this.#background[task] === 1) {
        this.#jobs.begin(task, 0, 0);
        this.#prepare(task);
        this.#ready.add(task, this.#budgets.keyOf(task), 0);
      } else this.#arm(task);
    }
    const { interrupts, ioServers } = this.#model;
    for (let index = 0; index < interrupts.length; index++) {
      this.#timers.set(tasks.length + index, this.#interrupts.arrivalNs(index));
    }
    for (let server = 0; server < ioServers.length; server++) this.#armServer(server);
    if (costs.tickNs > 0 && costs.tickPeriodNs > 0) this.#timers.set(this.#tickSource, 0);
  }

  // ---- instants ----

  #play(nowNs: number): void {
    const processors = this.#processors;
    const cores = processors.occupants.length;
    for (let core = 0; core < cores; core++) {
      if (processors.stopOf(core) > nowNs) continue;
      const task = processors.reach(core, nowNs);
      if (task >= 0) this.#reached(task, core, nowNs);
      else if (task === INTERRUPT_LEVEL_ENDED) this.#leaveInterrupt(core, nowNs);
    }
    const timers = this.#timers;
    while (timers.firstNs <= nowNs) this.#fire(timers.first, nowNs);
    processors.settle(nowNs);
    if (this.#lateCount > 0) this.#tellMisses(nowNs);
  }

  /** The job on this core has reached its stop. */
  #reached(task: number, core: number, nowNs: number): void {
    if (this.#progress.reach(task, nowNs)) {
      this.#complete(task, core, nowNs);
      return;
    }
    if (this.#budgets.has(task)) this.#arm(task);
    this.#processors.proceed(core, nowNs);
  }

  #leaveInterrupt(core: number, nowNs: number): void {
    this.#interrupts.end(core, nowNs);
    for (let server = 0; server < this.#model.ioServers.length; server++) this.#armServer(server);
  }

  #fire(source: number, nowNs: number): void {
    const tasks = this.#model.tasks.length;
    if (source < tasks) this.#fireTask(source, nowNs);
    else this.#fireOther(source - tasks, nowNs);
  }

  #fireOther(source: number, nowNs: number): void {
    const { tasks, interrupts, ioServers, costs, cores } = this.#model;
    if (source < interrupts.length) {
      this.#interrupts.arrive(source, nowNs);
      this.#timers.set(tasks.length + source, this.#interrupts.arrivalNs(source));
    } else if (source < interrupts.length + ioServers.length) {
      this.#interrupts.unmask(source - interrupts.length, nowNs);
      this.#armServer(source - interrupts.length);
    } else {
      for (let core = 0; core < cores; core++) this.#processors.interrupt(core, nowNs, costs.tickNs);
      this.#timers.set(this.#tickSource, nowNs + costs.tickPeriodNs);
    }
  }

  #armServer(server: number): void {
    const { tasks, interrupts } = this.#model;
    this.#timers.set(tasks.length + interrupts.length + server, this.#interrupts.unmaskNs(server));
  }

  // ---- tasks ----

  #fireTask(task: number, nowNs: number): void {
    if (this.#jobs.nextReleaseNs[task]! <= nowNs) {
      this.#released(task, this.#jobs.release(task, nowNs), nowNs);
      if (this.#releaseCostNs > 0) this.#processors.interrupt(RELEASE_CORE, nowNs, this.#releaseCostNs);
      if (this.#watched[task] === 1) this.#watch(task, nowNs);
    }
    if (this.#alarmNs[task]! <= nowNs) {
      this.#alarmNs[task] = NEVER;
      this.#processors.interrupt(RELEASE_CORE, nowNs, this.#deadlineCostNs);
    }
    if (this.#budgets.replenishmentNs(task) <= nowNs) this.#replenish(task, nowNs);
    if (this.#isDue(task, nowNs)) {
      this.#missed[task] = 1;
      this.#late[this.#lateCount++] = task;
    }
    this.#arm(task);
  }

  /** The alarm comes at the deadline whether the job has ended or not. */
  #watch(task: number, nowNs: number): void {
    if (this.#alarmNs[task] === NEVER) this.#alarmNs[task] = nowNs + this.#model.tasks[task]!.deadlineNs;
  }

  #released(task: number, outcome: number, nowNs: number): void {
    if (outcome === RELEASE_CURRENT) {
      this.#budgets.wake(task, nowNs);
      this.#prepare(task);
      const key = this.#budgets.keyOf(task);
      this.#resources.guard(task, key);
      this.#ready.add(task, key, nowNs);
    } else if (outcome === RELEASE_DEMOTES) this.#ready.lower(task, LOWERED_BY_OVERRUN);
  }

  /** The task gets another current job. */
  #prepare(task: number): void {
    this.#missed[task] = 0;
    this.#progress.begin(task);
    this.#processors.prepare(task);
  }

  #complete(task: number, core: number, nowNs: number): void {
    this.#progress.end(task, nowNs);
    if (!this.#isPreemptive) this.#judge(task, nowNs);
    this.#processors.vacate(core);
    if (this.#jobs.complete(task, nowNs)) this.#goOn(task, nowNs);
    else if (this.#background[task] === 1) {
      this.#jobs.begin(task, nowNs, nowNs);
      this.#goOn(task, nowNs);
    } else {
      this.#budgets.sleep(task, nowNs);
      this.#ready.remove(task);
      this.#ready.raise(task, LOWERED_BY_OVERRUN);
    }
    if (task >= this.#firstThread) this.#interrupts.bottomHalfEnded(task - this.#firstThread, nowNs);
    this.#arm(task);
  }

  /** @param sinceNs start of the top half, for which the I/O VCPU pays */
  #runBottomHalf(thread: number, interrupt: number, sinceNs: number, nowNs: number): void {
    this.#recorder.serve(thread, interrupt);
    this.#budgets.chargeAhead(thread, sinceNs, nowNs);
    const { bottomHalfNs } = this.#model.interrupts[interrupt] as SimulatedInterrupt;
    this.#released(thread, this.#jobs.arriveWith(thread, bottomHalfNs, sinceNs, nowNs), nowNs);
    this.#arm(thread);
  }

  /** Another job has taken the place of the completed one. */
  #goOn(task: number, nowNs: number): void {
    this.#prepare(task);
    this.#budgets.goOn(task, nowNs);
    this.#ready.renew(task, this.#budgets.keyOf(task), this.#jobs.releaseNs[task]!);
    if (!this.#isDue(task, nowNs)) return;
    this.#missed[task] = 1;
    this.#recorder.event(nowNs, KIND_DEADLINE_MISS, task, 0);
  }

  /** Without preemption a job is checked when it ends. */
  #judge(task: number, nowNs: number): void {
    this.#ready.loosen(task);
    if (nowNs > this.#jobs.deadlineNs[task]!) this.#recorder.event(nowNs, KIND_DEADLINE_MISS, task, 0);
    if (this.#jobs.costNs[task]! > this.#budgetNs[task]!) {
      this.#recorder.event(nowNs, KIND_BUDGET_EXHAUSTED, task, 0);
    }
  }

  #replenish(task: number, nowNs: number): void {
    const core = this.#processors.coreOf(task);
    if (core >= 0) this.#processors.account(core, nowNs);
    this.#resources.guard(task, this.#budgets.keyOf(task));
    this.#budgets.replenish(task, nowNs);
    if (core >= 0) this.#processors.proceed(core, nowNs);
  }

  #isDue(task: number, nowNs: number): boolean {
    return this.#awaitsMiss(task) && this.#jobs.deadlineNs[task]! <= nowNs;
  }

  #awaitsMiss(task: number): boolean {
    return this.#isPreemptive && this.#jobs.current[task] === 1 && this.#missed[task] === 0;
  }

  /** A deadline is missed when time advances past it, so misses are recorded last. */
  #tellMisses(nowNs: number): void {
    for (let i = 0; i < this.#lateCount; i++) {
      this.#recorder.event(nowNs, KIND_DEADLINE_MISS, this.#late[i]!, 0);
    }
    this.#lateCount = 0;
  }

  /** Sets the task's timer. */
  #arm(task: number): void {
    const deadlineNs = this.#awaitsMiss(task) ? this.#jobs.deadlineNs[task]! : NEVER;
    const nextNs = Math.min(this.#jobs.nextReleaseNs[task]!, deadlineNs, this.#budgets.replenishmentNs(task));
    this.#timers.set(task, Math.min(nextNs, this.#alarmNs[task]!));
  }
}

/** Simulates a model from its start. */
export function simulate(
  model: SimulationModel,
  sink: TraceSink,
  { untilNs, seed = 0 }: { readonly untilNs: number; readonly seed?: number },
): Simulation {
  const simulation = new Simulation(model, sink, { seed });
  simulation.run(untilNs);
  return simulation;
}
