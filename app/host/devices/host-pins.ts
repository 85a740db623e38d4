/**
 * Reads the changes of pins that a program on this computer writes to a pipe of its own, and collects
 * them into reports. The program's clock counts microseconds from its start.
 *
 * A change has 16 bytes: the time as a little-endian integer of 64 bits, the pin's number, the new
 * level, and six unused bytes (arduino_board.cpp of the host board).
 */
import { US_PER_S } from '../../../generator/sketch/time.ts';
import { edgeWord, LONGEST_SINCE } from '../../../generator/trace/pins/edge-word.ts';
import type { PinReport } from '../../../generator/trace/pins/pin-record.ts';

const CHANGE_BYTES = 16;
/** How often changes are reported. */
const REPORT_MS = 33;
const MOST_EDGES = 16_384;

export class HostPins {
  readonly #pins: readonly string[];
  readonly #onReport: (report: PinReport) => void;
  /** The start of a change that has not arrived completely. */
  #rest = Buffer.alloc(0);
  #words: number[] = [];
  #baseUs = 0;
  /** The numbers of the pins that are high now, and at `#baseUs`. */
  readonly #high = new Set<number>();
  #before: readonly number[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(pins: readonly string[], onReport: (report: PinReport) => void) {
    this.#pins = pins;
    this.#onReport = onReport;
  }

  take(bytes: Buffer): void {
    const all = Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % CHANGE_BYTES);
    for (let at = 0; at < whole; at += CHANGE_BYTES) {
      this.#change(Number(all.readBigUInt64LE(at)), all.readUInt8(at + 8), all.readUInt8(at + 9) === 0 ? 0 : 1);
    }
    this.#rest = all.subarray(whole);
    this.#timer ??= setTimeout(() => this.report(), REPORT_MS);
  }

  /** Reports what has arrived. */
  report(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#words.length === 0) return;
    const [words, baseCycle, high] = [Uint32Array.from(this.#words), this.#baseUs, this.#before];
    this.#words = [];
    this.#onReport({
      ...{ pins: this.#pins, clockHz: US_PER_S, zeroCycle: 0 },
      ...{ baseCycle, high, words, lostFrom: null },
    });
  }

  #change(us: number, pin: number, level: 0 | 1): void {
    if (this.#words.length === MOST_EDGES || us - this.#baseUs > LONGEST_SINCE) this.report();
    if (this.#words.length === 0) {
      this.#baseUs = us;
      this.#before = [...this.#high];
    }
    // Threads may write their changes in another order than their times.
    this.#words.push(edgeWord(Math.max(0, us - this.#baseUs), pin, level, 'program'));
    if (level === 1) this.#high.add(pin);
    else this.#high.delete(pin);
  }
}
