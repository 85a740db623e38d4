/**
 * Hundreds of thousands of time intervals of one kind, in order and without overlap. SpanTracker
 * (spans.ts) fills it; all other code only reads. Times are nanoseconds on the store's axis. An
 * interval takes 20 bytes.
 */

const FIRST_ROOM = 64;
/** Minimum number of outdated intervals for which moving the others is worthwhile. */
const LEAST_DROP = 4096;

export class SpanColumn {
  /** Total length of all ended intervals, including dropped ones. */
  totalNs = 0;
  /** Number of intervals that ever began. */
  begun = 0;
  /** The longest ended interval; null if there is none. */
  worstNs: number | null = null;
  #from = new Float64Array(FIRST_ROOM);
  #to = new Float64Array(FIRST_ROOM);
  #tags = new Int32Array(FIRST_ROOM);
  #count = 0;
  #isOpen = false;

  /** Number of stored intervals. */
  get count(): number {
    return this.#count;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Total length of all intervals, including the open one. */
  get lengthNs(): number {
    const last = this.#count - 1;
    return this.totalNs + (this.#isOpen ? this.#to[last]! - this.#from[last]! : 0);
  }

  fromAt(i: number): number {
    return this.#from[i]!;
  }

  /** The end of an interval. For an open interval, the newest time given to `advance`. */
  toAt(i: number): number {
    return this.#to[i]!;
  }

  /** The object of the interval; its meaning depends on the column. */
  tagAt(i: number): number {
    return this.#tags[i]!;
  }

  /** The first interval that ends at or after a time; `count` if there is none. */
  firstEndingAfter(timeNs: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#to[middle]! < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Called by the tracker when an interval begins. An open interval continues. */
  begin(timeNs: number, tag = 0): void {
    if (this.#isOpen) return;
    this.#reserve();
    this.#from[this.#count] = timeNs;
    this.#to[this.#count] = timeNs;
    this.#tags[this.#count++] = tag;
    this.#isOpen = true;
    this.begun++;
  }

  /** For the tracker: the open interval ends. */
  end(timeNs: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#moveEnd(timeNs, this.#from[this.#count - 1]!);
  }

  /** Called by the tracker when the newest interval has ended later than assumed. */
  prolong(timeNs: number): void {
    if (this.#isOpen || this.#count === 0) return;
    this.#moveEnd(timeNs, this.#to[this.#count - 1]!);
  }

  setTag(tag: number): void {
    if (this.#count > 0) this.#tags[this.#count - 1] = tag;
  }

  /** For the tracker: time has advanced. Intervals that ended before `oldestNs` may be dropped. */
  advance(nowNs: number, oldestNs: number): void {
    if (this.#isOpen) this.#to[this.#count - 1] = Math.max(nowNs, this.#from[this.#count - 1]!);
    const gone = this.firstEndingAfter(oldestNs);
    if (gone < LEAST_DROP || gone < this.#count / 2) return;
    for (const column of [this.#from, this.#to, this.#tags]) column.copyWithin(0, gone, this.#count);
    this.#count -= gone;
  }

  #moveEnd(timeNs: number, countedNs: number): void {
    this.totalNs += timeNs - countedNs;
    this.#to[this.#count - 1] = timeNs;
    const length = timeNs - this.#from[this.#count - 1]!;
    if (this.worstNs === null || length > this.worstNs) this.worstNs = length;
  }

  #reserve(): void {
    if (this.#count < this.#from.length) return;
    const room = 2 * this.#count;
    const [from, to, tags] = [new Float64Array(room), new Float64Array(room), new Int32Array(room)];
    from.set(this.#from);
    to.set(this.#to);
    tags.set(this.#tags);
    [this.#from, this.#to, this.#tags] = [from, to, tags];
  }
}
