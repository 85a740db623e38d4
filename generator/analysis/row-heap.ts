/**
 * A binary heap of rows, each with a time. The row with the smallest time is at the top. The heap
 * contains each row at most once.
 */
export class RowHeap {
  readonly #times: Float64Array;
  readonly #rows: Int32Array;
  #size = 0;

  /** @param rows maximum number of rows in the heap */
  constructor(rows: number) {
    this.#times = new Float64Array(rows);
    this.#rows = new Int32Array(rows);
  }

  /** Infinite if the heap is empty. */
  get least(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0]!;
  }

  push(row: number, time: number): void {
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#times[parent]! <= time) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#times[at] = time;
    this.#rows[at] = row;
  }

  /** The row with the smallest time. The heap must not be empty. */
  get top(): number {
    return this.#rows[0]!;
  }

  /** Removes and returns the row at the top. The heap must not be empty. */
  pop(): number {
    const row = this.#rows[0]!;
    this.#size -= 1;
    this.#sink(this.#rows[this.#size]!, this.#times[this.#size]!);
    return row;
  }

  /**
   * Gives the row at the top a later time. This takes half the work of removing and inserting it.
   */
  postpone(time: number): void {
    this.#sink(this.#rows[0]!, time);
  }

  /** Replaces the row at the top and restores the heap order. */
  #sink(row: number, time: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#times[child + 1]! < this.#times[child]!) child += 1;
      if (this.#times[child]! >= time) break;
      this.#move(child, at);
      at = child;
    }
    this.#times[at] = time;
    this.#rows[at] = row;
  }

  #move(from: number, to: number): void {
    this.#times[to] = this.#times[from]!;
    this.#rows[to] = this.#rows[from]!;
  }
}
