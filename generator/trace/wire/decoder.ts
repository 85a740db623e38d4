/**
 * Decodes the telemetry stream of docs/telemetry.md: reads bytes in chunks of any size and writes
 * events into a sink.
 *
 * The decoder handles all faults of a serial line: lost and damaged bytes, noise before and between
 * frames, resets of the board, an unplugged cable, a start in the middle. A loss appears as a gap, times
 * after a loss are exact, and an event is never attributed to the wrong task (see gate.ts). No
 * event allocates.
 *
 *   const decoder = new TelemetryDecoder(store);
 *   port.on('data', (bytes) => decoder.push(bytes));
 *   port.on('close', () => decoder.end());
 */

import { type EventObject, LOCK_CODE, PROTOCOL_VERSION } from '../event-table.ts';
import { EVENT_ROWS, type TraceMetadata } from '../events.ts';
import { KIND_BOOT, KIND_TEXT, NO_OBJECT } from '../kinds.ts';
import { swapped } from '../number.ts';
import type { TraceSink } from '../sink.ts';
import { STACK_LIMIT, stackValue, THREADS_BEHIND_TASKS } from '../stack.ts';
import { sameBytes } from './bytes.ts';
import { type DecoderStatistics, noStatistics } from './decoder-statistics.ts';
import { FrameReader } from './frames.ts';
import { TraceGate } from './gate.ts';
import { decodeMetadata, type MetadataBlob } from './metadata.ts';
import { MetadataChunks } from './metadata-chunks.ts';
import {
  CONTROL_BOOT,
  CONTROL_RULES,
  CONTROL_SYNC,
  INDEX_ESCAPE,
  IS_PLAIN,
  IS_VALUE_IN_TICKS,
  KIND_RULES,
  LOCK_RULES,
  MAX_OBJECT,
  METADATA_FLAG,
  SEQUENCE_MODULUS,
  type WireRule,
} from './protocol.ts';
import { Utf8Stream } from './utf8.ts';

const DEFAULT_PENDING_LIMIT = 1 << 18;
const EMPTY = new Uint8Array(0);

export type { DecoderStatistics };

export class TelemetryDecoder {
  readonly statistics: DecoderStatistics = noStatistics();
  /**
   * Version of the protocol on the line if this decoder cannot read it; null if it can, or the
   * version is unknown.
   */
  otherVersion: number | null = null;
  /** The current names and clock; null until they are known. */
  metadata: TraceMetadata | null = null;

  readonly #sink: TraceSink;
  readonly #gate: TraceGate;
  readonly #chunks = new MetadataChunks();
  readonly #frames: FrameReader;
  /** The current frame, the end of its payload, and the read position. */
  readonly #frame: Uint8Array;
  #end = 0;
  #at = 0;
  #sequence = -1;
  #run = -1;
  #badSinceGood = false;
  #blob: Uint8Array = EMPTY;
  /** First chunk of the current metadata. */
  #firstChunk: Uint8Array = EMPTY;
  /** For each kind, the first object index that the metadata does not name. */
  readonly #objectEnd = new Uint32Array(EVENT_ROWS.length);
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

  /** Events that could not be dated or attributed and were omitted. Gaps stand for them. */
  get discarded(): number {
    return this.#gate.discarded;
  }

  /**
   * The latest time that the program has sent, even without an event; null while it is unknown.
   * Unit: ns.
   */
  get timeNs(): number | null {
    return this.#gate.timeNs;
  }

  push(bytes: Uint8Array): void {
    this.statistics.bytes += bytes.length;
    this.#frames.push(bytes);
  }

  /** Call this when no more bytes will come. */
  end(): void {
    this.#gate.end();
  }

