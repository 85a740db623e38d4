/**
 * Encodes a trace as the telemetry stream of docs/telemetry.md: for tests, recordings, and
 * simulations that are replayed like a board. It implements TraceSink and collects bytes, which
 * `take` returns.
 *
 * Times are rounded to the clock's ticks. Sync and metadata are repeated as the protocol requires.
 * A gap in the trace becomes a lost frame in the stream.
 */

import { type Encoding, PROTOCOL_VERSION } from '../event-table.ts';
import type { TraceMetadata } from '../events.ts';
import { KIND_BOOT, KIND_GAP } from '../kinds.ts';
import { swapped } from '../number.ts';
import type { TraceSink } from '../sink.ts';
import { stackOf } from '../stack.ts';
import { CHECK_START, checkValue } from './check-value.ts';
import { cobsEncode, cobsEncodedLimit } from './cobs.ts';
import { CHUNK_BYTES, encodeMetadata } from './metadata.ts';
import {
  CONTROL_BOOT,
  CONTROL_SYNC,
  CONTROL_TEXT,
  INDEX_ESCAPE,
  MAX_FRAME,
  MAX_PAYLOAD,
  METADATA_FLAG,
  SEQUENCE_MODULUS,
  VALUE_RULES,
  WIRE_RULES,
  type WireRule,
} from './protocol.ts';
import { TickClock } from './tick-clock.ts';
import { utf8Encode } from './utf8.ts';

/**
 * Id, long index, ticks and two arguments at their longest; or an id, ticks and three arguments.
 */
const LONGEST_EVENT = 1 + 5 + 5 + 10;
/** Text of this length never needs a frame of its own. */
const TEXT_PIECE = 64;

export interface EncoderOptions {
  /** Maximum number of payload bytes in a frame: the size of the board's buffer. */
  readonly payloadBytes?: number;
  readonly syncSeconds?: number;
  readonly metadataSeconds?: number;
  /** Number of earlier program starts on the board, as stored in its memory. */
  readonly starts?: number;
}

export class TelemetryEncoder implements TraceSink {
  readonly #payloadBytes: number;
  readonly #syncSeconds: number;
  readonly #metadataSeconds: number;
  #clock = new TickClock(1);
  #blob = new Uint8Array(0);
  #fingerprint = 0;
  #starts: number;
  #sequence = 0;
  /** Check value of the previous frame. */
  #check = CHECK_START;
  /** The frame under construction: header, payload, room for the check value. */
  readonly #frame = new Uint8Array(MAX_FRAME);
  #length = 1;
  #out = new Uint8Array(4096);
  #outLength = 0;
  #ticks = 0;
  #nextSync = 0;
  #nextMetadata = 0;

  constructor(options: EncoderOptions = {}) {
    this.#payloadBytes = Math.min(MAX_PAYLOAD, Math.max(2 * TEXT_PIECE, options.payloadBytes ?? MAX_PAYLOAD));
    this.#syncSeconds = options.syncSeconds ?? 1;
    this.#metadataSeconds = options.metadataSeconds ?? 2;
    this.#starts = options.starts ?? 0;
  }

  metadata(metadata: TraceMetadata): void {
    this.#clock = new TickClock(metadata.clockHz);
    this.#blob = encodeMetadata(metadata).slice();
    this.#fingerprint = metadata.fingerprint ?? 0;
    this.#nextMetadata = 0;
  }

  /**
   * Either a boot event follows and starts the program, or the stream continues in the middle of
   * another run.
   */
  segment(booted: boolean): void {
    this.flush();
    this.#ticks = 0;
    this.#nextSync = 0;
    this.#nextMetadata = 0;
    if (booted) return;
    this.#starts++;
    this.#interrupt();
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    const ticks = this.#clock.toTicks(timeNs);
    const rule = (value === 0 ? undefined : VALUE_RULES[kind]) ?? WIRE_RULES[kind];
    if (kind === KIND_GAP) this.#gap(ticks, value);
    else if (kind === KIND_BOOT) this.#boot();
    else if (rule !== undefined && rule.encoding !== 'text') {
      this.#periodic(ticks);
      this.#room(LONGEST_EVENT);
      this.#begin(rule, object, ticks);
      if (rule.encoding !== 'none') this.#value(rule.encoding, value);
    }
  }

  text(timeNs: number, text: string): void {
    const ticks = this.#clock.toTicks(timeNs);
    this.#periodic(ticks);
    const bytes = utf8Encode(text);
    for (let from = 0; from < bytes.length; from += TEXT_PIECE) {
      const piece = bytes.subarray(from, from + TEXT_PIECE);
      this.#room(LONGEST_EVENT + piece.length);
      this.#byte(CONTROL_TEXT);
      this.#delta(ticks);
      this.#varint(piece.length);
      this.#frame.set(piece, this.#length);
      this.#length += piece.length;
    }
  }

  /** Ends the current frame. */
  flush(): void {
    if (this.#length > 1) this.#send(0);
  }

  /** All bytes since the last call, including the current frame. */
  take(): Uint8Array<ArrayBuffer> {
    this.flush();
    const bytes = this.#out.slice(0, this.#outLength);
    this.#outLength = 0;
    return bytes;
  }

  #boot(): void {
    this.flush();
    this.#sequence = 0;
    this.#check = CHECK_START;
    this.#starts++;
    this.#ticks = 0;
    this.#byte(CONTROL_BOOT);
    this.#byte(0);
    this.#sync(0);
    this.flush();
    this.#metadataFrames(0);
  }

