/**
 * The ready tasks and everything that affects their urgency: their own key, an exhausted budget, a
 * held resource, and reasons that block them. Updates the dispatchers, and tracks which of them
 * must decide again.
 */
import type { Dispatcher } from '../dispatcher.ts';
import { createDispatcher } from '../dispatchers/index.ts';
import { OneCoreDispatcher } from '../dispatchers/one-core.ts';
import type { SimulationModel } from '../model.ts';

/**
 * Keys above all deadlines, which are below about 2^53: tasks without a deadline, demoted tasks,
 * background tasks.
 */
export const NO_DEADLINE_KEY = 2 ** 60;
const LOWERED_KEY = 2 ** 61;
export const BACKGROUND_KEY = 2 ** 62;
/** More urgent than all keys. */
const TOP_KEY = -1;

/**
 * Reasons why a task with a job may not run: its budget is exhausted, it waits for a resource, a
 * ceiling blocks it.
 */
export const HELD_BY_BUDGET = 1;
export const HELD_BY_RESOURCE = 2;
export const HELD_BY_CEILING = 4;

/** Reasons why a task runs below all others: its overrun policy, or an exhausted budget. */
export const LOWERED_BY_OVERRUN = 1;
export const LOWERED_BY_BUDGET = 2;

export class ReadyTasks {
  /** For each task, whether it has a job. */
  readonly #ready: Uint8Array;
  readonly #held: Uint8Array;
  readonly #own: Float64Array;
  /** Orders equal keys: under EDF by priority; otherwise, and in the background, by release. */
  readonly #seconds: Float64Array;
  readonly #isPreemptive: boolean;
  /** 1: equal keys of this task are ordered by release. */
  readonly #comesFirst: Uint8Array;
  readonly #lowered: Uint8Array;
  /**
   * The raised key from ceilings or inheritance; Infinity: none. And the place among equals of that
   * key.
   */
  readonly #lifted: Float64Array;
  readonly #liftedSeconds: Float64Array;
  readonly #dispatcherOf: readonly Dispatcher[];
  readonly #dispatchers: readonly Dispatcher[];
  readonly #clusterOf: Int32Array;
  readonly #dirty: Uint8Array;
  /**
   * For each cluster with a single core, the task that runs there without preemption until it
   * completes; otherwise −1.
   */
  readonly #untilFree: Int32Array;
  /** Whether a dispatcher must decide again. */
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

  /** The task gets a job with this key and this release. */
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

  /** Another job takes the place of the completed one. */
  renew(task: number, key: number, releaseNs: number): void {
    this.#own[task] = key;
    if (this.#comesFirst[task] === 1) this.#seconds[task] = releaseNs;
    this.#order(task, true);
  }

  /** The same job gets another key. */
  rekey(task: number, key: number): void {
    this.#own[task] = key;
    this.#order(task, false);
  }

  /** Lowers the task below all others that are not lowered. */
  lower(task: number, reason: number): void {
    this.#setLowered(task, this.#lowered[task]! | reason);
  }

  /** Removes a reason for lowering. */
  raise(task: number, reason: number): void {
    this.#setLowered(task, this.#lowered[task]! & ~reason);
  }

  /**
   * Raises the task to at least this key; Infinity: its own key only.
   * @param second the place among equals of that key; undefined: its own
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

  /** Makes the task non-preemptive until it is released. */
  pin(task: number): void {
    if (this.#untilFree[this.#clusterOf[task]!] === -1) this.lift(task, TOP_KEY);
  }

  loosen(task: number): void {
    if (this.#untilFree[this.#clusterOf[task]!] === -1) this.lift(task, Number.POSITIVE_INFINITY);
  }

  /** Decides which task runs on each core, or −1, given the current occupants. */
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
   * Its place among equal keys. Without preemption, lowered tasks keep their relative order, as in
   * the super-loop.
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
