/**
 * Common parts of the SMP schedulers of RTEMS (cpukit: schedulersmpimpl.h, of July 2026).
 *
 * Each core always has a thread: a task, or one of the idle threads. There is one idle thread per
 * core. Threads with a core ("scheduled") and threads that wait for one ("ready") are sorted by
 * priority, equal priorities first come, first served. The scheduler decides at each change, not
 * once per instant. A new thread gets the core of the least urgent scheduled thread if it is more
 * urgent. The core of a thread that leaves goes to the most urgent ready thread. So the core that
 * became idle last is used first, and at the start the last core of the cluster. A preempted thread
 * goes before its equals, so it resumes before them.
 *
 * The schedulers differ in which thread may displace which, in which thread may follow on a core,
 * and in which core a thread gets.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import { ReadyOrder } from './ready-order.ts';

export abstract class RtemsSmp implements Dispatcher {
  /** Core number of each slot. */
  protected readonly cores: Int32Array;
  protected readonly order: ReadyOrder;
  /** Threads that have a core, and threads that wait for one, most urgent first. */
  protected readonly scheduled: number[] = [];
  protected readonly ready: number[] = [];
  /** For each slot, the thread to which it is assigned. */
  protected readonly heir: Int32Array;
  /** For each thread, its current or last slot. */
  protected readonly slot: Int32Array;
  /** For each slot, the thread that ran there at the last decision. */
  protected readonly executing: Int32Array;
  readonly #tasks: number;

  constructor({ cores, tasks }: DispatcherSetup) {
    this.cores = Int32Array.from(cores);
    this.#tasks = tasks;
    this.order = new ReadyOrder(tasks + cores.length);
    this.heir = new Int32Array(cores.length);
    this.slot = new Int32Array(tasks + cores.length).fill(-1);
    this.executing = new Int32Array(cores.length).fill(-1);
    cores.forEach((_, slot) => {
      const idle = tasks + slot;
      this.order.set(idle, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 'last');
      this.scheduled.push(idle);
      this.give(idle, slot);
    });
  }

  /**
   * The most urgent ready thread for the slot that another thread leaves. There always is one,
   * because there are as many idle threads as cores.
   */
  protected abstract highestReady(victim: number): number;

  /** The least urgent scheduled thread that a new thread may displace; −1: none. */
  protected abstract lowestScheduled(candidate: number): number;

  /** Assigns a slot to a thread. Other threads may have to move. */
  protected abstract allocate(thread: number, slot: number): void;

  /** Called after a thread was added or changed its priority. */
  protected settle(): void {}

  /**
   * Whether a thread gets a new place among equals when it gets a core (behind them) or loses a
   * core (before them).
   */
  protected readonly renews: boolean = true;

  insert(task: number, key: number, second: number): void {
    this.#setKey(task, key, second, 'last');
    this.#enqueue(task);
    this.settle();
  }

  remove(task: number): void {
    const ready = this.ready.indexOf(task);
    if (ready >= 0) this.ready.splice(ready, 1);
    else this.#block(task);
  }

  rekey(task: number, key: number, second: number, last: boolean): void {
    const { order } = this;
    if (!last && order.key[task] === key && order.second[task] === tieOf(key, second)) return;
    const ready = this.ready.indexOf(task);
    const scheduled = this.scheduled.indexOf(task);
    if (ready >= 0) this.ready.splice(ready, 1);
    else if (scheduled >= 0) this.scheduled.splice(scheduled, 1);
    this.#setKey(task, key, second, last ? 'last' : 'first');
    if (ready >= 0) this.#enqueue(task);
    else if (scheduled >= 0) this.#enqueueScheduled(task);
    this.settle();
  }

  decide(running: Int32Array): boolean {
    let changed = false;
    for (let slot = 0; slot < this.cores.length; slot += 1) {
      const heir = this.heir[slot]!;
      const task = heir < this.#tasks ? heir : -1;
      const core = this.cores[slot]!;
      if (running[core] !== task) changed = true;
      running[core] = task;
      this.executing[slot] = task;
    }
    return changed;
  }

  /** Assigns exactly this slot to the thread. */
  protected give(thread: number, slot: number): void {
    this.slot[thread] = slot;
    this.heir[slot] = thread;
  }

  /** `candidate`, which is neither scheduled nor ready, displaces a scheduled thread. */
  protected displace(victim: number, candidate: number): void {
    this.scheduled.splice(this.scheduled.indexOf(victim), 1);
    if (this.renews) this.order.place(victim, 'first');
    this.#sortIn(this.ready, victim);
    this.allocate(candidate, this.slot[victim]!);
    this.#sortIn(this.scheduled, candidate);
  }

  #setKey(task: number, key: number, second: number, place: 'first' | 'last'): void {
    this.order.set(task, key, tieOf(key, second), place);
  }

  #enqueue(thread: number): void {
    const lowest = this.lowestScheduled(thread);
    if (lowest >= 0 && this.order.before(thread, lowest)) this.displace(lowest, thread);
    else this.#sortIn(this.ready, thread);
  }

  /** Reinserts a scheduled thread after a change of its priority. */
  #enqueueScheduled(thread: number): void {
    const highest = this.highestReady(thread);
    if (this.order.before(thread, highest)) {
      this.#sortIn(this.scheduled, thread);
      return;
    }
    this.#schedule(highest, this.slot[thread]!);
    this.#sortIn(this.ready, thread);
  }

  #block(thread: number): void {
    const scheduled = this.scheduled.indexOf(thread);
    if (scheduled < 0) return;
    this.scheduled.splice(scheduled, 1);
    this.#schedule(this.highestReady(thread), this.slot[thread]!);
  }

  #schedule(thread: number, slot: number): void {
    this.allocate(thread, slot);
    this.ready.splice(this.ready.indexOf(thread), 1);
    if (this.renews) this.order.place(thread, 'last');
    this.#sortIn(this.scheduled, thread);
  }

  #sortIn(chain: number[], thread: number): void {
    let at = chain.length;
    while (at > 0 && this.order.before(thread, chain[at - 1]!)) at -= 1;
    chain.splice(at, 0, thread);
  }
}

/**
 * Threads without a deadline are sorted by priority. Otherwise only arrival decides between equal
 * keys.
 */
const tieOf = (key: number, second: number): number => (key === Number.POSITIVE_INFINITY ? second : 0);
