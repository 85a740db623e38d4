import type { RecordedTrace } from '../file/trace-file.ts';

/**
 * Writes a trace in a format, in pieces of text or bytes, so that a large file is never in memory as
 * a whole.
 */
export type TraceWriter = (trace: RecordedTrace) => Iterable<string | Uint8Array<ArrayBuffer>>;
