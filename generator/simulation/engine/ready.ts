/**
 * The ready tasks and what makes them more or less urgent: their own key, a used-up budget, a resource that they hold; and what
 * keeps them back. Tells the dispatchers, and knows which of these have to decide anew.
 */
import type { Dispatcher } from '../dispatcher.ts';
import { createDispatcher } from '../dispatchers/index.ts';
import { OneCoreDispatcher } from '../dispatchers/one-core.ts';
import type { SimulationModel } from '../model.ts';

/** Keys of those that come after all deadlines, which are below 2^53 or so: without deadline, lowered, background. */
export const NO_DEADLINE_KEY = 2 ** 60;
const LOWERED_KEY = 2 ** 61;
export const BACKGROUND_KEY = 2 ** 62;
/** More urgent than all keys. */
const TOP_KEY = -1;

/** Why a task that has a job may not run: its budget is used up, it waits for a resource, a ceiling keeps it back. */
export const HELD_BY_BUDGET = 1;
export const HELD_BY_RESOURCE = 2;
export const HELD_BY_CEILING = 4;

/** Why a task comes below all others: its overrun policy, or its budget is used up. */
export const LOWERED_BY_OVERRUN = 1;
export const LOWERED_BY_BUDGET = 2;

export class ReadyTasks {
  /** By task: whether it has a job. */
  readonly #ready: Uint8Array;
  readonly #held: Uint8Array;
  readonly #own: Float64Array;
  /** What orders equals: under EDF the priority; else, and of the background, when the job was released. */
  readonly #seconds: Float64Array;
  readonly #isPreemptive: boolean;
  /** 1: equals of this task go by when they were released. */
  readonly #comesFirst: Uint8Array;
  readonly #lowered: Uint8Array;
  /** Key that it has for others' sake; Infinity: none. And its place among equals of that key. */
  readonly #lifted: Float64Array;
  readonly #liftedSeconds: Float64Array;
  readonly #dispatcherOf: readonly Dispatcher[];
  readonly #dispatchers: readonly Dispatcher[];
  readonly #clusterOf: Int32Array;
  readonly #dirty: Uint8Array;
  /** By cluster: its core if it has one only and a job on it runs to its end; else −1. */
  readonly #untilFree: Int32Array;
  /** Whether a dispatcher has to decide. */
  changed = false;

