/**
 * Counts the items that wait in each channel, from its writes and reads. A boot empties all
 * channels. After lost events the numbers of items are unknown until the next boot.
 *
 *   const fills = new ChannelFills(store, readersOf);
 *   fills.update();                              // reads only what is new
 *   fills.most(channel)                          // most items that ever waited
 *
 * A channel has a buffer for each reader. A write fills all of them in the order of the readers, and
 * each has an event of its own. A read concerns the buffer of the task that is running.
 */
import {
  KIND_BOOT,
  KIND_CHANNEL_OVERFLOW,
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
  KIND_COMPLETE,
  KIND_DROPPED,
  KIND_GAP,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../kinds.ts';
import type { TraceStore } from '../store/store.ts';

interface Fill {
  /** The tasks that read, by their indices in the trace. */
  readonly readers: readonly number[];
  /** Items that wait in the buffer of each reader. */
  readonly items: number[];
  /** The buffer that the next write or overflow concerns. */
  next: number;
  most: number | null;
  /** Whether the reader of each read is known. */
  isKnown: boolean;
}

/** The running task is not known. */
const NONE = -1;

export class ChannelFills {
  readonly #store: TraceStore;
  readonly #readersOf: (channel: number) => readonly number[];
  #next = 0;
  /** Whether the boot and all events since then were recorded. */
  #isComplete = false;
  #running = NONE;
  readonly #fills = new Map<number, Fill>();

  /** @param readersOf the indices of the tasks that read a channel, in the order of the sketch */
  constructor(store: TraceStore, readersOf: (channel: number) => readonly number[] = () => []) {
    this.#store = store;
    this.#readersOf = readersOf;
  }

  update(): void {
    const { first, end } = this.#store;
    if (first > this.#next) this.#isComplete = false;
    this.#store.walk(this.#next, end, (_index, _timeNs, kind, object) => this.#note(kind, object));
    this.#next = end;
  }

  /**
   * The items that wait now for the reader with the most; null if events were lost, or a reader is not
   * known.
   */
  items(channel: number): number | null {
    if (!this.#isComplete) return null;
    const fill = this.#fills.get(channel);
    if (fill === undefined) return 0;
    return fill.isKnown ? Math.max(...fill.items) : null;
  }

  /** The most items that waited at once for one reader; null if no such time was recorded. */
  most(channel: number): number | null {
    return this.#fills.get(channel)?.most ?? null;
  }

  #note(kind: number, object: number): void {
    if (kind === KIND_BOOT) this.#reset();
    else if (kind === KIND_GAP || kind === KIND_DROPPED) this.#isComplete = false;
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#running = object;
    else if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) this.#running = NONE;
    else if (!this.#isComplete) return;
    else if (kind === KIND_CHANNEL_WRITE || kind === KIND_CHANNEL_OVERFLOW) this.#write(object, kind);
    else if (kind === KIND_CHANNEL_READ) this.#read(object);
  }

  #reset(): void {
    this.#isComplete = true;
    this.#running = NONE;
    for (const fill of this.#fills.values()) {
      fill.items.fill(0);
      fill.next = 0;
      fill.isKnown = true;
    }
  }

  #fillOf(channel: number): Fill {
    const known = this.#fills.get(channel);
    if (known !== undefined) return known;
    const readers = this.#readersOf(channel);
    const items = new Array<number>(Math.max(1, readers.length)).fill(0);
    const fill: Fill = { readers, items, next: 0, most: null, isKnown: true };
    this.#fills.set(channel, fill);
    return fill;
  }

  #write(channel: number, kind: number): void {
    const fill = this.#fillOf(channel);
    const buffer = fill.next;
    fill.next = (buffer + 1) % fill.items.length;
    if (kind === KIND_CHANNEL_OVERFLOW) return;
    const items = (fill.items[buffer] ?? 0) + 1;
    fill.items[buffer] = items;
    if (fill.isKnown) fill.most = Math.max(fill.most ?? 0, items);
  }

  #read(channel: number): void {
    const fill = this.#fillOf(channel);
    const buffer = fill.items.length === 1 ? 0 : fill.readers.indexOf(this.#running);
    if (buffer < 0) fill.isKnown = false;
    else fill.items[buffer] = Math.max(0, (fill.items[buffer] ?? 0) - 1);
  }
}
