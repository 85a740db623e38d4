/**
 * The other end of the board's serial line: a receiver at a fixed rate (8 data bits, one stop bit). A program that sends at another rate
 * is heard as garbage, as on a real board. Deterministic: what is heard depends on the bytes and their cycles alone.
 */

/** Up to this far apart two ends of a line understand each other: half a bit in ten, less what edges need. */
const TOLERANCE = 0.04;
const FRAME_BITS = 10;

interface SentByte {
  readonly start: number;
  readonly bitCycles: number;
  /** Start bit, data and stop bit, the first in bit 0. */
  readonly bits: number;
}

export class LineReceiver {
  readonly #bitCycles: number;
  readonly #onByte: (byte: number) => void;
  /** Bytes on the line that are not heard to their end. */
  #sent: SentByte[] = [];
  /** Cycle from which the next start bit is looked for. */
  #from = 0;
  #lineFree = 0;

  constructor(clockHz: number, rate: number, onByte: (byte: number) => void) {
    this.#bitCycles = clockHz / rate;
    this.#onByte = onByte;
  }

  /** The program has sent a byte at this cycle, at its own rate in bits a second. */
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

  /** Hears what is certain by this cycle: the line before it will not change any more. */
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

  /** The first cycle at which the line is low; -1: it stays high. */
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
