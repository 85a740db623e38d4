/** What a program has sent since it started, the newest part of it: for a window that comes back to a run. */

/** More than a minute of telemetry at the highest rate of a board's serial line. */
const CAPACITY_BYTES = 8 * 2 ** 20;

export class SerialLog {
  readonly #capacity: number;
  #chunks: Uint8Array[] = [];
  #kept = 0;
  #total = 0;

  constructor(capacityBytes: number = CAPACITY_BYTES) {
    this.#capacity = capacityBytes;
  }

  /** Bytes since start, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** The log keeps the chunk itself: do not change it afterwards. */
  add(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    this.#chunks.push(chunk);
    this.#kept += chunk.length;
    this.#total += chunk.length;
    let dropped = 0;
    for (const oldest of this.#chunks) {
      if (this.#kept - oldest.length < this.#capacity) break;
      this.#kept -= oldest.length;
      dropped++;
    }
    if (dropped > 0) this.#chunks.splice(0, dropped);
  }

  /** Everything that is kept; `offset` is the count of bytes that came before it. */
  read(): { offset: number; bytes: Uint8Array } {
    const bytes = new Uint8Array(this.#kept);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return { offset: this.#total - this.#kept, bytes };
  }
}
