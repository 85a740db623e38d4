/**
 * The metadata blob of the telemetry protocol (docs/telemetry.md, "Metadata"): encodes and decodes
 * names and clock.
 */
import type { ObjectClass, TraceMetadata, TraceObject } from '../events.ts';
import { MAX_OBJECT, MAX_PAYLOAD } from './protocol.ts';
import { TickClock } from './tick-clock.ts';
import { utf8Decode, utf8Encode } from './utf8.ts';

/** The index is the class number on the wire; 0 is none. */
const CLASSES: readonly (ObjectClass | null)[] = [null, 'task', 'interrupt', 'channel', 'resource', 'mark'];

/** Bytes of a chunk: a payload minus version, index and count. */
export const CHUNK_BYTES = MAX_PAYLOAD - 3;

class Reader {
  readonly #bytes: Uint8Array;
  at = 0;
  failed = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  byte(): number {
    const value = this.#bytes[this.at++];
    if (value === undefined) this.failed = true;
    return value ?? 0;
  }

  uint32(): number {
    return (this.byte() | (this.byte() << 8) | (this.byte() << 16) | (this.byte() << 24)) >>> 0;
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; factor <= 2 ** 28; factor *= 128) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
    this.failed = true;
    return 0;
  }

  take(length: number): Uint8Array {
    const end = this.at + length;
    if (end > this.#bytes.length) this.failed = true;
    const part = this.#bytes.subarray(this.at, end);
    this.at = end;
    return part;
  }
}

/** Decodes a blob; null if it violates the protocol. */
export function decodeMetadata(blob: Uint8Array): TraceMetadata | null {
  const reader = new Reader(blob);
  const clockHz = reader.uint32();
  const fingerprint = reader.uint32();
  const count = reader.varint();
  if (reader.failed || clockHz === 0) return null;
  const clock = new TickClock(clockHz);
  const objects: TraceObject[] = [];
  for (let i = 0; i < count; i++) {
    const object = readObject(reader, clock);
    if (object === 'malformed') return null;
    if (object !== 'unknown class') objects.push(object);
  }
  return { clockHz, fingerprint, objects };
}

function readObject(reader: Reader, clock: TickClock): TraceObject | 'malformed' | 'unknown class' {
  const objectClass = CLASSES[reader.byte()];
  const index = reader.varint();
  const name = utf8Decode(reader.take(reader.varint()));
  const parameters = new Reader(reader.take(reader.varint()));
  if (reader.failed || index > MAX_OBJECT) return 'malformed';
  if (!objectClass) return 'unknown class';
  const isTask = objectClass === 'task';
  const time = () => {
    const ticks = isTask ? parameters.varint() : 0;
    return ticks === 0 || parameters.failed ? null : clock.toNs(ticks - 1);
  };
  const [periodNs, offsetNs, deadlineNs, budgetNs] = [time(), time(), time(), time()];
  return { class: objectClass, index, name, periodNs, offsetNs, deadlineNs, budgetNs };
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function pushUint32(bytes: number[], value: number): void {
  for (let shift = 0; shift < 32; shift += 8) bytes.push((value >>> shift) & 0xff);
}

export function encodeMetadata(metadata: TraceMetadata): Uint8Array {
  const clock = new TickClock(metadata.clockHz);
  const bytes: number[] = [];
  pushUint32(bytes, metadata.clockHz);
  pushUint32(bytes, metadata.fingerprint ?? 0);
  pushVarint(bytes, metadata.objects.length);
  for (const object of metadata.objects) {
    const name = utf8Encode(object.name);
    const parameters: number[] = [];
    if (object.class === 'task') {
      for (const ns of [object.periodNs, object.offsetNs, object.deadlineNs, object.budgetNs]) {
        pushVarint(parameters, ns === null ? 0 : clock.toTicks(ns) + 1);
      }
    }
    bytes.push(CLASSES.indexOf(object.class));
    pushVarint(bytes, object.index);
    pushVarint(bytes, name.length);
    bytes.push(...name);
    pushVarint(bytes, parameters.length);
    bytes.push(...parameters);
  }
  return Uint8Array.from(bytes);
}

/** Joins the chunks of one blob. */
export class MetadataAssembler {
  #chunks: (Uint8Array | undefined)[] = [];
  #missing = 0;

  /** Drops the collected chunks, which may belong to another run. */
  restart(): void {
    this.#chunks = [];
  }

  /** Copies the chunk. Returns the whole blob if it was the last one missing. */
  push(index: number, count: number, chunk: Uint8Array): MetadataBlob | null {
    if (this.#chunks.length !== count) this.#begin(count);
    if (!this.#chunks[index]) this.#missing--;
    this.#chunks[index] = chunk.slice();
    if (this.#missing > 0) return null;
    const blob = { bytes: joined(this.#chunks), firstChunk: this.#chunks[0] as Uint8Array };
    this.#begin(count);
    return blob;
  }

  /**
   * Copies all chunks of another assembler for the same run. Returns the whole blob if none is
   * missing now.
   */
  merge(other: MetadataAssembler): MetadataBlob | null {
    let whole: MetadataBlob | null = null;
    other.#chunks.forEach((chunk, index) => {
      if (chunk) whole = this.push(index, other.#chunks.length, chunk) ?? whole;
    });
    other.restart();
    return whole;
  }

  #begin(count: number): void {
    this.#chunks = new Array<Uint8Array | undefined>(count).fill(undefined);
    this.#missing = count;
  }
}

/** Its first chunk contains the sketch's fingerprint. */
export interface MetadataBlob {
  readonly bytes: Uint8Array;
  readonly firstChunk: Uint8Array;
}

function joined(chunks: readonly (Uint8Array | undefined)[]): Uint8Array {
  const blob = new Uint8Array(chunks.reduce((sum, chunk) => sum + (chunk?.length ?? 0), 0));
  let at = 0;
  for (const chunk of chunks) {
    if (!chunk) continue;
    blob.set(chunk, at);
    at += chunk.length;
  }
  return blob;
}
