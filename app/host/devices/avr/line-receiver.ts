/**
 * The other end of the board's serial line: a receiver at a fixed rate (8 data bits, one stop bit).
 * If a program sends at another rate, the receiver decodes garbage, as with a real board. The
 * receiver is deterministic: its output depends only on the bytes and their cycles.
 */

/**
 * Largest relative difference of the two rates at which reception works: half a bit in ten, minus a
 * margin for edges.
 */
const TOLERANCE = 0.04;
const FRAME_BITS = 10;

interface SentByte {
  readonly start: number;
  readonly bitCycles: number;
  /** Start bit, data bits and stop bit. The start bit is bit 0. */
  readonly bits: number;
}

export class LineReceiver {
  readonly #bitCycles: number;
  readonly #onByte: (byte: number) => void;
  /** Bytes on the line that have not been decoded completely. */
  #sent: SentByte[] = [];
  /** Cycle from which the receiver searches for the next start bit. */
  #from = 0;
  #lineFree = 0;

  constructor(clockHz: number, rate: number, onByte: (byte: number) => void) {
    this.#bitCycles = clockHz / rate;
    this.#onByte = onByte;
  }

  /**
   * The program has sent a byte at this cycle. `bitCycles` is the length of a bit at the program's
   * own rate.
   */
  take(byte: number, cycle: number, bitCycles: number): void {
    const start = Math.max(cycle, this.#lineFree);
    this.#lineFree = start + FRAME_BITS * bitCycles;
    this.#listen(start);
    if (Math.abs(bitCycles / this.#bitCycles - 1) <= TOLERANCE) {
      this.#sent = [];
      this.#from = this.#lineFree;
      this.#onByte(byte);
    } else this.#sent.push({ start, bitCycles, bits: (byte << 1) | 0x200 });
  }

  /**
   * Decodes everything that is certain by this cycle, because the line before it will not change
   * any more.
   */
  #listen(until: number): void {
    for (let start = this.#startBit(); start >= 0; start = this.#startBit()) {
      const end = start + (FRAME_BITS - 0.5) * this.#bitCycles;
      if (end > until) return;
      let byte = 0;
      for (let bit = 0; bit < 8; bit++) byte |= this.#level(start + (bit + 1.5) * this.#bitCycles) << bit;
      this.#from = end;
      this.#onByte(byte);
    }
  }

  /** Returns the first cycle at which the line is low, or -1 if it stays high. */
  #startBit(): number {
    this.#sent = this.#sent.filter(({ start, bitCycles }) => start + FRAME_BITS * bitCycles > this.#from);
    for (const { start, bitCycles, bits } of this.#sent) {
      for (let bit = 0; bit < FRAME_BITS; bit++) {
        if (((bits >> bit) & 1) === 0 && start + (bit + 1) * bitCycles > this.#from)
          return Math.max(this.#from, start + bit * bitCycles);
      }
    }
    return -1;
  }

  #level(cycle: number): number {
    const sent = this.#sent.find(({ start, bitCycles }) => start <= cycle && cycle < start + FRAME_BITS * bitCycles);
    return sent === undefined ? 1 : (sent.bits >> Math.floor((cycle - sent.start) / sent.bitCycles)) & 1;
  }
}
