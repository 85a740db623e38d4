/**
 * Replays a stored trace into a sink, as the decoder or the simulation did: to encode it, to filter
 * it, to copy it.
 */
import { KIND_TEXT } from '../kinds.ts';
import type { TraceSink } from '../sink.ts';
import type { TraceStore } from './store.ts';

export function replay(store: TraceStore, sink: TraceSink): void {
  const { segments } = store;
  segments.forEach((segment, i) => {
    if (segment.metadata !== null && segment.metadata !== segments[i - 1]?.metadata) sink.metadata(segment.metadata);
    // If the beginning of a segment was dropped, its boot event is no longer there.
    sink.segment(segment.booted && segment.first >= store.first);
    store.walk(segment.first, segments[i + 1]?.first ?? store.end, (_index, timeNs, kind, object, value) => {
      const boardTimeNs = timeNs - segment.originNs;
      if (kind === KIND_TEXT) sink.text(boardTimeNs, store.texts.get(value) ?? '');
      else sink.event(boardTimeNs, kind, object, value);
    });
  });
}
