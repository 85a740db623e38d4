/**
 * Runs the m most urgent ready tasks on any of the cluster's m cores: global scheduling, or
 * partitioned scheduling with one core per cluster. A task that continues to run stays on its core.
 * A new task uses its last core if that is free, otherwise the lowest free core.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import { ReadyHeap, ReadyOrder } from './ready-order.ts';

export class PriorityDispatcher implements Dispatcher {
  readonly #cores: Int32Array;
  readonly #order: ReadyOrder;
  readonly #waiting: ReadyHeap;
  /** For each slot (a core of the cluster), the chosen task; −1: none. */
  readonly #chosen: Int32Array;
  /** For each task, its slot; −1: not chosen. */
  readonly #slot: Int32Array;
  /** For each task, its last slot; −1: never chosen. */
  readonly #lastSlot: Int32Array;
  /** Tasks chosen in this decision that have no slot yet. */
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

  /**
   * Fills free cores, then replaces tasks that are less urgent than a waiting one. Returns the
   * number of new tasks.
   */
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

  /** Moves the least urgent chosen task back to the waiting ones if `by` goes before it. */
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
