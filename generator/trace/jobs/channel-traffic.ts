/**
 * What goes through the channels: the items that wait in each, the most that ever waited, and the age of
 * the items that are read, from their write to their read. A four-slot channel gives the latest item,
 * again and again. A ring buffer gives the oldest that waits.
 *
 *   const traffic = new ChannelTraffic(store, channels);
 *   traffic.update();                            // reads only what is new
 *   traffic.most(channel)                        // most items that ever waited for one reader
 *   traffic.ages(channel)                        // of all readers of the channel
 *
 * A ring buffer has a buffer for each reader. A write fills all of them in the order of the readers, and
 * each has an event of its own. A read concerns the buffer of the task that is running. A boot empties all
 * channels. After lost events the items of a ring buffer are unknown until the next boot, and those of a
 * four-slot channel until the next write.
 */
import {
  KIND_BOOT,
  KIND_CHANNEL_OVERFLOW,
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../kinds.ts';
import type { TraceStore } from '../store/store.ts';
import { Distribution } from './distribution.ts';
import { type HeldLevels, LevelTimes } from './level-times.ts';

export interface TracedChannel {
  readonly isRing: boolean;
  /** The indices of the tasks that read, in the order of the sketch. */
  readonly readers: readonly number[];
}

/** Called while the events are read, in the order of time. */
export interface TrafficObserver {
  /** @param items that wait for the reader with the most, in a ring buffer */
  readonly filled?: (channel: number, timeNs: number, items: number) => void;
  /** @param ageNs of an item that is read */
  readonly read?: (channel: number, timeNs: number, ageNs: number) => void;
}

interface Channel extends TracedChannel {
  /** The times of the writes of the items in each reader's buffer, oldest first; one time for a four-slot channel. */
  readonly writtenNs: number[][];
  /** The buffer that the next write or overflow concerns. */
  next: number;
  /** Whether the items in the buffers are known. */
  isKnown: boolean;
  most: number | null;
  readonly fill: LevelTimes;
  readonly ages: Distribution;
  writes: number;
  reads: number;
  lost: number;
}

/** The running task is not known. */
const NONE = -1;
const RING: TracedChannel = { isRing: true, readers: [] };

export class ChannelTraffic {
  readonly #store: TraceStore;
  readonly #given: readonly TracedChannel[];
  readonly #observer: TrafficObserver;
  readonly #channels = new Map<number, Channel>();
  /** Whether the boot and all events since then were recorded. */
  #isComplete = false;
  #next = 0;
  #running = NONE;
  /** When the channels were last emptied, or lost events. */
  #emptyNs = 0;

  /** @param channels by their index in the trace. A missing channel counts as a ring buffer with one reader */
  constructor(store: TraceStore, channels: readonly TracedChannel[] = [], observer: TrafficObserver = {}) {
    this.#store = store;
    this.#given = channels;
    this.#observer = observer;
  }

  update(): void {
    const { first, end } = this.#store;
    if (first > this.#next) this.#empty(this.#store.startNs, false);
    this.#store.walk(this.#next, end, this.#event);
    this.#next = end;
  }

  /** The items that wait now for the reader with the most; null if events were lost, or a reader is not known. */
  items(channel: number): number | null {
    const known = this.#channels.get(channel);
    if (known === undefined) return this.#isComplete ? 0 : null;
    return known.isKnown ? itemsIn(known) : null;
  }

  /** The most items that waited at once for one reader; null if no such time was recorded. */
  most(channel: number): number | null {
    return this.#channels.get(channel)?.most ?? null;
  }

  /** How long each number of items waited for the reader with the most; null: that was never known. */
  fill(channel: number): HeldLevels | null {
    return this.#channels.get(channel)?.fill.until(this.#store.endNs) ?? null;
  }

  /** Distribution of the known ages of items; null: the channel was not used. */
  ages(channel: number): Distribution | null {
    return this.#channels.get(channel)?.ages ?? null;
  }

  /** All reads, also of items of unknown age. */
  reads(channel: number): number {
    return this.#channels.get(channel)?.reads ?? 0;
  }

  /** Events of writes: one for each buffer. */
  writes(channel: number): number {
    return this.#channels.get(channel)?.writes ?? 0;
  }

  /** Items that a full buffer refused. */
  lost(channel: number): number {
    return this.#channels.get(channel)?.lost ?? 0;
  }

  readonly #event = (_index: number, timeNs: number, kind: number, object: number): void => {
    if (kind === KIND_BOOT) this.#empty(timeNs, true);
    else if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) this.#empty(timeNs, false);
    else if (kind === KIND_START || kind === KIND_SWITCH_IN) this.#running = object;
    else if (kind === KIND_SWITCH_OUT || kind === KIND_COMPLETE) this.#running = NONE;
    else if (kind === KIND_CHANNEL_WRITE) this.#write(timeNs, object);
    else if (kind === KIND_CHANNEL_READ) this.#read(timeNs, object);
    else if (kind === KIND_CHANNEL_OVERFLOW) {
      const channel = this.#channelOf(object);
      channel.lost++;
      nextBuffer(channel);
    }
  };

  #empty(timeNs: number, isKnown: boolean): void {
    this.#emptyNs = timeNs;
    this.#isComplete = isKnown;
    this.#running = NONE;
    for (const channel of this.#channels.values()) {
      for (const times of channel.writtenNs) times.length = 0;
      channel.next = 0;
      channel.isKnown = isKnown;
      if (channel.isRing) channel.fill.set(timeNs, isKnown ? 0 : null);
    }
  }

  #channelOf(index: number): Channel {
    const known = this.#channels.get(index);
    if (known !== undefined) return known;
    const { isRing, readers } = this.#given[index] ?? RING;
    const channel: Channel = {
      ...{ isRing, readers, next: 0, isKnown: this.#isComplete, most: null, writes: 0, reads: 0, lost: 0 },
      writtenNs: Array.from({ length: isRing ? Math.max(1, readers.length) : 1 }, () => []),
      ages: new Distribution(),
      fill: new LevelTimes(),
    };
    // The ring buffer has been empty since the board started.
    if (isRing && this.#isComplete) channel.fill.set(this.#emptyNs, 0);
    this.#channels.set(index, channel);
    return channel;
  }

  #write(timeNs: number, object: number): void {
    const channel = this.#channelOf(object);
    channel.writes++;
    if (!channel.isRing) {
      channel.writtenNs[0] = [timeNs];
      return;
    }
    const buffer = nextBuffer(channel);
    if (!channel.isKnown) return;
    const times = channel.writtenNs[buffer] as number[];
    times.push(timeNs);
    channel.most = Math.max(channel.most ?? 0, times.length);
    this.#filled(channel, object, timeNs);
  }

  #read(timeNs: number, object: number): void {
    const channel = this.#channelOf(object);
    channel.reads++;
    const writtenNs = channel.isRing ? this.#taken(channel) : channel.writtenNs[0]?.[0];
    if (channel.isRing && channel.isKnown) this.#filled(channel, object, timeNs);
    else if (channel.isRing) channel.fill.set(timeNs, null);
    if (writtenNs === undefined) return;
    channel.ages.add(timeNs - writtenNs);
    this.#observer.read?.(object, timeNs, timeNs - writtenNs);
  }

  #filled(channel: Channel, object: number, timeNs: number): void {
    const items = itemsIn(channel);
    channel.fill.set(timeNs, items);
    this.#observer.filled?.(object, timeNs, items);
  }

  #taken(channel: Channel): number | undefined {
    if (!channel.isKnown) return undefined;
    const buffer = channel.writtenNs.length === 1 ? 0 : channel.readers.indexOf(this.#running);
    // If the reader is unknown, so is the buffer that has lost an item.
    if (buffer < 0) channel.isKnown = false;
    return channel.writtenNs[buffer]?.shift();
  }
}

const itemsIn = ({ writtenNs }: Channel): number => Math.max(...writtenNs.map(({ length }) => length));

/** The buffer that a write or an overflow concerns. */
function nextBuffer(channel: Channel): number {
  const buffer = channel.next;
  channel.next = (buffer + 1) % channel.writtenNs.length;
  return buffer;
}
