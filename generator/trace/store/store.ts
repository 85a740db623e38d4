/**
 * Stores a trace of millions of events and answers queries about any part of it. Timeline,
 * statistics, console and exports all read from it. It is a TraceSink: the decoder or the
 * simulation writes into it directly.
 *
 * Reading:
 * - Events are numbered from `first` (0 until the oldest are dropped) to `end`. `timeNs(i)`,
 *   `kind(i)`, `object(i)`, `value(i)` read one; `firstAt(timeNs)` searches by time;
 *   `forEach(fromNs, toNs, visit)` iterates over a range without allocating.
 * - `density(...)` counts the events of one object per pixel column at any zoom, and `count(...)`
 *   all of a kind, without reading every event. `objects(kind)` lists the objects that occur. For
 *   jobs see jobs/jobs.ts.
 * - `segments` are the runs of the program. Each time axis starts where the previous one ended, so
 *   time in the store never runs backwards; `boardTimeNs(i)` is the time since the program's start.
 *   `gaps` are the places where the record is incomplete.
 * - `version` increases with every change: a subscriber compares it and reads on from the last
 *   `end`.
 *
 * Memory: in chunks of 16,384 events, 6 bytes per event, 4 more for a value, 4 more in a chunk of more than
 * 4.29 s, and 1 more in one with an object above 254. Beyond `capacity` the oldest chunk is dropped, and
 * `droppedEvents` counts its events.
 */
import type { TraceEvent, TraceMetadata } from '../events.ts';
import { EVENT_KINDS } from '../events.ts';
import { KIND_EVENTS_DROPPED, KIND_GAP, KIND_TEXT, NO_OBJECT } from '../kinds.ts';
import type { TraceSink } from '../sink.ts';
import { CHUNK_EVENTS, TraceChunk } from './store-chunk.ts';

const DEFAULT_CAPACITY = 8 * 1024 * 1024;

export interface TraceSegment {
  /** Number of its first event. */
  readonly first: number;
  /** The position of the program's time 0 on the store's axis. */
  readonly originNs: number;
  /** Whether the program's start was recorded; otherwise the record begins later. */
  readonly booted: boolean;
  readonly metadata: TraceMetadata | null;
}

/**
 * A missing part of the record: bytes lost on the way, or events for which the board had no room.
 */
export interface TraceGap {
  /** Number of its gap or dropped event. */
  readonly event: number;
  readonly fromNs: number;
  /** Equal to `fromNs` if the length is unknown. */
  readonly toNs: number;
  /** Lost events, if the board counted them; otherwise null. */
  readonly lost: number | null;
}

/** Called for each event of a range. Returning false ends the iteration. */
export type EventVisitor = (index: number, timeNs: number, kind: number, object: number, value: number) => unknown;

export class TraceStore implements TraceSink {
  version = 0;
  /** Number of events that were dropped because the capacity was reached. */
  droppedEvents = 0;
  /** Texts by number, which is the value of a text event. Texts of dropped events are removed. */
  readonly texts = new Map<number, string>();

  #capacity = 0;
  #chunks: TraceChunk[] = [];
  #last: TraceChunk | null = null;
  #end = 0;
  #segments: TraceSegment[] = [];
  #gaps: TraceGap[] = [];
  #metadata: TraceMetadata | null = null;
  #originNs = 0;
  #lastNs = 0;
  #nextText = 0;
  #oldestText = 0;

  constructor(options: { readonly capacity?: number } = {}) {
    this.keep(options.capacity ?? DEFAULT_CAPACITY);
  }

  /** Maximum number of stored events; a multiple of the chunk size. */
  get capacity(): number {
    return this.#capacity;
  }

