import { TraceNames } from '../names.ts';
import type { TraceSegment, TraceStore } from '../store/store.ts';

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
