/**
 * What the SMP schedulers of RTEMS have in common (cpukit: schedulersmpimpl.h, of July 2026).
 *
 * Each core always has a thread: a task, or one of as many idle threads as there are cores. The threads that have a core, "scheduled",
 * and those that could have one, "ready", stand in order of priority, equals first come, first served. It decides at each change, not once
 * for all changes of one instant: a thread that comes takes the core of the least urgent scheduled one, if it is more urgent; the
 * core of one that leaves goes to the most urgent ready one. So the core that became idle last is taken first, and at the start
 * the last core of the cluster. A thread that is preempted goes before its equals, so that it goes on before them.
 *
 * The schedulers differ in who may be displaced by whom, in who may follow on a core, and in which core a thread gets.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import { ReadyOrder } from './ready-order.ts';

export abstract class RtemsSmp implements Dispatcher {
  /** Numbers of cores by slot. */
  protected readonly cores: Int32Array;
  protected readonly order: ReadyOrder;
  /** Threads that have a core, and the others that could have one; the most urgent first. */
  protected readonly scheduled: number[] = [];
  protected readonly ready: number[] = [];
  /** By slot: the thread to which it is given. */
  protected readonly heir: Int32Array;
  /** By thread: the slot that it has, or had last. */
  protected readonly slot: Int32Array;
  /** By slot: what ran there when it was last told. */
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

  /** The most urgent ready thread for the slot of one that leaves it. There is one: as many are idle as there are cores. */
  protected abstract highestReady(victim: number): number;

  /** The least urgent scheduled thread that one who comes may displace; −1: there is none. */
  protected abstract lowestScheduled(candidate: number): number;

  /** Gives a slot to a thread; others may have to move. */
  protected abstract allocate(thread: number, slot: number): void;

  /** After a thread came or changed its priority. */
  protected settle(): void {}

  /** Whether a thread's place among equals is made anew when it gets or loses a core: behind them, and before them. */
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

  /** The thread is to have exactly this slot. */
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

  /** Of a thread that was scheduled, and now has another priority. */
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

/** Threads without a deadline stand in order of their priorities; nothing but who came first decides between equal keys. */
const tieOf = (key: number, second: number): number => (key === Number.POSITIVE_INFINITY ? second : 0);
