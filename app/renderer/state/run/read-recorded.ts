/** Reads the file of a recorded trace, and says what is wrong with a file that has none. */

import { fingerprint } from '../../../../generator/sketch/fingerprint.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { PROTOCOL_VERSION } from '../../../../generator/trace/event-table.ts';
import type { TraceMetadata } from '../../../../generator/trace/events.ts';
import { TraceFileError, TraceFileReader, type TraceOrigin } from '../../../../generator/trace/file/trace-file.ts';
import { KIND_EVENTS_DROPPED, KIND_GAP } from '../../../../generator/trace/kinds.ts';
import type { TraceSink } from '../../../../generator/trace/sink.ts';
import { TelemetryDecoder } from '../../../../generator/trace/wire/decoder.ts';
import { tr } from '../../../../generator/words/tr.ts';

/** A recorded trace that can be shown. */
interface Recorded {
  readonly origin: TraceOrigin;
  /** The telemetry, without the header of the file. */
  readonly pieces: readonly Uint8Array[];
  readonly gaps: number;
}

/** Counts what is in a stream. */
class Content implements TraceSink {
  events = 0;
  gaps = 0;
  names: TraceMetadata | null = null;

  metadata(metadata: TraceMetadata): void {
    this.names = metadata;
  }

  segment(): void {
    // A program has started.
  }

  event(_timeNs: number, kind: number): void {
    if (kind === KIND_GAP || kind === KIND_EVENTS_DROPPED) this.gaps++;
    else this.events++;
  }

  text(): void {
    this.events++;
  }
}

/**
 * Reads a whole file, and checks that a program's events are in it.
 * @param present the sketch of a file without a header, if its program was made from it
 * @returns the trace, or a sentence that says why there is none
 */
export function readRecorded(bytes: Uint8Array, present: Sketch): Recorded | string {
  const pieces: Uint8Array[] = [];
  const reader = new TraceFileReader((piece) => pieces.push(piece));
  try {
    reader.push(bytes);
    reader.end();
  } catch (error) {
    if (error instanceof TraceFileError) return error.message;
    throw error;
  }
  const content = new Content();
  const decoder = new TelemetryDecoder(content);
  for (const piece of pieces) decoder.push(piece);
  decoder.end();
  if (decoder.otherVersion !== null) {
    return tr`It contains telemetry of version ${decoder.otherVersion}, and this Polyloop reads version ${PROTOCOL_VERSION}. Record the run again.`;
  }
  if (content.events === 0) {
    return tr`It has no events of a program: it is empty, damaged, or another kind of file. Export the trace again, with File › Export › Polyloop trace.`;
  }
  const origin = reader.origin ?? originOf(content.names, present);
  if (origin === null) {
    return tr`It does not have its sketch, and it is not a trace of the open sketch. Open the sketch first, or export the trace again.`;
  }
  return { origin, pieces, gaps: content.gaps };
}

/** The program names the sketch that it was made from. */
const originOf = (names: TraceMetadata | null, present: Sketch): TraceOrigin | null =>
  names?.fingerprint === fingerprint(present) ? { source: 'board', sketch: present } : null;
