/**
 * A range of events in columns, owned by the store. Blocks of 1,024 events are summarised by kind
 * and object, so that counting does not read every event.
 */
import { EVENT_KINDS } from '../events.ts';
import { TimeColumn } from './time-column.ts';
import { ValueColumn } from './value-column.ts';

export const CHUNK_EVENTS = 16_384;
const BLOCK_EVENTS = 1024;
const NO_OBJECT_STORED = 0xffff;
/** Objects below this one, and none, are kept in one byte. */
const NO_OBJECT_SHORT = 0xff;

interface BlockSummary {
  readonly keys: Uint32Array;
  readonly counts: Uint16Array;
}

/** Counters of #summary for common objects, and the used counters; empty between calls. */
const TALLY_OBJECTS = 64;
const tally = new Uint16Array(EVENT_KINDS.length * TALLY_OBJECTS);
const places = new Uint16Array(BLOCK_EVENTS);

const stored = (object: number) => (object === NO_OBJECT_STORED ? -1 : object);
const key = (kind: number, object: number) => kind * 0x10000 + (object < 0 ? NO_OBJECT_STORED : object);

export class TraceChunk {
  /** Number of the first event. */
  readonly first: number;
  length = 0;
  readonly times = new TimeColumn(CHUNK_EVENTS);
  readonly kinds = new Uint8Array(CHUNK_EVENTS);
  /** Of two bytes from the first object that needs them. */
  #objects: Uint8Array | Uint16Array = new Uint8Array(CHUNK_EVENTS);
  /** Created when the first event with a value comes. */
  #values: ValueColumn | null = null;
  readonly #blocks: BlockSummary[] = [];

  constructor(first: number) {
    this.first = first;
  }

  push(timeNs: number, kind: number, object: number, value: number): void {
    const i = this.length++;
    this.times.set(i, timeNs);
    this.kinds[i] = kind;
    if (object >= NO_OBJECT_SHORT && this.#objects.BYTES_PER_ELEMENT === 1) this.#widenObjects();
    this.#objects[i] = object;
    if (value !== 0) {
      this.#values ??= new ValueColumn(CHUNK_EVENTS);
      this.#values.push(i, value);
    }
    if (this.length % BLOCK_EVENTS === 0) this.#blocks.push(this.#summary(this.length - BLOCK_EVENTS));
  }

  objectAt(i: number): number {
    return stored(this.#storedObject(i));
  }

  valueAt(i: number): number {
    return this.#values === null ? 0 : this.#values.get(i);
  }

  /** Index within the chunk of the first event at or after a time. */
  search(timeNs: number): number {
    return this.times.search(timeNs, this.length);
  }

  /** Number of events of a kind, of one object or (-1) of all. */
  count(kind: number, object: number): number {
    let sum = 0;
    for (const block of this.#blocks) {
      for (let i = 0; i < block.keys.length; i++) {
        const found = block.keys[i]!;
        if (object < 0 ? found >>> 16 === kind : found === key(kind, object)) sum += block.counts[i]!;
      }
    }
    for (let i = this.#blocks.length * BLOCK_EVENTS; i < this.length; i++) {
      if (this.kinds[i] === kind && (object < 0 || this.#storedObject(i) === object)) sum++;
    }
    return sum;
  }

  addObjects(kind: number, found: Set<number>): void {
    for (const { keys } of this.#blocks) {
      for (const known of keys) if (known >>> 16 === kind) found.add(stored(known & 0xffff));
    }
    for (let i = this.#blocks.length * BLOCK_EVENTS; i < this.length; i++) {
      if (this.kinds[i] === kind) found.add(this.objectAt(i));
    }
  }

  /** See TraceStore.density; `scale` is columns per nanosecond. */
  addDensity(kind: number, object: number, fromNs: number, toNs: number, scale: number, counts: Uint32Array): void {
    const wanted = key(kind, object);
    for (let from = 0; from < this.length; from += BLOCK_EVENTS) {
      const to = Math.min(from + BLOCK_EVENTS, this.length);
      const block = this.#blocks[from / BLOCK_EVENTS];
      const count = block ? (block.counts[block.keys.indexOf(wanted)] ?? 0) : 1;
      const startNs = this.times.get(from);
      const endNs = this.times.get(to - 1);
      if (count === 0 || endNs < fromNs || startNs >= toNs) continue;
      const column = Math.floor((startNs - fromNs) * scale);
      if (block && startNs >= fromNs && endNs < toNs && column === Math.floor((endNs - fromNs) * scale)) {
        counts[column]! += count;
      } else this.#scan(from, to, wanted, fromNs, toNs, scale, counts);
    }
  }

  #scan(
    from: number,
    to: number,
    wanted: number,
    fromNs: number,
    toNs: number,
    scale: number,
    counts: Uint32Array,
  ): void {
    for (let i = from; i < to; i++) {
      const timeNs = this.times.get(i);
      if (timeNs < fromNs || timeNs >= toNs) continue;
      if (this.kinds[i]! * 0x10000 + this.#storedObject(i) !== wanted) continue;
      const column = Math.min(counts.length - 1, Math.floor((timeNs - fromNs) * scale));
      counts[column]! += 1;
    }
  }

  /** The object, or NO_OBJECT_STORED. */
  #storedObject(i: number): number {
    const object = this.#objects[i]!;
    return object === NO_OBJECT_SHORT && this.#objects.BYTES_PER_ELEMENT === 1 ? NO_OBJECT_STORED : object;
  }

  #widenObjects(): void {
    this.#objects = Uint16Array.from(this.#objects, (object) =>
      object === NO_OBJECT_SHORT ? NO_OBJECT_STORED : object,
    );
  }

  #summary(from: number): BlockSummary {
    const wide = new Map<number, number>();
    let used = 0;
    for (let i = from; i < from + BLOCK_EVENTS; i++) {
      const kind = this.kinds[i]!;
      // Shifted by one, so that "no object" is 0.
      const object = (this.#storedObject(i) + 1) & 0xffff;
      if (object < TALLY_OBJECTS) {
        const place = kind * TALLY_OBJECTS + object;
        if (tally[place] === 0) places[used++] = place;
        tally[place]! += 1;
      } else wide.set(key(kind, object - 1), (wide.get(key(kind, object - 1)) ?? 0) + 1);
    }
    const keys = new Uint32Array(used + wide.size);
    const counts = new Uint16Array(used + wide.size);
    for (let n = 0; n < used; n++) {
      const place = places[n]!;
      keys[n] = key(Math.floor(place / TALLY_OBJECTS), (place % TALLY_OBJECTS) - 1);
      counts[n] = tally[place]!;
      tally[place] = 0;
    }
    for (const [found, count] of wide) {
      keys[used] = found;
      counts[used++] = count;
    }
    return { keys, counts };
  }
}
