/**
 * The most recent part of a program's output since it started, for a window that returns to a run.
 */

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

  /** Number of bytes since the start, whether kept or not. */
  get total(): number {
    return this.#total;
  }

  /** The log keeps a reference to the chunk. Do not modify the chunk afterwards. */
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

  /** Returns all kept bytes. `offset` is the number of bytes before them. */
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
