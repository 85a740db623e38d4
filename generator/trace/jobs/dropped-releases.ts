/**
 * The releases of one task that its overrun policy dropped, as the trace reports them: the first of
 * a job at its own time, and later ones of the same job together. JobTracker (jobs.ts) fills it.
 * Times are nanoseconds on the store's axis.
 */
export class DroppedReleaseRecords {
  /** All dropped releases, including those that the store no longer has. */
  total = 0;
  /** Time of the first dropped release; null: none. */
  firstNs: number | null = null;
  /** The times of the reports, ascending, and the total up to each report. */
  #atNs: number[] = [];
  #sums: number[] = [];
  #dropped = 0;

  /** Number of reports. */
  get count(): number {
    return this.#atNs.length;
  }

  atNs(index: number): number {
    return this.#atNs[index]!;
  }

  /** Number of releases in this report. */
  countAt(index: number): number {
    return this.countIn(index, index + 1);
  }

  /** Number of releases in the reports from one index to another, exclusive. */
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

  /** Drops the times of reports before a time, but keeps the total. */
  dropBefore(oldestNs: number): void {
    if (this.count === 0 || this.atNs(0) >= oldestNs) return;
    const gone = this.firstFrom(oldestNs);
    this.#dropped = this.#sumBefore(gone);
    this.#atNs = this.#atNs.slice(gone);
    this.#sums = this.#sums.slice(gone);
  }

  #sumBefore(index: number): number {
    return index === 0 ? this.#dropped : this.#sums[index - 1]!;
  }
}
