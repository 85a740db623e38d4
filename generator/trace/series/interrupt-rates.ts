/**
 * How often interrupts were delivered, over time. A board records at most 128 deliveries in a second of each
 * interrupt ([docs/telemetry.md](../../../docs/telemetry.md)), so a higher rate is not seen.
 *
 *   const rates = new InterruptRates(store);
 *   rates.update();                              // reads only what is new
 */
import { KIND_INTERRUPT_ENTER } from '../kinds.ts';
import type { TraceStore } from '../store/store.ts';
import { Buckets } from './buckets.ts';

export interface Rates {
  readonly fromNs: number;
  readonly windowNs: number;
  readonly count: number;
  /** Deliveries per second, in each window. */
  readonly perSecond: Float64Array;
}

export class InterruptRates {
  readonly #store: TraceStore;
  readonly #buckets = new Buckets();
  #read = 0;

  constructor(store: TraceStore) {
    this.#store = store;
  }

  update(): void {
    const store = this.#store;
    if (store.end < this.#read) {
      this.#buckets.clear();
      this.#read = 0;
    }
    if (store.end > this.#read) this.#buckets.begin(store.startNs);
    store.walk(this.#read, store.end, (_index, timeNs, kind, object) => {
      if (kind === KIND_INTERRUPT_ENTER) this.#buckets.addCount(object, timeNs);
    });
    this.#read = store.end;
  }

  /** @param windowNs the least length of a window */
  rates(interrupt: number, fromNs: number, toNs: number, windowNs: number): Rates {
    const { sums, ...windows } = this.#buckets.windows(fromNs, toNs, windowNs);
    const counts = sums[interrupt] ?? new Float64Array(windows.count);
    return { ...windows, perSecond: counts.map((count) => (count * 1e9) / windows.windowNs) };
  }
}
