/**
 * Stretches of time of one kind, in their order and without overlap, by the hundred thousand. Filled by SpanTracker
 * (spans.ts); everybody else reads. Times are nanoseconds on the store's axis; 20 bytes a stretch.
 */

const FIRST_ROOM = 64;
/** Fewer that are out of date are not worth moving the others. */
const LEAST_DROP = 4096;

export class SpanColumn {
  /** Length of all stretches that have ended, also of those that are no longer kept. */
  totalNs = 0;
  /** How many ever began. */
  begun = 0;
  /** The longest that has ended; null while there is none. */
  worstNs: number | null = null;
  #from = new Float64Array(FIRST_ROOM);
  #to = new Float64Array(FIRST_ROOM);
  #tags = new Int32Array(FIRST_ROOM);
  #count = 0;
  #isOpen = false;

  /** Of those that are kept. */
  get count(): number {
    return this.#count;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Length of all there were, the one that goes on included. */
  get lengthNs(): number {
    const last = this.#count - 1;
    return this.totalNs + (this.#isOpen ? (this.#to[last] as number) - (this.#from[last] as number) : 0);
  }

  fromAt(i: number): number {
    return this.#from[i] as number;
  }

  /** Of one that is open: the newest time, as told by `advance`. */
  toAt(i: number): number {
    return this.#to[i] as number;
  }

  /** What the stretch is about, by the kind of the column. */
  tagAt(i: number): number {
    return this.#tags[i] as number;
  }

  /** The first that ends at or after a time; `count` when there is none. */
  firstEndingAfter(timeNs: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#to[middle] as number) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** For the tracker: one begins. An open one goes on. */
  begin(timeNs: number, tag = 0): void {
    if (this.#isOpen) return;
    this.#reserve();
    this.#from[this.#count] = timeNs;
    this.#to[this.#count] = timeNs;
    this.#tags[this.#count++] = tag;
    this.#isOpen = true;
    this.begun++;
  }

  /** For the tracker: the open one ends. */
  end(timeNs: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#moveEnd(timeNs, this.#from[this.#count - 1] as number);
  }

  /** For the tracker: the newest has ended, but later than was thought. */
  prolong(timeNs: number): void {
    if (this.#isOpen || this.#count === 0) return;
    this.#moveEnd(timeNs, this.#to[this.#count - 1] as number);
  }

  setTag(tag: number): void {
    if (this.#count > 0) this.#tags[this.#count - 1] = tag;
  }

  /** For the tracker: time has gone on; stretches that ended before `oldestNs` may go. */
  advance(nowNs: number, oldestNs: number): void {
    if (this.#isOpen) this.#to[this.#count - 1] = Math.max(nowNs, this.#from[this.#count - 1] as number);
    const gone = this.firstEndingAfter(oldestNs);
    if (gone < LEAST_DROP || gone < this.#count / 2) return;
    for (const column of [this.#from, this.#to, this.#tags]) column.copyWithin(0, gone, this.#count);
    this.#count -= gone;
  }

  #moveEnd(timeNs: number, countedNs: number): void {
    this.totalNs += timeNs - countedNs;
    this.#to[this.#count - 1] = timeNs;
    const length = timeNs - (this.#from[this.#count - 1] as number);
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
