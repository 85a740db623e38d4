import type { RecordedTrace } from '../file/trace-file.ts';

export type Piece = string | Uint8Array<ArrayBuffer>;

export interface WriteOptions {
  /** The part of the trace that a drawing shows, on the axis of the store. Default: its start. Unit: ns. */
  readonly range?: { readonly fromNs: number; readonly toNs: number };
  /** The tasks that a drawing has lanes for, from the top, by their indices in the trace. Default: all. */
  readonly lanes?: readonly number[];
}

/**
 * Writes a trace in a format, in pieces of text or bytes, so that a large file is never in memory as
 * a whole.
 */
export type TraceWriter = (trace: RecordedTrace, options?: WriteOptions) => Iterable<Piece>;

/** Writes a trace as several files of one folder, one after the other. */
export type FolderWriter = (
  trace: RecordedTrace,
) => Iterable<{ readonly name: string; readonly pieces: Iterable<Piece> }>;
