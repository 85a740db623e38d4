/**
 * An export: a function from a trace to pieces of text, so that a large export is never in memory
 * as a whole.
 */
import type { JobTracker } from '../jobs/jobs.ts';
import { TraceNames } from '../names.ts';
import type { TraceSegment, TraceStore } from '../store/store.ts';

export interface Exporter {
  /** Including its dot: ".csv". */
  readonly extension: string;
  /** The text in a menu: "Comma-separated values". */
  readonly label: string;
  readonly mediaType: string;
  /** `jobs` must be up to date with the store. */
  write(store: TraceStore, jobs: JobTracker): Iterable<string>;
}

/** The segments of a store with their names and the numbers of their events. */
export function* namedSegments(store: TraceStore): Generator<{
  readonly segment: TraceSegment;
  readonly names: TraceNames;
  readonly from: number;
  readonly to: number;
}> {
  const { segments } = store;
  for (const [i, segment] of segments.entries()) {
    const from = Math.max(segment.first, store.first);
    yield { segment, names: new TraceNames(segment.metadata), from, to: segments[i + 1]?.first ?? store.end };
  }
}
