/**
 * How often interrupts were delivered, over time. A board records at most four deliveries in 1/32 s, of all interrupts
 * together (sample-window.ts). Where it has recorded so many, a rate is the least that it can have been.
 *
 *   const rates = new InterruptRates(store);
 *   rates.update();                              // reads only what is new
 */
import { KIND_INTERRUPT_ENTER } from '../kinds.ts';
import { MOST_DELIVERIES, SampleWindow } from '../sample-window.ts';
import type { TraceStore } from '../store/store.ts';
import { Buckets } from './buckets.ts';

export interface Rates {
  readonly fromNs: number;
  readonly windowNs: number;
  readonly count: number;
  /** Deliveries per second, in each window. */
  readonly perSecond: Float64Array;
  /** Whether there may have been more, in each window. */
  readonly isLeast: readonly boolean[];
}

/** The row of the times in which the board could not record. Those of the interrupts follow. */
const FULL = 0;

export class InterruptRates {
  readonly #store: TraceStore;
  readonly #buckets = new Buckets();
  readonly #isSample: boolean;
  #window = new SampleWindow(MOST_DELIVERIES);
  #read = 0;

  /** @param isSample whether a board recorded the trace. A simulation has all deliveries */
  constructor(store: TraceStore, isSample: boolean) {
    this.#store = store;
    this.#isSample = isSample;
  }

  update(): void {
    const store = this.#store;
    if (store.end < this.#read) {
      this.#buckets.clear();
      this.#window = new SampleWindow(MOST_DELIVERIES);
      this.#read = 0;
    }
    if (store.end > this.#read) this.#buckets.begin(store.startNs);
    store.walk(this.#read, store.end, (_index, timeNs, kind, object) => {
      if (kind !== KIND_INTERRUPT_ENTER) return;
      this.#buckets.addCount(FULL + 1 + object, timeNs);
      if (this.#isSample && this.#window.isFullAt(timeNs)) this.#buckets.addSpan(FULL, timeNs, this.#window.endNs);
    });
    this.#read = store.end;
  }

  /** @param windowNs the least length of a window */
  rates(interrupt: number, fromNs: number, toNs: number, windowNs: number): Rates {
    const { sums, ...windows } = this.#buckets.windows(fromNs, toNs, windowNs);
    const counts = sums[FULL + 1 + interrupt] ?? new Float64Array(windows.count);
    const full = sums[FULL] ?? new Float64Array(windows.count);
    return {
      ...windows,
      perSecond: counts.map((count) => (count * 1e9) / windows.windowNs),
      isLeast: Array.from(full, (ns) => ns > 0),
    };
  }
}