  constructor(model: SimulationModel) {
    const { tasks, clusters, order } = model;
    this.#ready = new Uint8Array(tasks.length);
    this.#held = new Uint8Array(tasks.length);
    this.#own = new Float64Array(tasks.length);
    this.#seconds = Float64Array.from(tasks, ({ priority }) => priority);
    this.#comesFirst = Uint8Array.from(tasks, ({ background }) => (order === 'edf' && !background ? 0 : 1));
    this.#isPreemptive = model.preemptive;
    this.#lowered = new Uint8Array(tasks.length);
    this.#lifted = new Float64Array(tasks.length).fill(Number.POSITIVE_INFINITY);
    this.#liftedSeconds = new Float64Array(tasks.length).fill(Number.POSITIVE_INFINITY);
    this.#dispatchers = clusters.map(({ cores, dispatcher }, cluster) => {
      const affinity = tasks.map((task) => (task.cluster === cluster ? task.affinity : []));
      const setup = { cores, tasks: tasks.length, affinity };
      const alone = cores.length === 1 && dispatcher === 'priority';
      return alone ? new OneCoreDispatcher(setup) : createDispatcher(dispatcher, setup);
    });
    this.#clusterOf = Int32Array.from(tasks, ({ cluster }) => cluster);
    this.#dispatcherOf = tasks.map(({ cluster }) => this.#dispatchers[cluster] as Dispatcher);
    this.#dirty = new Uint8Array(clusters.length);
    this.#untilFree = Int32Array.from(clusters, ({ cores }) => (model.preemptive || cores.length > 1 ? -1 : cores[0]!));
  }

  /** It has a job, which is ordered by this key and came then. */
  add(task: number, key: number, releaseNs: number): void {
    this.#ready[task] = 1;
    this.#own[task] = key;
    if (this.#comesFirst[task] === 1) this.#seconds[task] = releaseNs;
    if (this.#held[task] === 0) this.#insert(task);
  }

  /** Its job is complete, and it has no other. */
  remove(task: number): void {
    this.#ready[task] = 0;
    if (this.#held[task] === 0) this.#withdraw(task);
  }

  /** It has another job in the place of the one that is complete. */
  renew(task: number, key: number, releaseNs: number): void {
    this.#own[task] = key;
    if (this.#comesFirst[task] === 1) this.#seconds[task] = releaseNs;
    this.#order(task, true);
  }

  /** Another key for the same job. */
  rekey(task: number, key: number): void {
    this.#own[task] = key;
    this.#order(task, false);
  }

  /** Below all others that are not lowered. */
  lower(task: number, reason: number): void {
    this.#setLowered(task, this.#lowered[task]! | reason);
  }

  /** No more for this reason. */
  raise(task: number, reason: number): void {
    this.#setLowered(task, this.#lowered[task]! & ~reason);
  }

  /**
   * At least as urgent as this key; Infinity: as its own.
   * @param second the place among equals of that key; not given: its own
   */
  lift(task: number, key: number, second = Number.POSITIVE_INFINITY): void {
    if (this.#lifted[task] === key && this.#liftedSeconds[task] === second) return;
    this.#lifted[task] = key;
    this.#liftedSeconds[task] = second;
    this.#order(task, false);
  }

  /** The key by which it competes. */
  keyOf(task: number): number {
    const key = this.#lowered[task] === 0 ? this.#own[task]! : LOWERED_KEY;
    return Math.min(key, this.#lifted[task]!);
  }

  hold(task: number, reason: number): void {
    const held = this.#held[task]!;
    this.#held[task] = held | reason;
    if (held === 0 && this.#ready[task] === 1) this.#withdraw(task);
  }

  letGo(task: number, reason: number): void {
    const held = this.#held[task]!;
    if (held === 0) return;
    this.#held[task] = held & ~reason;
    if ((held & ~reason) === 0 && this.#ready[task] === 1) this.#insert(task);
  }

  /** It runs to its end: nobody is more urgent until it is let loose. */
  pin(task: number): void {
    if (this.#untilFree[this.#clusterOf[task]!] === -1) this.lift(task, TOP_KEY);
  }

  loosen(task: number): void {
    if (this.#untilFree[this.#clusterOf[task]!] === -1) this.lift(task, Number.POSITIVE_INFINITY);
  }

  /** Who is to run, by core a task or −1; given who is there. */
  decide(running: Int32Array, occupants: Int32Array): void {
    for (let cluster = 0; cluster < this.#dirty.length; cluster++) {
      if (this.#dirty[cluster] === 0) continue;
      const core = this.#untilFree[cluster]!;
      if (core >= 0 && this.#mayRun(occupants[core]!)) continue;
      this.#dirty[cluster] = 0;
      (this.#dispatchers[cluster] as Dispatcher).decide(running);
    }
    this.changed = false;
  }

  /**
   * Its place among those of the same key. Without preemption those that are lowered keep their order among themselves, as the
   * super-loop chooses.
   */
  secondOf(task: number): number {
    const byKey = this.#lowered[task] !== 0 && !this.#isPreemptive;
    const second = (byKey ? this.#own[task] : this.#seconds[task])!;
    return this.keyOf(task) === this.#lifted[task] ? Math.min(second, this.#liftedSeconds[task]!) : second;
  }

  #mayRun(task: number): boolean {
    return task >= 0 && this.#ready[task] === 1 && this.#held[task] === 0;
  }

  #setLowered(task: number, reasons: number): void {
    const before = this.#lowered[task]!;
    this.#lowered[task] = reasons;
    if ((before === 0) !== (reasons === 0)) this.#order(task, false);
  }

  #insert(task: number): void {
    (this.#dispatcherOf[task] as Dispatcher).insert(task, this.keyOf(task), this.secondOf(task));
    this.#touch(task);
  }

  #withdraw(task: number): void {
    (this.#dispatcherOf[task] as Dispatcher).remove(task);
    this.#touch(task);
  }

  #order(task: number, last: boolean): void {
    if (this.#ready[task] === 0 || this.#held[task] !== 0) return;
    (this.#dispatcherOf[task] as Dispatcher).rekey(task, this.keyOf(task), this.secondOf(task), last);
    this.#touch(task);
  }

  #touch(task: number): void {
    this.#dirty[this.#clusterOf[task]!] = 1;
    this.changed = true;
  }
}