  #bad(bytes: number): void {
    this.statistics.badFrames++;
    this.statistics.badBytes += bytes;
    this.#badSinceGood = true;
  }

  /** A single such frame among frames of this version is noise. */
  #older(version: number): void {
    if (this.statistics.frames === 0) this.otherVersion = version;
  }

  #wholeFrame(end: number, follows: boolean): void {
    this.statistics.frames++;
    if (this.statistics.frames === 1) this.otherVersion = null;
    this.#end = end;
    this.#at = 1;
    const header = this.#frame[0]!;
    this.#follow(header % SEQUENCE_MODULUS, follows);
    if (header >= METADATA_FLAG) this.#metadataFrame();
    else if (!this.#eventFrame()) {
      this.statistics.malformedFrames++;
      this.#lose();
    }
  }

  /** Handles a loss. A reset that lost only earlier data, as far as is known, is not a loss. */
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
    // The first chunk contains the sketch's fingerprint, so it alone shows that the program is the
    // same.
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
    this.#objectEnd.set(objectEnds(metadata));
    this.#gate.change(metadata);
  }

  /**
   * Decodes the events of a frame. False if one violates the protocol: the rest is then unknown.
   */
  #eventFrame(): boolean {
    while (this.#at < this.#end) {
      if (this.#gate.open) this.#commonEvents();
      if (this.#at < this.#end && !this.#anyEvent()) return false;
    }
    return true;
  }

  /**
   * The fast path for most events of a stream: no arguments, a short index, at most two bytes of
   * time. Stops at the first other event.
   */
  #commonEvents(): void {
    const gate = this.#gate;
    const nsPerTick = gate.clock?.nsPerTick ?? 0;
    if (nsPerTick === 0) return;
    const frame = this.#frame;
    const sink = this.#sink;
    const ends = this.#objectEnd;
    const isPlain = IS_PLAIN;
    const last = this.#end - 2;
    let at = this.#at;
    let ticks = gate.ticks;
    let { events } = this.statistics;
    while (at < last) {
      const id = frame[at]!;
      const kind = id >> 4;
      const object = id & 15;
      if (isPlain[kind] !== 1 || object === INDEX_ESCAPE || object >= ends[kind]!) break;
      let delta = frame[at + 1]!;
      let next = at + 2;
      if (delta >= 0x80) {
        const high = frame[next++]!;
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
    let object = id & 15;
    if (object === INDEX_ESCAPE) object = INDEX_ESCAPE + this.#varint();
    const delta = this.#varint();
    const code = id >> 4;
    const rule = code === LOCK_CODE ? LOCK_RULES[this.#byte()] : KIND_RULES[code];
    return rule !== undefined && this.#rest(rule, delta, object);
  }

  /** False if the object cannot belong to this program: the event is then omitted. */
  #event(delta: number, kind: number, object: number, value: number): boolean {
    const gate = this.#gate;
    const clock = gate.clock;
    gate.ticks += delta;
    if (gate.open && clock !== null) {
      if (object >= this.#objectEnd[kind]!) return false;
      const nsPerTick = clock.nsPerTick;
      const timeNs = nsPerTick !== 0 ? gate.ticks * nsPerTick : clock.toNs(gate.ticks);
      this.#sink.event(timeNs, kind, object, IS_VALUE_IN_TICKS[kind] === 1 ? clock.toNs(value) : value);
    } else {
      if (object > MAX_OBJECT) return false;
      gate.hold(kind, object, value);
    }
    this.statistics.events++;
    return true;
  }

  #control(id: number): boolean {
    const delta = this.#varint();
    if (id === CONTROL_SYNC) return this.#sync(delta);
    if (id === CONTROL_BOOT) return this.#boot();
    const rule = CONTROL_RULES[id];
    return rule !== undefined && this.#rest(rule, delta, rule.hasObject ? this.#varint() : NO_OBJECT);
  }

  /** Decodes the event's value: everything after its time and its object. */
  #rest({ kind, encoding }: WireRule, delta: number, object: number): boolean {
    let value = 0;
    switch (encoding) {
      case 'varint':
      case 'ticks':
        value = this.#varint();
        break;
      case 'none':
        break;
      case 'flag':
        value = this.#byte();
        break;
      case 'zigzag':
        value = unzigzag(this.#varint());
        break;
      case 'single':
        value = swapped(this.#varint()) | 0;
        break;
      case 'stack': {
        const unusedBytes = this.#varint();
        const sizeBytes = this.#varint();
        if (sizeBytes >= STACK_LIMIT || unusedBytes > sizeBytes) return false;
        value = stackValue({ unusedBytes, sizeBytes });
        break;
      }
      case 'text':
        return this.#text(delta);
      default:
        return noDecoderOf(encoding);
    }
    return this.#at <= this.#end && this.#event(delta, kind, object, value);
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

  #boot(): boolean {
    if (this.#at > this.#end) return false;
    this.statistics.events++;
    this.statistics.boots++;
    this.#chunks.lose();
    this.#utf8 = new Utf8Stream();
    this.#gate.boot();
    this.#gate.hold(KIND_BOOT, NO_OBJECT, 0);
    return true;
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
    return this.#frame[this.#at++]!;
  }

  /** A varint of at most 32 bits. A longer one moves #at past the end, so its event is rejected. */
  #varint(): number {
    const first = this.#frame[this.#at++]!;
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

/**
 * For each kind, the first object index that the metadata does not name. Marks and notices need no
 * name.
 */
function objectEnds(metadata: TraceMetadata): readonly number[] {
  const end = { task: 0, interrupt: 0, channel: 0, resource: 0, mark: 0 };
  for (const object of metadata.objects) end[object.class] = Math.max(end[object.class], object.index + 1);
  const any = MAX_OBJECT + 1;
  const ends: Readonly<Record<EventObject, number>> = {
    ...end,
    thread: end.task + THREADS_BEHIND_TASKS.length,
    mark: any,
    notice: any,
  };
  return EVENT_ROWS.map(({ object }) => (object === null ? any : ends[object]));
}

const unzigzag = (coded: number): number => (coded % 2 === 0 ? coded / 2 : -(coded + 1) / 2);

/**
 * A new encoding in the table needs a case in #rest. Without it, the argument's type is not
 * `never`.
 */
function noDecoderOf(encoding: never): never {
  throw new Error(`decoder.ts has no case for the encoding "${encoding}" of event-table.ts`);
}
