/**
 * Records the edges of all pins between two reports, and the cycle at which the program's time was 0.
 * Memory and the cost of a report are bounded: beyond the capacity, edges are lost until the next
 * report, and the report says since when.
 */
import type { AVRTimer } from 'avr8js';
import { type EdgeCause, edgeWord, LONGEST_SINCE } from '../../../../generator/trace/pins/edge-word.ts';
import type { PinReport } from '../../../../generator/trace/pins/pin-record.ts';
import type { AvrConfig } from './config.ts';
import type { BoardCpu } from './cpu.ts';
import { ProgramClock } from './program-clock.ts';

/** Most edges of one report. At 30 reports per second, this is a rate of 490 kHz. */
const MOST_EDGES = 16_384;

export class PinEdges {
  readonly #clockHz: number;
  readonly #names: readonly string[];
  readonly #words = new Uint32Array(MOST_EDGES);
  #cpu!: BoardCpu;
  #clock!: ProgramClock;
  #pins!: { high(): number[] };
  #count = 0;
  #baseCycle = 0;
  #high: readonly number[] = [];
  #lostFrom: number | null = null;

  constructor({ clockHz, pins }: AvrConfig) {
    this.#clockHz = clockHz;
    this.#names = pins.map(({ name }) => name);
  }

  /** Connects the recorder to a chip that was just reset. */
  attach(cpu: BoardCpu, programTimer: AVRTimer, pins: { high(): number[] }): void {
    this.#cpu = cpu;
    this.#clock = new ProgramClock(cpu, programTimer);
    this.#pins = pins;
  }

  /** `pin` is the pin's index in the configuration's list. */
  add(pin: number, level: 0 | 1, cause: EdgeCause, cycle: number): void {
    if (this.#lostFrom !== null) return;
    const since = cycle - this.#baseCycle;
    if (this.#count === MOST_EDGES || since > LONGEST_SINCE) this.#lostFrom = cycle;
    else this.#words[this.#count++] = edgeWord(since, pin, level, cause);
  }

  /** Whether the words can hold only little more time, so that the edges must be taken soon. */
  get isDue(): boolean {
    return this.#cpu.cycles - this.#baseCycle > LONGEST_SINCE / 2;
  }

  /** Returns the edges since the last call, or null when there were none. */
  take(): PinReport | null {
    const [baseCycle, high, lostFrom, count] = [this.#baseCycle, this.#high, this.#lostFrom, this.#count];
    this.#count = 0;
    this.#baseCycle = this.#cpu.cycles;
    this.#high = this.#pins.high();
    this.#lostFrom = null;
    if (count === 0 && lostFrom === null) return null;
    return {
      pins: this.#names,
      clockHz: this.#clockHz,
      zeroCycle: this.#clock.zeroCycle(),
      baseCycle,
      high,
      words: this.#words.slice(0, count),
      lostFrom,
    };
  }
}
