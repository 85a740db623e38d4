/**
 * Schedules tasks with affinities optimally for their priority order and cores (the "strong"
 * arbitrary processor affinity of Cerqueira, Gujarati, Brandenburg 2014). Ready tasks are
 * considered in order of urgency. Each runs if it can be placed together with those before it,
 * wherever they must migrate. The result is a maximum matching between tasks and cores, for the
 * most urgent tasks.
 *
 * Among the placements of the chosen tasks, the dispatcher uses one with the fewest tasks that
 * leave their current core. Among those, it uses one with the fewest other tasks that resume on a
 * different core than before.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';
import { leastCostAssignment } from './assignment.ts';
import { ReadyOrder } from './ready-order.ts';

/**
 * States of a slot in the search for an augmenting path. Closed: an unsuccessful search has visited
 * it.
 */
const [UNSEEN, SEEN, CLOSED] = [0, 1, 2];

export class AffinityDispatcher implements Dispatcher {
  readonly #cores: Int32Array;
  readonly #order: ReadyOrder;
  /** For each task, its slots (cores of the cluster). */
  readonly #allowed: readonly Int32Array[];
  /** Ready tasks, most urgent first. */
  readonly #ready: Int32Array;
  #count = 0;
  /** For each task, the slot of its last placement; −1: never placed. */
  readonly #lastSlot: Int32Array;
  /** For each slot, the task that runs there. */
  readonly #placed: Int32Array;
  /** For each slot, the task that ran there before this decision. */
  readonly #before: Int32Array;
  /** For each slot, the task that the matching assigns to it. */
  readonly #matched: Int32Array;
  readonly #seen: Uint8Array;
  readonly #chosen: number[] = [];

  constructor({ cores, tasks, affinity }: DispatcherSetup) {
    this.#cores = Int32Array.from(cores);
    this.#order = new ReadyOrder(tasks);
    this.#allowed = affinity.map((of) =>
      Int32Array.from(cores.flatMap((core, slot) => (of.includes(core) ? slot : []))),
    );
    this.#ready = new Int32Array(tasks);
    this.#lastSlot = new Int32Array(tasks).fill(-1);
    this.#placed = new Int32Array(cores.length).fill(-1);
    this.#before = new Int32Array(cores.length).fill(-1);
    this.#matched = new Int32Array(cores.length).fill(-1);
    this.#seen = new Uint8Array(cores.length);
  }

  insert(task: number, key: number, second: number): void {
    this.#order.set(task, key, second, 'last');
    this.#enqueue(task);
  }

  remove(task: number): void {
    if (!this.#dequeue(task)) return;
    const slot = this.#placed.indexOf(task);
    if (slot >= 0) this.#placed[slot] = -1;
  }

  rekey(task: number, key: number, second: number, last: boolean): void {
    const ready = this.#dequeue(task);
    this.#order.set(task, key, second, last ? 'last' : 'same');
    if (ready) this.#enqueue(task);
  }

  decide(running: Int32Array): boolean {
    this.#before.set(this.#placed);
    this.#choose();
    if (!this.#placeAround()) this.#placeAnew();
    let changed = false;
    for (let slot = 0; slot < this.#cores.length; slot += 1) {
      const core = this.#cores[slot]!;
      const task = this.#placed[slot]!;
      if (task >= 0) this.#lastSlot[task] = slot;
      if (running[core] === task) continue;
      running[core] = task;
      changed = true;
    }
    return changed;
  }

  #enqueue(task: number): void {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#order.before(this.#ready[middle]!, task)) low = middle + 1;
      else high = middle;
    }
    this.#ready.copyWithin(low + 1, low, this.#count);
    this.#ready[low] = task;
    this.#count += 1;
  }

  #dequeue(task: number): boolean {
    const at = this.#ready.subarray(0, this.#count).indexOf(task);
    if (at < 0) return false;
    this.#ready.copyWithin(at, at + 1, this.#count);
    this.#count -= 1;
    return true;
  }

  #choose(): void {
    this.#matched.fill(-1);
    this.#seen.fill(0);
    this.#chosen.length = 0;
    for (let at = 0; at < this.#count && this.#chosen.length < this.#cores.length; at += 1) {
      const task = this.#ready[at]!;
      // Slots that an unsuccessful search has visited stay marked: no path leads from them to a
      // free core, now or later.
      if (!this.#augment(task)) continue;
      this.#chosen.push(task);
    }
  }

  /** Finds a slot for one more task, by moving other tasks between slots if necessary. */
  #augment(task: number): boolean {
    const found = this.#search(task);
    for (let slot = 0; slot < this.#seen.length; slot += 1) {
      if (this.#seen[slot] === SEEN) this.#seen[slot] = found ? UNSEEN : CLOSED;
    }
    return found;
  }

  #search(task: number): boolean {
    for (const slot of this.#allowed[task] as Int32Array) {
      if (this.#seen[slot] !== UNSEEN) continue;
      this.#seen[slot] = SEEN;
      const there = this.#matched[slot]!;
      if (there >= 0 && !this.#search(there)) continue;
      this.#matched[slot] = task;
      return true;
    }
    return false;
  }

  /**
   * Keeps continuing tasks on their slots, and gives the other tasks the remaining slots. False if
   * a task finds no slot, so that another task must migrate.
   */
  #placeAround(): boolean {
    for (let slot = 0; slot < this.#placed.length; slot += 1) {
      if (!this.#chosen.includes(this.#placed[slot]!)) this.#placed[slot] = -1;
    }
    for (const task of this.#chosen) {
      const slot = this.#lastSlot[task]!;
      if (slot >= 0 && this.#placed[slot] === -1) this.#placed[slot] = task;
    }
    return this.#chosen.every((task) => {
      if (this.#placed.includes(task)) return true;
      const slot = (this.#allowed[task] as Int32Array).find((free) => this.#placed[free] === -1);
      if (slot !== undefined) this.#placed[slot] = task;
      return slot !== undefined;
    });
  }

  #placeAnew(): void {
    const slots = this.#cores.length;
    const assigned = leastCostAssignment(this.#chosen.length, slots, (row, slot) => {
      const task = this.#chosen[row]!;
      if (!(this.#allowed[task] as Int32Array).includes(slot)) return Number.POSITIVE_INFINITY;
      if (this.#lastSlot[task] === slot || this.#lastSlot[task] === -1) return 0;
      return this.#before.includes(task) ? slots + 1 : 1;
    });
    this.#placed.fill(-1);
    assigned.forEach((slot, row) => {
      this.#placed[slot] = this.#chosen[row]!;
    });
  }
}
