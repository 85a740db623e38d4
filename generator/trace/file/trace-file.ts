/**
 * The file of a trace, `.pltrace`: a header in JSON, a zero byte, and the telemetry stream of
 * docs/telemetry.md. docs/export.md describes the header.
 *
 * The zero byte ends the header like a frame, and its check value is wrong. So each decoder of
 * telemetry skips the header: a file is also a stream, and a stream without a header is also a file.
 */
import * as z from 'zod';
import { toFile } from '../../sketch/file.ts';
import { MAX_DEPTH } from '../../sketch/limits.ts';
import type { Sketch } from '../../sketch/model.ts';
import { readSketch } from '../../sketch/read.ts';
import { tr } from '../../words/tr.ts';
import type { JobTracker } from '../jobs/jobs.ts';
import { replay } from '../store/replay.ts';
import type { TraceStore } from '../store/store.ts';
import { TelemetryEncoder } from '../wire/encoder.ts';

export const TRACE_FILE_VERSION = 1;

/** Where the events come from. `virtual` is a board that runs as a program on this computer. */
export const TRACE_SOURCES = ['virtual', 'board', 'simulation'] as const;
export type TraceSource = (typeof TRACE_SOURCES)[number];

/** What a trace file says about its events. */
export interface TraceOrigin {
  readonly source: TraceSource;
  /** The sketch as it was when the program was made; it has the board and the target. */
  readonly sketch: Sketch;
}

/** A trace with what the exports need to know about it. `jobs` is up to date with the store. */
export interface RecordedTrace {
  readonly store: TraceStore;
  readonly jobs: JobTracker;
  /** The header's content; null: the trace is a stream without a header. */
  readonly origin: TraceOrigin | null;
}

/** The first bytes of a file with a header, in every version. */
const START = '{"polyloopTrace":';

/** The longest header that is read. Unit: bytes. */
const LONGEST_HEADER = 16 * 1024 * 1024;

const HEADER = z.object({
  polyloopTrace: z.literal(TRACE_FILE_VERSION),
  source: z.enum(TRACE_SOURCES),
  sketch: z.record(z.string(), z.unknown()),
});

/** The header of a file, with its zero byte. */
export function traceHeader({ source, sketch }: TraceOrigin): Uint8Array<ArrayBuffer> {
  const header = { polyloopTrace: TRACE_FILE_VERSION, source, sketch: toFile(sketch) };
  return new TextEncoder().encode(`${JSON.stringify(header)}\n\0`);
}

/** A stored trace as a file. Encodes the events as a board would have sent them. */
export function* traceFile({ store, origin }: RecordedTrace): Generator<Uint8Array<ArrayBuffer>> {
  if (origin !== null) yield traceHeader(origin);
  const encoder = new TelemetryEncoder();
  replay(store, encoder);
  yield encoder.take();
}

/** The header of a file is not one of this version, or its sketch has errors. */
export class TraceFileError extends Error {}

/**
 * Separates the header of a file from its stream.
 *
 *   const reader = new TraceFileReader((bytes) => decoder.push(bytes));
 *   for await (const bytes of file) reader.push(bytes);
 *   reader.end();
 *   reader.origin                              // null: the file is a stream without a header
 *
 * `push` and `end` throw a TraceFileError for a wrong header.
 */
export class TraceFileReader {
  origin: TraceOrigin | null = null;
  readonly #stream: (bytes: Uint8Array) => void;
  /** The pieces of the header so far; null when it is complete, or there is none. */
  #header: Uint8Array[] | null = [];
  #length = 0;

  constructor(stream: (bytes: Uint8Array) => void) {
    this.#stream = stream;
  }

  push(bytes: Uint8Array): void {
    if (this.#header === null) {
      this.#stream(bytes);
      return;
    }
    const zero = bytes.indexOf(0);
    this.#header.push(bytes.slice(0, zero < 0 ? bytes.length : zero));
    this.#length += zero < 0 ? bytes.length : zero;
    const isHeader = this.#startsLikeHeader() && (zero < 0 || this.#length >= START.length);
    if (isHeader && zero < 0) {
      if (this.#length > LONGEST_HEADER) {
        throw new TraceFileError(tr`The header of the trace is longer than ${LONGEST_HEADER} bytes.`);
      }
      return;
    }
    const header = joined(this.#header, this.#length);
    this.#header = null;
    if (isHeader) this.origin = originOf(new TextDecoder().decode(header));
    else this.#stream(header);
    if (zero >= 0) this.#stream(bytes.subarray(zero));
  }

  end(): void {
    if (this.#header === null) return;
    if (this.#length >= START.length && this.#startsLikeHeader()) {
      throw new TraceFileError(tr`The trace ends within its header. Copy the file again, or record the run again.`);
    }
    this.#stream(joined(this.#header, this.#length));
    this.#header = null;
  }

  /** Whether the bytes so far are the start of a header. */
  #startsLikeHeader(): boolean {
    let at = 0;
    for (const piece of this.#header ?? []) {
      for (const byte of piece.subarray(0, START.length - at)) if (byte !== START.charCodeAt(at++)) return false;
      if (at === START.length) return true;
    }
    return true;
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  if (pieces.length === 1 && pieces[0]) return pieces[0];
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function originOf(text: string): TraceOrigin {
  const json = parsed(text);
  const version = json?.polyloopTrace;
  if (typeof version === 'number' && version > TRACE_FILE_VERSION) {
    throw new TraceFileError(
      tr`The trace has version ${version}, and this Polyloop reads version ${TRACE_FILE_VERSION}. Install a newer Polyloop.`,
    );
  }
  const header = HEADER.safeParse(json);
  if (!header.success) {
    const member = header.error.issues[0]?.path.join('.') || 'polyloopTrace';
    throw new TraceFileError(
      tr`The header of the trace is damaged: its member "${member}" is not valid. Record the run again.`,
    );
  }
  const read = readSketch(JSON.stringify(header.data.sketch));
  if (read.ok) return { source: header.data.source, sketch: read.sketch };
  const reason = read.problems.find(({ severity }) => severity === 'error')?.message ?? '';
  throw new TraceFileError(tr`The sketch in the trace has an error: ${reason}`);
}

/** The header is around the sketch. */
const MOST_DEPTH = MAX_DEPTH + 1;

/** JavaScript writes a deeply nested value in a time that grows with the square of its depth. */
function isDeep(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  if (isDeep(text)) return null;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}
