/**
 * Decodes the telemetry stream of docs/telemetry.md: bytes in chunks of any size go in, events come out into a sink.
 *
 * Survives whatever a serial line does: lost and damaged bytes, noise before and between frames, resets of the board, a cable
 * that was pulled, a start in the middle. What was lost appears as a gap; times after a loss are exact; an event is never
 * attributed to the wrong task (see gate.ts). No event allocates.
 *
 *   const decoder = new TelemetryDecoder(store);
 *   port.on('data', (bytes) => decoder.push(bytes));
 *   port.on('close', () => decoder.end());
 */
import { sameBytes } from './bytes.ts';
import { type DecoderStatistics, noStatistics } from './decoder-statistics.ts';
import { EVENT_KINDS, type TraceMetadata } from './events.ts';
import { FrameReader } from './frames.ts';
import { TraceGate } from './gate.ts';
import {
  KIND_BOOT,
  KIND_CHANNEL_WRITE,
  KIND_DROPPED,
  KIND_IDLE,
  KIND_INTERRUPT_ENTER,
  KIND_LOCK_EXCEEDED,
  KIND_LOCK_WAIT,
  KIND_MARK,
  KIND_NOTICE,
  KIND_RELEASE,
  KIND_REPLENISH,
  KIND_SKIP,
  KIND_STACK,
  KIND_TEXT,
  NO_OBJECT,
} from './kinds.ts';
import { decodeMetadata, type MetadataBlob } from './metadata.ts';
import { MetadataChunks } from './metadata-chunks.ts';
import type { TraceSink } from './sink.ts';
import { STACK_LIMIT, stackValue, THREADS_BEHIND_TASKS } from './stack.ts';
import { Utf8Stream } from './utf8.ts';
import {
  CONTROL_BOOT,
  CONTROL_DROPPED,
  CONTROL_IDLE,
  CONTROL_MARK,
  CONTROL_NOTICE,
  CONTROL_SKIP,
  CONTROL_STACK,
  CONTROL_SYNC,
  CONTROL_TEXT,
  INDEX_ESCAPE,
  LOCK_OPERATIONS,
  MAX_OBJECT,
  METADATA_FLAG,
  PROTOCOL_VERSION,
  SEQUENCE_MODULUS,
  WIRE_LOCK,
  WIRE_MASK,
  WIRE_REPLENISH,
} from './wire.ts';

const DEFAULT_PENDING_LIMIT = 1 << 18;
/** By wire kind: 1 for events that are an id and a time alone. */
const COMMON = Uint8Array.of(0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 0);
const EMPTY = new Uint8Array(0);

export type { DecoderStatistics };

export class TelemetryDecoder {
  readonly statistics: DecoderStatistics = noStatistics();
  /** Version of the protocol on the line where it is not the one that this decoder reads; null where it is, or unknown. */
  otherVersion: number | null = null;
  /** The names and clock that hold now; null until they have come. */
  metadata: TraceMetadata | null = null;

  readonly #sink: TraceSink;
  readonly #gate: TraceGate;
  readonly #chunks = new MetadataChunks();
  readonly #frames: FrameReader;
  /** The frame being read, the end of its payload, and where reading stands. */
  readonly #frame: Uint8Array;
  #end = 0;
  #at = 0;
  #sequence = -1;
  #run = -1;
  #badSinceGood = false;
  #blob: Uint8Array = EMPTY;
  /** First chunk of the metadata that holds. */
  #firstChunk: Uint8Array = EMPTY;
  /** By kind: the first object index that the metadata does not name. */
  readonly #objectEnd = new Uint32Array(EVENT_KINDS.length);
  #utf8 = new Utf8Stream();

