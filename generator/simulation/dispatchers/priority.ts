/**
 * The m most urgent ready tasks run, on any of the cluster's m cores: global scheduling, and with one core of its own each,
 * partitioned. A task that goes on running stays on its core; one that comes in takes the core that it ran on last where that
 * is free, else the lowest free one.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import { ReadyHeap, ReadyOrder } from './ready-order.ts';

export class PriorityDispatcher implements Dispatcher {
  readonly #cores: Int32Array;
  readonly #order: ReadyOrder;
  readonly #waiting: ReadyHeap;
  /** By slot, a core of the cluster: the task chosen for it; −1: none. */
  readonly #chosen: Int32Array;
  /** By task: its slot; −1: it is not chosen. */
  readonly #slot: Int32Array;
  /** By task: the slot that it was chosen for last; −1: it never was. */
  readonly #lastSlot: Int32Array;
  /** Chosen in this decision, and without a slot so far. */
  readonly #incoming: Int32Array;

  constructor({ cores, tasks }: DispatcherSetup) {
    this.#cores = Int32Array.from(cores);
    this.#order = new ReadyOrder(tasks);
    this.#waiting = new ReadyHeap(this.#order, tasks);
    this.#chosen = new Int32Array(cores.length).fill(-1);
    this.#slot = new Int32Array(tasks).fill(-1);
    this.#lastSlot = new Int32Array(tasks).fill(-1);
    this.#incoming = new Int32Array(cores.length);
  }

  insert(task: number, key: number, second: number): void {
    this.#order.set(task, key, second, 'last');
    this.#waiting.push(task);
  }

  remove(task: number): void {
    if (this.#slot[task]! >= 0) this.#release(task);
    else if (this.#waiting.has(task)) this.#waiting.delete(task);
  }

  rekey(task: number, key: number, second: number, last: boolean): void {
    this.#order.set(task, key, second, last ? 'last' : 'same');
    if (this.#waiting.has(task)) this.#waiting.update(task);
  }

  decide(running: Int32Array): boolean {
    this.#place(this.#choose());
    let changed = false;
    for (let slot = 0; slot < this.#cores.length; slot += 1) {
      const core = this.#cores[slot]!;
      const task = this.#chosen[slot]!;
      if (running[core] === task) continue;
      running[core] = task;
      changed = true;
    }
    return changed;
  }

  /** Fills free cores, then lets those go that are less urgent than one that waits. Returns how many come in. */
  #choose(): number {
    let free = 0;
    for (let slot = 0; slot < this.#chosen.length; slot += 1) if (this.#chosen[slot]! < 0) free += 1;
    let count = 0;
    while (this.#waiting.size > 0) {
      if (free > 0) free -= 1;
      else if (!this.#displace(this.#waiting.top)) break;
      this.#incoming[count] = this.#waiting.pop();
      count += 1;
    }
    return count;
  }

  /** Sends the least urgent of the chosen back to wait, if `by` goes before it. */
  #displace(by: number): boolean {
    let worst = -1;
    for (let slot = 0; slot < this.#chosen.length; slot += 1) {
      const task = this.#chosen[slot]!;
      if (task >= 0 && (worst < 0 || this.#order.before(worst, task))) worst = task;
    }
    if (worst < 0 || !this.#order.before(by, worst)) return false;
    this.#release(worst);
    this.#waiting.push(worst);
    return true;
  }

  #release(task: number): void {
    this.#chosen[this.#slot[task]!] = -1;
    this.#slot[task] = -1;
  }

  #place(count: number): void {
    for (let i = 0; i < count; i += 1) {
      const task = this.#incoming[i]!;
      const slot = this.#lastSlot[task]!;
      if (slot >= 0 && this.#chosen[slot]! < 0) this.#assign(task, slot);
    }
    let free = 0;
    for (let i = 0; i < count; i += 1) {
      const task = this.#incoming[i]!;
      if (this.#slot[task]! >= 0) continue;
      while (this.#chosen[free]! >= 0) free += 1;
      this.#assign(task, free);
    }
  }

  #assign(task: number, slot: number): void {
    this.#chosen[slot] = task;
    this.#slot[task] = slot;
    this.#lastSlot[task] = slot;
  }
}