  /** Everything of an event except its value. */
  #begin({ isControl, hasObject, first, operation }: WireRule, object: number, ticks: number): void {
    if (isControl) {
      this.#byte(first);
      this.#delta(ticks);
      if (hasObject) this.#varint(object);
      return;
    }
    this.#byte(first | Math.min(object, INDEX_ESCAPE));
    if (object >= INDEX_ESCAPE) this.#varint(object - INDEX_ESCAPE);
    this.#delta(ticks);
    if (operation >= 0) this.#byte(operation);
  }

  #value(encoding: Exclude<Encoding, 'none' | 'text'>, value: number): void {
    switch (encoding) {
      case 'varint':
        this.#varint(value);
        break;
      case 'ticks':
        this.#varint(this.#clock.toTicks(value));
        break;
      case 'flag':
        this.#byte(value);
        break;
      case 'zigzag':
        this.#varint(value < 0 ? -2 * value - 1 : 2 * value);
        break;
      case 'single':
        this.#varint(swapped(value));
        break;
      case 'stack': {
        const { unusedBytes, sizeBytes } = stackOf(value);
        this.#varint(unusedBytes);
        this.#varint(sizeBytes);
        break;
      }
      default:
        noEncoderOf(encoding);
    }
  }

  /** Omits a frame with unknown content. Time continues from the end of the gap. */
  #gap(ticks: number, valueNs: number): void {
    this.flush();
    this.#ticks = ticks + (valueNs > 0 ? this.#clock.toTicks(valueNs) : 0);
    this.#nextMetadata = 0;
    this.#interrupt();
  }

  /**
   * A decoder cannot check the first frame after a loss, so it contains only a full timestamp,
   * which the next frame repeats.
   */
  #interrupt(): void {
    this.#sequence = (this.#sequence + 1) % SEQUENCE_MODULUS;
    this.#check = ~this.#check >>> 0;
    this.#sync(this.#ticks);
    this.flush();
    this.#nextSync = 0;
  }

  /** Sends sync and metadata when they are due. */
  #periodic(ticks: number): void {
    if (ticks >= this.#nextMetadata) this.#metadataFrames(ticks);
    if (ticks >= this.#nextSync) this.#sync(ticks);
  }

  #sync(ticks: number): void {
    this.#room(LONGEST_EVENT);
    this.#byte(CONTROL_SYNC);
    this.#delta(ticks);
    for (let i = 0, rest = ticks; i < 6; i++, rest = Math.floor(rest / 256)) this.#byte(rest % 256);
    this.#uint32(this.#fingerprint + this.#starts);
    this.#nextSync = ticks + Math.round(this.#clock.hz * this.#syncSeconds);
  }

  #metadataFrames(ticks: number): void {
    this.flush();
    const chunk = Math.min(CHUNK_BYTES, this.#payloadBytes - 3);
    const count = Math.max(1, Math.ceil(this.#blob.length / chunk));
    for (let index = 0; index < count; index++) {
      this.#byte(PROTOCOL_VERSION);
      this.#byte(index);
      this.#byte(count);
      const part = this.#blob.subarray(index * chunk, (index + 1) * chunk);
      this.#frame.set(part, this.#length);
      this.#length += part.length;
      this.#send(METADATA_FLAG);
    }
    this.#nextMetadata = ticks + Math.round(this.#clock.hz * this.#metadataSeconds);
  }

  #delta(ticks: number): void {
    const delta = Math.max(0, ticks - this.#ticks);
    this.#varint(delta);
    this.#ticks += delta;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#byte((rest % 128) | 0x80);
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  #uint32(value: number): void {
    for (let shift = 0; shift < 32; shift += 8) this.#byte((value >>> shift) & 0xff);
  }

  #byte(value: number): void {
    this.#frame[this.#length++] = value;
  }

  #room(bytes: number): void {
    if (this.#length - 1 + bytes > this.#payloadBytes) this.flush();
  }

  #send(flag: number): void {
    const frame = this.#frame;
    frame[0] = flag | this.#sequence;
    this.#sequence = (this.#sequence + 1) % SEQUENCE_MODULUS;
    this.#check = checkValue(this.#check, frame, 0, this.#length);
    this.#uint32(this.#check);
    this.#grow(cobsEncodedLimit(this.#length) + 1);
    this.#outLength = cobsEncode(frame, this.#length, this.#out, this.#outLength);
    this.#out[this.#outLength++] = 0;
    this.#length = 1;
  }

  #grow(bytes: number): void {
    if (this.#outLength + bytes <= this.#out.length) return;
    const larger = new Uint8Array(Math.max(this.#out.length * 2, this.#outLength + bytes));
    larger.set(this.#out);
    this.#out = larger;
  }
}

/**
 * A new encoding in the table needs a case in #value. Without it, the argument's type is not
 * `never`.
 */
function noEncoderOf(encoding: never): never {
  throw new Error(`encoder.ts has no case for the encoding "${encoding}" of event-table.ts`);
}
