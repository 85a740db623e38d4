/**
 * The releases of one task that its overrun policy gave up, as the trace reports them: the first that a job costs at its own time,
 * later ones of the same job together. Filled by JobTracker (jobs.ts). Times are nanoseconds on the store's axis.
 */
export class GivenUpReleases {
  /** All of them, also those that the store has dropped. */
  total = 0;
  /** When the first was given up; null: none was. */
  firstNs: number | null = null;
  /** When the trace reported them, ascending; and how many had been given up by then. */
  #atNs: number[] = [];
  #sums: number[] = [];
  #dropped = 0;

  /** How many reports there are. */
  get count(): number {
    return this.#atNs.length;
  }

  atNs(index: number): number {
    return this.#atNs[index] as number;
  }

  /** How many releases this report counts. */
  countAt(index: number): number {
    return this.countIn(index, index + 1);
  }

  /** How many releases the reports from one index up to another count, the latter excluded. */
  countIn(from: number, to: number): number {
    return to <= from ? 0 : this.#sumBefore(to) - this.#sumBefore(from);
  }

  /** The index of the first report at or after a time; `count` if there is none. */
  firstFrom(timeNs: number): number {
    let [low, high] = [0, this.#atNs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.atNs(middle) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  add(timeNs: number, count: number): void {
    this.firstNs ??= timeNs;
    this.total += count;
    this.#atNs.push(timeNs);
    this.#sums.push(this.total);
  }

  /** Forgets the times, not the total, of those before a time. */
  dropBefore(oldestNs: number): void {
    if (this.count === 0 || this.atNs(0) >= oldestNs) return;
    const gone = this.firstFrom(oldestNs);
    this.#dropped = this.#sumBefore(gone);
    this.#atNs = this.#atNs.slice(gone);
    this.#sums = this.#sums.slice(gone);
  }

  #sumBefore(index: number): number {
    return index === 0 ? this.#dropped : (this.#sums[index - 1] as number);
  }
}