  constructor(sink: TraceSink, options: { readonly pendingLimit?: number } = {}) {
    this.#sink = sink;
    this.#gate = new TraceGate(sink, options.pendingLimit ?? DEFAULT_PENDING_LIMIT);
    this.#frames = new FrameReader({
      frame: (end, follows) => this.#wholeFrame(end, follows),
      bad: (bytes) => this.#bad(bytes),
      older: (version) => this.#older(version),
    });
    this.#frame = this.#frames.frame;
  }

  /** Events that could not be dated or attributed and were left out; the gaps stand for them. */
  get discarded(): number {
    return this.#gate.discarded;
  }

  /** The latest time that the program has told, also where nothing happened since; null while it is not known. Unit: ns. */
  get timeNs(): number | null {
    return this.#gate.timeNs;
  }

  push(bytes: Uint8Array): void {
    this.statistics.bytes += bytes.length;
    this.#frames.push(bytes);
  }

  /** No more bytes will come. */
  end(): void {
    this.#gate.end();
  }

  #bad(bytes: number): void {
    this.statistics.badFrames++;
    this.statistics.badBytes += bytes;
    this.#badSinceGood = true;
  }

  /** One such frame among this version's own is noise. */
  #older(version: number): void {
    if (this.statistics.frames === 0) this.otherVersion = version;
  }

  #wholeFrame(end: number, follows: boolean): void {
    this.statistics.frames++;
    if (this.statistics.frames === 1) this.otherVersion = null;
    this.#end = end;
    this.#at = 1;
    const header = this.#frame[0] as number;
    this.#follow(header % SEQUENCE_MODULUS, follows);
    if (header >= METADATA_FLAG) this.#metadataFrame();
    else if (!this.#eventFrame()) {
      this.statistics.malformedFrames++;
      this.#lose();
    }
  }

  /** Takes note of a loss. A reset that lost nothing but its past, as far as is known, is none. */
  #follow(sequence: number, follows: boolean): void {
    const expected = (this.#sequence + 1) % SEQUENCE_MODULUS;
    const first = this.#sequence < 0;
    const starts = sequence === 0 && this.#frame[1] === CONTROL_BOOT && !this.#badSinceGood;
    this.#sequence = sequence;
    this.#badSinceGood = false;
    if (first || (follows && (sequence === expected || starts))) return;
    this.statistics.lostFrames += (sequence - expected + SEQUENCE_MODULUS) % SEQUENCE_MODULUS;
    this.#lose();
  }

  #lose(): void {
    this.#chunks.lose();
    this.#utf8 = new Utf8Stream();
    this.#gate.lose();
  }

  #metadataFrame(): void {
    const [, version, index, count] = this.#frame as unknown as readonly [number, number, number, number];
    if (version !== PROTOCOL_VERSION) this.otherVersion = version;
    if (version !== PROTOCOL_VERSION || this.#end < 4 || index >= count) {
      this.statistics.malformedFrames++;
      return;
    }
    const chunk = this.#frame.subarray(4, this.#end);
    // The first chunk holds the sketch's fingerprint: it alone tells that the program is still the same.
    if (index === 0 && this.metadata && sameBytes(chunk, this.#firstChunk)) this.#gate.confirm();
    const blob = this.#chunks.push(index, count, chunk);
    if (blob !== null) this.#adopt(blob);
  }

  #adopt({ bytes, firstChunk }: MetadataBlob): void {
    this.#firstChunk = firstChunk;
    if (this.metadata && sameBytes(bytes, this.#blob)) {
      this.#gate.confirm();
      return;
    }
    const metadata = decodeMetadata(bytes);
    if (metadata === null) {
      this.statistics.malformedFrames++;
      return;
    }
    if (this.metadata) this.statistics.programSwitches++;
    this.metadata = metadata;
    this.#blob = bytes;
    const end = { task: 0, interrupt: 0, channel: 0, resource: 0, mark: 0 };
    for (const object of metadata.objects) end[object.class] = Math.max(end[object.class], object.index + 1);
    const ends = this.#objectEnd.fill(MAX_OBJECT + 1);
    ends.fill(end.task, KIND_RELEASE, KIND_INTERRUPT_ENTER);
    ends.fill(end.interrupt, KIND_INTERRUPT_ENTER, KIND_CHANNEL_WRITE);
    ends.fill(end.channel, KIND_CHANNEL_WRITE, KIND_LOCK_WAIT);
    ends.fill(end.resource, KIND_LOCK_WAIT, KIND_MARK);
    ends[KIND_LOCK_EXCEEDED] = end.resource;
    ends[KIND_SKIP] = end.task;
    ends[KIND_STACK] = end.task + THREADS_BEHIND_TASKS.length;
    this.#gate.change(metadata);
  }

  /** Reads the events of a frame; false when one is not as the protocol says: the rest is then unknown. */
  #eventFrame(): boolean {
    while (this.#at < this.#end) {
      if (this.#gate.open) this.#commonEvents();
      if (this.#at < this.#end && !this.#anyEvent()) return false;
    }
    return true;
  }

  /**
   * The events that make up nearly all of a stream, read without a detour: no arguments, a short index, at most two bytes
   * of time. Stops at the first other one.
   */
  #commonEvents(): void {
    const gate = this.#gate;
    const nsPerTick = gate.clock?.nsPerTick ?? 0;
    if (nsPerTick === 0) return;
    const frame = this.#frame;
    const sink = this.#sink;
    const ends = this.#objectEnd;
    const last = this.#end - 2;
    let at = this.#at;
    let ticks = gate.ticks;
    let { events } = this.statistics;
    while (at < last) {
      const id = frame[at] as number;
      const kind = id >> 4;
      const object = id & 15;
      if (COMMON[kind] !== 1 || object === INDEX_ESCAPE || object >= (ends[kind] as number)) break;
      let delta = frame[at + 1] as number;
      let next = at + 2;
      if (delta >= 0x80) {
        const high = frame[next++] as number;
        if (high >= 0x80) break;
        delta += (high << 7) - 0x80;
      }
      at = next;
      ticks += delta;
      events++;
      sink.event(ticks * nsPerTick, kind, object, 0);
    }
    this.#at = at;
    gate.ticks = ticks;
    this.statistics.events = events;
  }

  #anyEvent(): boolean {
    const id = this.#byte();
    if (id < 16) return this.#control(id);
    const wire = id >> 4;
    let object = id & 15;
    if (object === INDEX_ESCAPE) object = INDEX_ESCAPE + this.#varint();
    const delta = this.#varint();
    let kind = wire;
    let value = 0;
    if (wire === WIRE_REPLENISH) value = this.#varint();
    else if (wire === WIRE_MASK) value = this.#byte();
    else if (wire === WIRE_LOCK) {
      kind = LOCK_OPERATIONS[this.#byte()] ?? NO_OBJECT;
      value = this.#varint();
      if (kind === NO_OBJECT) return false;
    }
    return this.#at <= this.#end && this.#event(delta, kind, object, value);
  }

  /** False when the object cannot be one of this program's: the event is then left out. */
  #event(delta: number, kind: number, object: number, value: number): boolean {
    const gate = this.#gate;
    const clock = gate.clock;
    gate.ticks += delta;
    if (gate.open && clock !== null) {
      if (object >= (this.#objectEnd[kind] as number)) return false;
      const nsPerTick = clock.nsPerTick;
      const timeNs = nsPerTick !== 0 ? gate.ticks * nsPerTick : clock.toNs(gate.ticks);
      this.#sink.event(timeNs, kind, object, kind === KIND_REPLENISH ? clock.toNs(value) : value);
    } else {
      if (object > MAX_OBJECT) return false;
      gate.hold(kind, object, value);
    }
    this.statistics.events++;
    return true;
  }

  #control(id: number): boolean {
    const delta = this.#varint();
    switch (id) {
      case CONTROL_SYNC:
        return this.#sync(delta);
      case CONTROL_DROPPED:
        return this.#argument(delta, KIND_DROPPED, NO_OBJECT);
      case CONTROL_IDLE:
        return this.#at <= this.#end && this.#event(delta, KIND_IDLE, NO_OBJECT, 0);
      case CONTROL_MARK:
        return this.#mark(delta);
      case CONTROL_TEXT:
        return this.#text(delta);
      case CONTROL_BOOT:
        if (this.#at > this.#end) return false;
        this.#boot();
        return true;
      case CONTROL_SKIP:
        return this.#argument(delta, KIND_SKIP, this.#varint());
      case CONTROL_STACK:
        return this.#stack(delta);
      case CONTROL_NOTICE:
        return this.#argument(delta, KIND_NOTICE, this.#varint());
      default:
        return false;
    }
  }

  #argument(delta: number, kind: number, object: number): boolean {
    const value = this.#varint();
    return this.#at <= this.#end && this.#event(delta, kind, object, value);
  }

  #mark(delta: number): boolean {
    const id = this.#varint();
    const coded = this.#varint();
    const value = coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2;
    return this.#at <= this.#end && this.#event(delta, KIND_MARK, id, value);
  }

  #stack(delta: number): boolean {
    const thread = this.#varint();
    const unusedBytes = this.#varint();
    const sizeBytes = this.#varint();
    if (this.#at > this.#end || sizeBytes >= STACK_LIMIT || unusedBytes > sizeBytes) return false;
    return this.#event(delta, KIND_STACK, thread, stackValue({ unusedBytes, sizeBytes }));
  }

  #sync(delta: number): boolean {
    let absolute = 0;
    for (let factor = 1; factor <= 2 ** 40; factor *= 256) absolute += this.#byte() * factor;
    let run = 0;
    for (let factor = 1; factor <= 2 ** 24; factor *= 256) run += this.#byte() * factor;
    if (this.#at > this.#end) return false;
    this.statistics.events++;
    const sameRun = run === this.#run;
    if (!sameRun) this.statistics.runs++;
    this.#run = run;
    this.#gate.ticks += delta;
    this.#gate.sync(absolute, delta, run);
    const blob = this.#chunks.sync(sameRun);
    if (blob !== null) this.#adopt(blob);
    return true;
  }

  #boot(): void {
    this.statistics.events++;
    this.statistics.boots++;
    this.#chunks.lose();
    this.#utf8 = new Utf8Stream();
    this.#gate.boot();
    this.#gate.hold(KIND_BOOT, NO_OBJECT, 0);
  }

  #text(delta: number): boolean {
    const length = this.#varint();
    const from = this.#at;
    this.#at += length;
    if (this.#at > this.#end) return false;
    const gate = this.#gate;
    this.statistics.events++;
    gate.ticks += delta;
    const text = this.#utf8.push(this.#frame.subarray(from, this.#at));
    if (text === '') return true;
    if (gate.open && gate.clock) this.#sink.text(gate.clock.toNs(gate.ticks), text);
    else gate.hold(KIND_TEXT, NO_OBJECT, 0, text);
    return true;
  }

  #byte(): number {
    return this.#frame[this.#at++] as number;
  }

  /** A varint of at most 32 bits; one that is longer moves #at past the end, so that its event is refused. */
  #varint(): number {
    const first = this.#frame[this.#at++] as number;
    return first < 0x80 ? first : this.#longVarint(first & 0x7f);
  }

  #longVarint(low: number): number {
    let value = low;
    for (let factor = 128; factor <= 2 ** 28; factor *= 128) {
      const byte = this.#byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    this.#at = this.#end + 1;
    return 0;
  }
}
