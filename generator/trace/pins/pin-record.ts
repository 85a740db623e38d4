/**
 * The levels of all pins during a run, on the time axis of the run's trace. Memory is bounded: the
 * oldest edges of the busiest pin are dropped first, and its `startNs` then moves.
 */
import { readEdgeWord } from './edge-word.ts';
import { PinLevels } from './pin-levels.ts';

/**
 * Changes of pin levels in the order of time. Cycles count from power-up, and go on when the program
 * restarts.
 */
export interface PinReport {
  /** The names of all pins, by their numbers. */
  readonly pins: readonly string[];
  readonly clockHz: number;
  /** The cycle at which the program's time was 0. Null while the program has not started its timer. */
  readonly zeroCycle: number | null;
  /** The cycle from which the words count. */
  readonly baseCycle: number;
  /** The numbers of the pins that are high at `baseCycle`. */
  readonly high: readonly number[];
  /** Edges, one word for each. edge-word.ts reads and writes the words. */
  readonly words: Uint32Array;
  /** From this cycle up to the next report, edges are missing. Null when all are there. */
  readonly lostFrom: number | null;
}

/** A time without a complete record. */
export interface PinGap {
  readonly fromNs: number;
  /** Infinity while the gap lasts. */
  readonly toNs: number;
}

/** About 16 MB. */
const MOST_CHUNKS = 1024;
/** Reports that wait until the trace knows their time axis. */
const MOST_WAITING = 256;
const MOST_WRITES = 32;

export class PinRecord {
  /** Grows with every change. */
  version = 0;
  readonly #levels = new Map<string, PinLevels>();
  readonly #writes = new Map<string, number[]>();
  readonly #gaps: { fromNs: number; toNs: number }[] = [];
  readonly #mostChunks: number;
  /** The zero cycles of the program's starts so far. */
  readonly #zeros: number[] = [];
  #waiting: PinReport[] = [];
  #isCut = false;

  constructor(options: { readonly mostChunks?: number } = {}) {
    this.#mostChunks = options.mostChunks ?? MOST_CHUNKS;
  }

  /** Whether old edges were dropped because the record was full. */
  get isCut(): boolean {
    return this.#isCut;
  }

  get gaps(): readonly PinGap[] {
    return this.#gaps;
  }

  /** The names of the pins with a record. */
  get pins(): readonly string[] {
    return [...this.#levels.keys()];
  }

  levels(pin: string): PinLevels | null {
    return this.#levels.get(pin) ?? null;
  }

  /** The times of some of the program's own writes: the first ones and the last ones. */
  writesNs(pin: string): readonly number[] {
    return this.#writes.get(pin) ?? [];
  }

  /**
   * @param originNs the position of the program's time 0 on the trace's axis after its n-th restart;
   *   null while the trace does not know it
   */
  add(report: PinReport, originNs: (restart: number) => number | null): void {
    this.#waiting.push(report);
    if (this.#waiting.length > MOST_WAITING) this.#waiting.shift();
    this.settle(originNs);
  }

  /** Reads the reports that wait for the trace. */
  settle(originNs: (restart: number) => number | null): void {
    while (this.#waiting[0] !== undefined) {
      const [report] = this.#waiting;
      const { zeroCycle } = report;
      // Without a program time, edges cannot be placed. The next report has the levels.
      if (zeroCycle !== null) {
        if (this.#zeros.at(-1) !== zeroCycle) this.#zeros.push(zeroCycle);
        const origin = originNs(this.#zeros.length - 1);
        if (origin === null) return;
        this.#read(report, (cycle) => origin + ((cycle - zeroCycle) * 1e9) / report.clockHz);
      }
      this.#waiting.shift();
    }
  }

  #read({ pins, baseCycle, high, words, lostFrom }: PinReport, timeOf: (cycle: number) => number): void {
    const baseNs = timeOf(baseCycle);
    const open = this.#gaps.at(-1);
    if (open?.toNs === Number.POSITIVE_INFINITY) open.toNs = baseNs;
    const known = pins.map((pin, number) => this.#at(pin, high.includes(number) ? 1 : 0, baseNs));
    for (const word of words) {
      const { since, pin, level, cause } = readEdgeWord(word);
      const timeNs = timeOf(baseCycle + since);
      known[pin]?.set(timeNs, level);
      if (cause === 'program') this.#note(pins[pin] ?? '', timeNs);
    }
    if (lostFrom !== null) this.#gaps.push({ fromNs: timeOf(lostFrom), toNs: Number.POSITIVE_INFINITY });
    this.#drop();
    this.version++;
  }

  #at(pin: string, level: 0 | 1, timeNs: number): PinLevels {
    const known = this.#levels.get(pin);
    if (known !== undefined) {
      known.set(timeNs, level);
      return known;
    }
    const made = new PinLevels(level, timeNs);
    this.#levels.set(pin, made);
    return made;
  }

  #note(pin: string, timeNs: number): void {
    const times = this.#writes.get(pin) ?? [];
    this.#writes.set(pin, times);
    times.push(timeNs);
    if (times.length > MOST_WRITES) times.splice(MOST_WRITES / 2, 1);
  }

  #drop(): void {
    const all = [...this.#levels.values()];
    let chunks = all.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
    while (chunks > this.#mostChunks) {
      const busiest = all.reduce((most, levels) => (levels.chunkCount > most.chunkCount ? levels : most));
      if (busiest.chunkCount < 2) return;
      busiest.dropChunk();
      this.#isCut = true;
      chunks--;
    }
  }
}
