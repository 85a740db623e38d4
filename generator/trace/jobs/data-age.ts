/**
 * The age of the items that the readers of a channel get: the time from the write of an item to its read.
 * A four-slot channel gives the latest item, again and again. A ring buffer gives the oldest that waits.
 *
 *   const ages = new DataAges(store, channels);
 *   ages.update();                               // reads only what is new
 *   ages.of(channel)                             // of all readers of the channel
 *
 * As in ChannelFills, each reader of a ring buffer has a buffer of its own, and each write into it is an event.
 * Ages are unknown from a loss of events until the buffers are known again: for a four-slot channel the
 * next write, for a ring buffer the next boot.
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
import { Distribution } from './distribution.ts';

export interface AgedChannel {
  readonly isRing: boolean;
  /** The indices of the tasks that read, in the order of the sketch. */
  readonly readers: readonly number[];
}

interface Counts {
  writes: number;
  reads: number;
  lost: number;
}

interface Waiting {
  /** The times of the writes of the items in each reader's buffer, oldest first; one time for a four-slot channel. */
  readonly writtenNs: number[][];
  /** The buffer that the next write or overflow concerns. */
  next: number;
  isKnown: boolean;
}

const NONE = -1;

export class DataAges {
  readonly #store: TraceStore;
  readonly #channels: readonly AgedChannel[];
  readonly #waiting: Waiting[];
  readonly #ages: Distribution[];
  readonly #counts: Counts[];
  #next = 0;
  #running = NONE;

  /** @param channels by their index in the trace */
  constructor(store: TraceStore, channels: readonly AgedChannel[]) {
    this.#store = store;
    this.#channels = channels;
    this.#waiting = channels.map(({ readers }) => ({
      writtenNs: Array.from({ length: Math.max(1, readers.length) }, () => []),
      next: 0,
      isKnown: false,
    }));
    this.#ages = channels.map(() => new Distribution());
    this.#counts = channels.map(() => ({ writes: 0, reads: 0, lost: 0 }));
  }

  update(): void {
    const { first, end } = this.#store;
    if (first > this.#next) this.#lose();
    this.#store.walk(this.#next, end, (_index, timeNs, kind, object) => this.#note(timeNs, kind, object));
    this.#next = end;
  }

  /** Items whose age is known. */
  of(channel: number): Distribution | null {
    return this.#ages[channel] ?? null;
  }

  /** All reads, also of items of unknown age. */
  reads(channel: number): number {
    return this.#counts[channel]?.reads ?? 0;
  }

  /** Events of writes: one for each buffer. */
  writes(channel: number): number {
    return this.#counts[channel]?.writes ?? 0;
  }

  /** Items that a full buffer refused. */
  lost(channel: number): number {
    return this.#counts[channel]?.lost ?? 0;
  }

  #note(timeNs: number, kind: number, object: number): void {
    if (kind === KIND_BOOT) this.#empty(true);
    else if (kind === KIND_GAP || kind === KIND_DROPPED) this.#lose();
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#running = object;
    else if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) this.#running = NONE;
    else if (kind === KIND_CHANNEL_WRITE || kind === KIND_CHANNEL_OVERFLOW) this.#write(timeNs, object, kind);
    else if (kind === KIND_CHANNEL_READ) this.#read(timeNs, object);
  }

  #lose(): void {
    this.#empty(false);
  }

  #empty(isKnown: boolean): void {
    this.#running = NONE;
    for (const waiting of this.#waiting) {
      for (const times of waiting.writtenNs) times.length = 0;
      waiting.next = 0;
      waiting.isKnown = isKnown;
    }
  }

  #write(timeNs: number, object: number, kind: number): void {
    const [channel, waiting, counts] = [this.#channels[object], this.#waiting[object], this.#counts[object]];
    if (channel === undefined || waiting === undefined || counts === undefined) return;
    counts[kind === KIND_CHANNEL_WRITE ? 'writes' : 'lost']++;
    if (!channel.isRing) {
      waiting.writtenNs[0] = [timeNs];
      return;
    }
    const buffer = waiting.next;
    waiting.next = (buffer + 1) % waiting.writtenNs.length;
    if (waiting.isKnown && kind === KIND_CHANNEL_WRITE) waiting.writtenNs[buffer]?.push(timeNs);
  }

  #read(timeNs: number, object: number): void {
    const [channel, waiting, counts] = [this.#channels[object], this.#waiting[object], this.#counts[object]];
    if (channel === undefined || waiting === undefined || counts === undefined) return;
    counts.reads++;
    const writtenNs = channel.isRing ? this.#taken(channel, waiting) : waiting.writtenNs[0]?.[0];
    if (writtenNs !== undefined) this.#ages[object]?.add(timeNs - writtenNs);
  }

  #taken({ readers }: AgedChannel, waiting: Waiting): number | undefined {
    if (!waiting.isKnown) return undefined;
    const buffer = waiting.writtenNs.length === 1 ? 0 : readers.indexOf(this.#running);
    // Of an unknown reader, nobody knows whose buffer has an item less.
    if (buffer < 0) waiting.isKnown = false;
    return waiting.writtenNs[buffer]?.shift();
  }
}