  /** Keeps at most this many events from now on, and at least two chunks. Drops the oldest. */
  keep(events: number): void {
    this.#capacity = Math.max(2, Math.floor(events / CHUNK_EVENTS)) * CHUNK_EVENTS;
    if (this.#end - this.first <= this.#capacity) return;
    while (this.#end - this.first > this.#capacity) this.#dropOldest();
    this.version++;
  }

  /** Number of the oldest stored event. */
  get first(): number {
    return this.#chunks[0]?.first ?? this.#end;
  }

  /** One more than the number of the latest event. */
  get end(): number {
    return this.#end;
  }

  /** Time of the oldest stored event; 0 in an empty store. */
  get startNs(): number {
    return this.#chunks[0]?.times.get(0) ?? 0;
  }

  /** Time of the latest event; 0 in an empty store. */
  get endNs(): number {
    return this.#lastNs;
  }

  /** Names and clock of the latest segment; null until they are known. */
  get currentMetadata(): TraceMetadata | null {
    return this.#metadata;
  }

  get segments(): readonly TraceSegment[] {
    return this.#segments;
  }

  get gaps(): readonly TraceGap[] {
    return this.#gaps;
  }

  metadata(metadata: TraceMetadata): void {
    this.#metadata = metadata;
    this.version++;
  }

  segment(booted: boolean): void {
    this.#originNs = this.#lastNs;
    this.#segments.push({ first: this.#end, originNs: this.#originNs, booted, metadata: this.#metadata });
    this.version++;
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    let chunk = this.#last;
    if (chunk === null || chunk.length === CHUNK_EVENTS) chunk = this.#grow();
    const axisNs = timeNs + this.#originNs;
    chunk.push(axisNs, kind, object, value);
    this.#lastNs = axisNs;
    this.#end++;
    this.version++;
    if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) this.#noteGap(axisNs, kind, value);
  }

  text(timeNs: number, text: string): void {
    this.texts.set(this.#nextText, text);
    this.event(timeNs, KIND_TEXT, NO_OBJECT, this.#nextText++);
  }

  /** Removes everything. The next event starts a new trace. */
  clear(): void {
    this.#chunks = [];
    this.#last = null;
    this.#end = 0;
    this.#segments = [];
    this.#gaps = [];
    this.#originNs = 0;
    this.#lastNs = 0;
    this.texts.clear();
    this.#oldestText = this.#nextText;
    this.droppedEvents = 0;
    this.version++;
  }

  timeNs(index: number): number {
    const chunk = this.#chunkOf(index);
    return chunk.times.get(index - chunk.first);
  }

  kind(index: number): number {
    const chunk = this.#chunkOf(index);
    return chunk.kinds[index - chunk.first]!;
  }

  object(index: number): number {
    const chunk = this.#chunkOf(index);
    return chunk.objectAt(index - chunk.first);
  }

  value(index: number): number {
    const chunk = this.#chunkOf(index);
    return chunk.valueAt(index - chunk.first);
  }

  /** One event with all its members. It allocates, so use it for few events. */
  at(index: number): TraceEvent {
    return {
      timeNs: this.timeNs(index),
      kind: EVENT_KINDS[this.kind(index)] ?? 'gap',
      object: this.object(index),
      value: this.value(index),
    };
  }

  /** Time since the start of the program. */
  boardTimeNs(index: number): number {
    return this.timeNs(index) - (this.segmentOf(index)?.originNs ?? 0);
  }

  /** The segment that contains an event. */
  segmentOf(index: number): TraceSegment | null {
    return this.#segments.findLast((segment) => segment.first <= index) ?? null;
  }

  /** The segment that contains a time of the axis. */
  segmentAt(timeNs: number): TraceSegment | null {
    return this.#segments.findLast((segment) => segment.originNs <= timeNs) ?? this.#segments[0] ?? null;
  }

  /** Number of the first event at or after a time; `end` if there is none. */
  firstAt(timeNs: number): number {
    const chunk = this.#chunks[this.#chunkAt(timeNs)];
    return chunk ? chunk.first + chunk.search(timeNs) : this.#end;
  }

  /** Iterates in order over the events with fromNs ≤ time < toNs. */
  forEach(fromNs: number, toNs: number, visit: EventVisitor): void {
    this.walk(this.firstAt(fromNs), this.firstAt(toNs), visit);
  }

  /** Iterates over the stored events numbered from ≤ i < to. */
  walk(from: number, to: number, visit: EventVisitor): void {
    let index = Math.max(from, this.first);
    const last = Math.min(to, this.#end);
    while (index < last) {
      const chunk = this.#chunkOf(index);
      const stop = Math.min(last, chunk.first + chunk.length);
      for (; index < stop; index++) {
        const i = index - chunk.first;
        const goOn = visit(index, chunk.times.get(i), chunk.kinds[i]!, chunk.objectAt(i), chunk.valueAt(i));
        if (goOn === false) return;
      }
    }
  }

  /** Number of events of a kind, of one object or (-1) of all stored ones. */
  count(kind: number, object = NO_OBJECT): number {
    let sum = 0;
    for (const chunk of this.#chunks) sum += chunk.count(kind, object);
    return sum;
  }

  /** The objects with an event of this kind, ascending; -1 for events without an object. */
  objects(kind: number): number[] {
    const found = new Set<number>();
    for (const chunk of this.#chunks) chunk.addObjects(kind, found);
    return [...found].sort((a, b) => a - b);
  }

  /**
   * Counts the events of one kind and object in `counts.length` columns of equal width between
   * fromNs and toNs, adding to `counts`. Reads at most a few hundred thousand events for any range.
   */
  density(kind: number, object: number, fromNs: number, toNs: number, counts: Uint32Array): void {
    const scale = counts.length / (toNs - fromNs);
    for (let i = this.#chunkAt(fromNs); i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i] as TraceChunk;
      if (chunk.times.get(0) >= toNs) return;
      chunk.addDensity(kind, object, fromNs, toNs, scale, counts);
    }
  }

  #noteGap(axisNs: number, kind: number, value: number): void {
    const isGap = kind === KIND_GAP;
    const toNs = isGap && value > 0 ? axisNs + value : axisNs;
    this.#gaps.push({ event: this.#end - 1, fromNs: axisNs, toNs, lost: isGap ? null : value });
  }

  #grow(): TraceChunk {
    if (this.#end - this.first >= this.capacity) this.#dropOldest();
    const chunk = new TraceChunk(this.#end);
    this.#chunks.push(chunk);
    this.#last = chunk;
    return chunk;
  }

  #dropOldest(): void {
    const dropped = this.#chunks.shift();
    if (!dropped) return;
    this.droppedEvents += dropped.length;
    const first = this.first;
    this.#gaps = this.#gaps.filter((gap) => gap.event >= first);
    while (this.#segments[1] && this.#segments[1].first <= first) this.#segments.shift();
    const texts = dropped.count(KIND_TEXT, NO_OBJECT);
    for (let i = 0; i < texts; i++) this.texts.delete(this.#oldestText++);
  }

  #chunkOf(index: number): TraceChunk {
    const chunk = this.#chunks[Math.floor((index - this.first) / CHUNK_EVENTS)];
    if (!chunk || index >= this.#end) {
      throw new RangeError(`Event ${index} is not in the store, which holds ${this.first} to ${this.#end - 1}.`);
    }
    return chunk;
  }

  /** Index of the first chunk that ends at or after a time. */
  #chunkAt(timeNs: number): number {
    let low = 0;
    let high = this.#chunks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle] as TraceChunk;
      if (chunk.times.get(chunk.length - 1) < timeNs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
