/**
 * Counts the items that wait in each channel, from its writes and reads. A boot empties all
 * channels. After lost events the numbers of items are unknown until the next boot.
 *
 *   const fills = new ChannelFills(store);
 *   fills.update();                              // reads only what is new
 *   fills.most(channel)                          // most items that ever waited
 *
 * The events of a channel with several readers do not tell which reader's buffer they concern. Its
 * counts are the sums over all readers.
 */
import { KIND_BOOT, KIND_CHANNEL_READ, KIND_CHANNEL_WRITE, KIND_DROPPED, KIND_GAP } from '../kinds.ts';
import type { TraceStore } from '../store/store.ts';

interface Fill {
  items: number;
  most: number;
}

export class ChannelFills {
  readonly #store: TraceStore;
  #next = 0;
  /** Whether the boot and all events since then were recorded. */
  #isComplete = false;
  readonly #fills = new Map<number, Fill>();

  constructor(store: TraceStore) {
    this.#store = store;
  }

  update(): void {
    const { first, end } = this.#store;
    if (first > this.#next) this.#isComplete = false;
    this.#store.walk(this.#next, end, (_index, _timeNs, kind, object) => this.#note(kind, object));
    this.#next = end;
  }

  /** The items that wait now; null if events were lost. */
  items(channel: number): number | null {
    return this.#isComplete ? (this.#fills.get(channel)?.items ?? 0) : null;
  }

  /** The most items that waited at once; null if no such time was recorded. */
  most(channel: number): number | null {
    return this.#fills.get(channel)?.most ?? null;
  }

  #note(kind: number, channel: number): void {
    if (kind === KIND_BOOT) {
      this.#isComplete = true;
      for (const fill of this.#fills.values()) fill.items = 0;
    } else if (kind === KIND_GAP || kind === KIND_DROPPED) this.#isComplete = false;
    else if (this.#isComplete && kind === KIND_CHANNEL_WRITE) this.#write(channel);
    else if (this.#isComplete && kind === KIND_CHANNEL_READ) {
      const fill = this.#fills.get(channel);
      if (fill !== undefined) fill.items = Math.max(0, fill.items - 1);
    }
  }

  #write(channel: number): void {
    const fill = this.#fills.get(channel) ?? { items: 0, most: 0 };
    fill.items += 1;
    fill.most = Math.max(fill.most, fill.items);
    this.#fills.set(channel, fill);
  }
}
