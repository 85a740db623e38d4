/** A place among tasks with equal keys. same: the current place. */
export type Place = 'first' | 'last' | 'same';

/**
 * The order of the ready tasks of a cluster: by key, then `second`, then arrival. Stored in flat
 * arrays by task. The sequence number is the place among equal tasks.
 */
export class ReadyOrder {
  readonly key: Float64Array;
  readonly second: Float64Array;
  readonly #sequence: Float64Array;
  #first = -1;
  #last = 0;

  constructor(tasks: number) {
    this.key = new Float64Array(tasks);
    this.second = new Float64Array(tasks);
    this.#sequence = new Float64Array(tasks);
  }

  set(task: number, key: number, second: number, place: Place): void {
    this.key[task] = key;
    this.second[task] = second;
    this.place(task, place);
  }

  /** Puts a task before or behind all its equals, or keeps its place. */
  place(task: number, place: Place): void {
    if (place === 'last') this.#sequence[task] = this.#last++;
    else if (place === 'first') this.#sequence[task] = this.#first--;
  }

  /** Whether `a` is strictly more urgent than `b`, not only before it among equals. */
  moreUrgent(a: number, b: number): boolean {
    const [keyA, keyB] = [this.key[a]!, this.key[b]!];
    return keyA === keyB ? this.second[a]! < this.second[b]! : keyA < keyB;
  }

  /** Whether `a` goes before `b`. This is a total order: no two tasks are equal. */
  before(a: number, b: number): boolean {
    const [keyA, keyB] = [this.key[a]!, this.key[b]!];
    if (keyA !== keyB) return keyA < keyB;
    const [secondA, secondB] = [this.second[a]!, this.second[b]!];
    if (secondA !== secondB) return secondA < secondB;
    return this.#sequence[a]! < this.#sequence[b]!;
  }
}

/**
 * A binary heap of tasks by `ReadyOrder`, with the most urgent at the top. Any task can be removed,
 * or moved when its key changed.
 */
export class ReadyHeap {
  readonly #order: ReadyOrder;
  readonly #heap: Int32Array;
  /** For each task, its place; −1: not in the heap. */
  readonly #place: Int32Array;
  #size = 0;

  constructor(order: ReadyOrder, tasks: number) {
    this.#order = order;
    this.#heap = new Int32Array(tasks);
    this.#place = new Int32Array(tasks).fill(-1);
  }

  get size(): number {
    return this.#size;
  }

  has(task: number): boolean {
    return this.#place[task]! >= 0;
  }

  /** The most urgent task; −1: the heap is empty. */
  get top(): number {
    return this.#size > 0 ? this.#heap[0]! : -1;
  }

  push(task: number): void {
    this.#size += 1;
    this.#up(this.#size - 1, task);
  }

  pop(): number {
    const task = this.top;
    if (task >= 0) this.delete(task);
    return task;
  }

  delete(task: number): void {
    const place = this.#place[task]!;
    this.#place[task] = -1;
    this.#size -= 1;
    if (place === this.#size) return;
    const moved = this.#heap[this.#size]!;
    this.#up(place, moved);
    this.#down(this.#place[moved]!, moved);
  }

  /** Moves a task after a change of its key or of its place among equals. */
  update(task: number): void {
    this.#up(this.#place[task]!, task);
    this.#down(this.#place[task]!, task);
  }

  #up(from: number, task: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.#heap[parent]!;
      if (!this.#order.before(task, above)) break;
      this.#put(place, above);
      place = parent;
    }
    this.#put(place, task);
  }

  #down(from: number, task: number): void {
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#order.before(this.#heap[child + 1]!, this.#heap[child]!)) {
        child += 1;
      }
      const below = this.#heap[child]!;
      if (!this.#order.before(below, task)) break;
      this.#put(place, below);
      place = child;
    }
    this.#put(place, task);
  }

  #put(place: number, task: number): void {
    this.#heap[place] = task;
    this.#place[task] = place;
  }
}
