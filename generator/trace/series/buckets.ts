/**
 * Sums over time in a bounded amount of memory: how long each of several things lasted, or how often it
 * happened, in each bucket of time. When the buckets are full, each two become one of twice the width.
 *
 *   const buckets = new Buckets();
 *   buckets.addSpan(row, fromNs, toNs)          // of a duration
 *   buckets.addCount(row, atNs)                 // of an event
 *   buckets.windows(fromNs, toNs, windowNs)     // sums of each row in each window
 */
const CELLS = 32_768;
const FIRST_WIDTH_NS = 1_000_000;

export interface Windows {
  /** The start of the first window, and the length of each. A window ends where the next begins. Unit: ns. */
  readonly fromNs: number;
  readonly windowNs: number;
  readonly count: number;
  /** By row: the sum in each window. */
  readonly sums: readonly Float64Array[];
}

export class Buckets {
  #widthNs = FIRST_WIDTH_NS;
  #originNs: number | null = null;
  readonly #rows: (Float32Array | undefined)[] = [];

  /** The shortest window that can be resolved. Unit: ns. */
  get widthNs(): number {
    return this.#widthNs;
  }

  /** Sets where the first bucket begins. What was before it is left out. By default, the first sum is there. */
  begin(atNs: number): void {
    this.#originNs ??= atNs;
  }

  clear(): void {
    this.#widthNs = FIRST_WIDTH_NS;
    this.#originNs = null;
    this.#rows.length = 0;
  }

  addCount(row: number, atNs: number): void {
    const cell = this.#cellOf(atNs);
    const cells = this.#row(row);
    cells[cell]! += 1;
  }

  addSpan(row: number, fromNs: number, toNs: number): void {
    if (toNs <= fromNs) return;
    this.#originNs ??= fromNs;
    // The end first, because it may widen the buckets. It belongs to the next bucket.
    const last = this.#cellOf(toNs);
    const first = this.#cellOf(fromNs);
    const cells = this.#row(row);
    const origin = this.#originNs ?? 0;
    for (let cell = first; cell <= last; cell++) {
      const start = origin + cell * this.#widthNs;
      const ns = Math.min(toNs, start + this.#widthNs) - Math.max(fromNs, start);
      cells[cell] = cells[cell]! + Math.max(0, ns);
    }
  }

  /**
   * The sums in windows that cover a part of the time.
   * @param windowNs the least length of a window. It is rounded up to whole buckets
   */
  windows(fromNs: number, toNs: number, windowNs: number): Windows {
    const perWindow = Math.max(1, Math.ceil(windowNs / this.#widthNs));
    const width = perWindow * this.#widthNs;
    const origin = this.#originNs ?? fromNs;
    const first = Math.floor((fromNs - origin) / width);
    const count = Math.max(1, Math.ceil((toNs - origin) / width) - first);
    const sums = Array.from(this.#rows, (cells) => {
      const sum = new Float64Array(count);
      if (cells === undefined) return sum;
      for (let i = 0; i < count; i++) {
        const from = Math.max(0, (first + i) * perWindow);
        const to = Math.min(CELLS, (first + i + 1) * perWindow);
        let all = 0;
        for (let cell = from; cell < to; cell++) all += cells[cell]!;
        sum[i] = all;
      }
      return sum;
    });
    return { fromNs: origin + first * width, windowNs: width, count, sums };
  }

  #row(row: number): Float32Array {
    const known = this.#rows[row];
    if (known !== undefined) return known;
    const cells = new Float32Array(CELLS);
    this.#rows[row] = cells;
    return cells;
  }

  #cellOf(timeNs: number): number {
    this.#originNs ??= timeNs;
    while (timeNs - this.#originNs >= CELLS * this.#widthNs) this.#widen();
    return Math.max(0, Math.floor((timeNs - this.#originNs) / this.#widthNs));
  }

  #widen(): void {
    this.#widthNs *= 2;
    for (const cells of this.#rows) {
      if (cells === undefined) continue;
      for (let i = 0; i < CELLS / 2; i++) cells[i] = cells[2 * i]! + cells[2 * i + 1]!;
      cells.fill(0, CELLS / 2);
    }
  }
}
