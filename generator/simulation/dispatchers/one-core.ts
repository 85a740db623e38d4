/**
 * One core and its ready queue: a binary heap by key, then `second`, then first come, first served.
 */
import type { Dispatcher, DispatcherSetup } from '../dispatcher.ts';

const ABSENT = -1;

export class OneCoreDispatcher implements Dispatcher {
  readonly #core: number;
  readonly #heap: Int32Array;
  #size = 0;
  /** For each task, its place in the heap and its sort keys. */
  readonly #places: Int32Array;
  readonly #keys: Float64Array;
  readonly #seconds: Float64Array;
  readonly #turns: Float64Array;
  #nextTurn = 0;

  constructor({ cores, tasks }: DispatcherSetup) {
    this.#core = cores[0]!;
    this.#heap = new Int32Array(tasks);
    this.#places = new Int32Array(tasks).fill(ABSENT);
    this.#keys = new Float64Array(tasks);
    this.#seconds = new Float64Array(tasks);
    this.#turns = new Float64Array(tasks);
  }

  insert(task: number, key: number, second: number): void {
    this.#keys[task] = key;
    this.#seconds[task] = second;
    this.#turns[task] = this.#nextTurn++;
    this.#up(this.#size++, task);
  }

  remove(task: number): void {
    const place = this.#places[task]!;
    if (place === ABSENT) return;
    this.#places[task] = ABSENT;
    const moved = this.#heap[--this.#size]!;
    if (place < this.#size) this.#settle(place, moved);
  }

  rekey(task: number, key: number, second: number, last: boolean): void {
    this.#keys[task] = key;
    this.#seconds[task] = second;
    if (last) this.#turns[task] = this.#nextTurn++;
    const place = this.#places[task]!;
    if (place !== ABSENT) this.#settle(place, task);
  }

  decide(running: Int32Array): boolean {
    const first = this.#size === 0 ? -1 : this.#heap[0]!;
    if (running[this.#core] === first) return false;
    running[this.#core] = first;
    return true;
  }

  #before(a: number, b: number): boolean {
    const keyA = this.#keys[a]!;
    const keyB = this.#keys[b]!;
    if (keyA !== keyB) return keyA < keyB;
    const secondA = this.#seconds[a]!;
    const secondB = this.#seconds[b]!;
    if (secondA !== secondB) return secondA < secondB;
    return this.#turns[a]! < this.#turns[b]!;
  }

  #settle(place: number, task: number): void {
    if (place > 0 && this.#before(task, this.#heap[(place - 1) >> 1]!)) this.#up(place, task);
    else this.#down(place, task);
  }

  #up(from: number, task: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#heap[parent]!;
      if (!this.#before(task, above)) break;
      this.#put(place, above);
      place = parent;
    }
    this.#put(place, task);
  }

  #down(from: number, task: number): void {
    let place = from;
    for (let child = 2 * place + 1; child < this.#size; child = 2 * place + 1) {
      if (child + 1 < this.#size && this.#before(this.#heap[child + 1]!, this.#heap[child]!)) child++;
      const below = this.#heap[child]!;
      if (!this.#before(below, task)) break;
      this.#put(place, below);
      place = child;
    }
    this.#put(place, task);
  }

  #put(place: number, task: number): void {
    this.#heap[place] = task;
    this.#places[task] = place;
  }
}
