/**
 * Collects the edges of all pins between two reports. Memory and the cost of a report are bounded:
 * beyond the capacity, edges are lost until the next report, and the report says since when.
 */
import { type EdgeCause, edgeWord, LONGEST_SINCE } from '../../../../generator/trace/pins/edge-word.ts';
import type { PinReport } from '../../../../generator/trace/pins/pin-record.ts';

/** Most edges of one report. At 30 reports per second, this is a rate of 490 kHz. */
const MOST_EDGES = 16_384;

type Collected = Pick<PinReport, 'baseCycle' | 'levels' | 'words' | 'lostFrom'>;

export class PinEdges {
  readonly #words = new Uint32Array(MOST_EDGES);
  #count = 0;
  #baseCycle = 0;
  #levels = 0;
  #lostFrom: number | null = null;

  /** Bound to its object, so that it can be a listener. */
  readonly add = (pin: number, level: 0 | 1, cause: EdgeCause, cycle: number): void => {
    if (this.#lostFrom !== null) return;
    const since = cycle - this.#baseCycle;
    if (this.#count === MOST_EDGES || since > LONGEST_SINCE) this.#lostFrom = cycle;
    else this.#words[this.#count++] = edgeWord(since, pin, level, cause);
  };

  /** Whether a word has little time left. */
  isFull(cycle: number): boolean {
    return cycle - this.#baseCycle > LONGEST_SINCE / 2;
  }

  /** Returns the edges since the last call, or null when there were none. The next ones count from `cycle`. */
  take(cycle: number, levels: number): Collected | null {
    const words = this.#words.slice(0, this.#count);
    const {
      baseCycle,
      levels: before,
      lostFrom,
    } = { baseCycle: this.#baseCycle, levels: this.#levels, lostFrom: this.#lostFrom };
    this.#count = 0;
    this.#baseCycle = cycle;
    this.#levels = levels;
    this.#lostFrom = null;
    return words.length === 0 && lostFrom === null ? null : { baseCycle, levels: before, words, lostFrom };
  }
}
