/**
 * Implements TimelineSource for a trace store and its jobs. Only this file connects the chart to
 * the types of the trace.
 */

import type { TraceMetadata, TraceObject } from '../../../../../generator/trace/events.ts';
import type { JobTracker } from '../../../../../generator/trace/jobs/jobs.ts';
import { KIND_MARK, KIND_PLOT, KIND_TEXT, NO_OBJECT } from '../../../../../generator/trace/kinds.ts';
import { numberOf } from '../../../../../generator/trace/number.ts';
import type { CoreTracker } from '../../../../../generator/trace/store/cores.ts';
import type { SpanTracker } from '../../../../../generator/trace/store/spans.ts';
import type { TraceStore } from '../../../../../generator/trace/store/store.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { lowerBound } from '../../../base/geometry.ts';
import { ns, type TimeSpan } from '../../../base/time.ts';
import {
  type InterruptLane,
  type JobColumn,
  type JobReasons,
  NEVER,
  NO_SPANS,
  type PinTraces,
  type ResourceSpans,
  type ScheduleFacts,
  type SpanList,
  type TimedEvent,
  type TimelineSource,
} from './source.ts';

/** Longest part of the store that is read event by event for one frame. */
const MAX_WALK = 60_000;
const MAX_TEXT = 60;

export const NO_JOBS: JobColumn = {
  first: 0,
  count: 0,
  settled: 0,
  numberAt: () => 0,
  arrivalAt: () => 0,
  releaseAt: () => 0,
  startAt: () => NEVER,
  endAt: () => NEVER,
  knownEndAt: () => 0,
  deadlineAt: () => NEVER,
  missedAt: () => false,
  exhaustedAt: () => false,
  stoppedAt: () => false,
  executionAt: () => 0,
  segmentCountAt: () => 0,
  segmentFromAt: () => NEVER,
  segmentToAt: () => NEVER,
  blockedAfterAt: () => false,
};

/** Additional data of a trace. */
export interface TraceExtras {
  readonly isPrediction?: boolean;
  readonly facts?: ScheduleFacts;
  readonly reasons?: JobReasons | undefined;
  readonly pins?: PinTraces;
  /** Present when there are several cores. */
  readonly cores?: { readonly tracker: CoreTracker; readonly count: number } | null;
}

/**
 * Creates the source of a trace. Two calls for the same trace create two sources, so keep the first
 * one.
 */
export function traceSource(
  store: TraceStore,
  jobs: JobTracker,
  spans: SpanTracker,
  { isPrediction = false, facts, reasons, pins, cores = null }: TraceExtras = {},
): TimelineSource {
  const lanes = new LaneCache(spans);
  return {
    isPrediction,
    facts: facts ?? null,
    reasons: reasons ?? null,
    pins: pins ?? null,
    get cores(): readonly SpanList[] {
      return cores === null ? [] : Array.from({ length: cores.count }, (_, core) => cores.tracker.runs(core));
    },
    refresh: () => {
      jobs.update();
      spans.update();
      cores?.tracker.update();
    },
    get version() {
      return store.version + (pins?.version ?? 0);
    },
    get span() {
      return { from: ns(store.startNs), to: ns(store.endNs) };
    },
    get eventCount() {
      return store.end - store.first;
    },
    column: (taskIndex) => jobs.task(taskIndex) ?? NO_JOBS,
    get interrupts() {
      return lanes.of(store.currentMetadata).interrupts;
    },
    get resources() {
      return lanes.of(store.currentMetadata).resources;
    },
    get idle() {
      return spans.idle;
    },
    exhausted: (taskIndex) => spans.exhausted.get(taskIndex) ?? NO_SPANS,
    get hasPointEvents() {
      return store.texts.size > 0 || marksOf(store.currentMetadata).length > 0;
    },
    eachPoint: (view, limit, visit) => eachPoint(store, view, limit, visit),
    countPoints: (view, counts) => {
      for (const { index } of marksOf(store.currentMetadata)) {
        store.density(KIND_MARK, index, view.from, view.to, counts);
        store.density(KIND_PLOT, index, view.from, view.to, counts);
      }
      if (store.texts.size > 0) store.density(KIND_TEXT, NO_OBJECT, view.from, view.to, counts);
    },
    eachBreak: (view, visit) => eachBreak(store, view, visit),
  };
}

interface Lanes {
  readonly interrupts: readonly InterruptLane[];
  readonly resources: readonly ResourceSpans[];
}

/** Returns the same lists while the names are the same. Their content is read when it is drawn. */
class LaneCache {
  readonly #spans: SpanTracker;
  #metadata: TraceMetadata | null = null;
  #lanes: Lanes = { interrupts: [], resources: [] };

  constructor(spans: SpanTracker) {
    this.#spans = spans;
  }

  of(metadata: TraceMetadata | null): Lanes {
    if (metadata === this.#metadata) return this.#lanes;
    this.#metadata = metadata;
    const objects = (metadata?.objects ?? []).toSorted((a, b) => a.index - b.index);
    const interrupts = objects
      .filter((object) => object.class === 'interrupt')
      .map((object) => this.#interrupt(object));
    const resources = objects.filter((object) => object.class === 'resource').map((object) => this.#resource(object));
    this.#lanes = { interrupts, resources };
    return this.#lanes;
  }

  #interrupt({ index, name }: TraceObject): InterruptLane {
    const spans = this.#spans;
    return {
      index,
      name,
      get runs() {
        return spans.interrupts.get(index)?.runs ?? NO_SPANS;
      },
      get masked() {
        return spans.interrupts.get(index)?.masked ?? NO_SPANS;
      },
    };
  }

  #resource({ index, name }: TraceObject): ResourceSpans {
    const spans = this.#spans;
    return {
      name,
      get held() {
        return spans.held.get(index) ?? NO_SPANS;
      },
    };
  }
}

function marksOf(metadata: TraceMetadata | null): readonly TraceObject[] {
  return (metadata?.objects ?? []).filter((object) => object.class === 'mark');
}

function eachPoint(store: TraceStore, view: TimeSpan, limit: number, visit: (event: TimedEvent) => void): boolean {
  const from = store.firstAt(view.from);
  const to = store.firstAt(view.to);
  if (to - from > MAX_WALK) return false;
  const found: TimedEvent[] = [];
  store.walk(from, to, (_index, timeNs, kind, object, value) => {
    if (kind === KIND_MARK || kind === KIND_PLOT) found.push(markOf(store, object, timeNs, numberOf(kind, value)));
    else if (kind === KIND_TEXT) found.push(textOf(store, timeNs, value));
    return found.length <= limit;
  });
  if (found.length > limit) return false;
  for (const event of found) visit(event);
  return true;
}

function markOf(store: TraceStore, index: number, timeNs: number, value: number): TimedEvent {
  const name = marksOf(store.currentMetadata).find((mark) => mark.index === index)?.name ?? tr`mark ${index}`;
  return { kind: 'mark', from: timeNs, to: timeNs, label: `${name} ${+value.toPrecision(7)}`, count: 0 };
}

function textOf(store: TraceStore, timeNs: number, value: number): TimedEvent {
  const text = (store.texts.get(value) ?? '').trim();
  const label = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return { kind: 'text', from: timeNs, to: timeNs, label, count: 0 };
}

/** Visits gaps and restarts in the order of time. */
function eachBreak(store: TraceStore, view: TimeSpan, visit: (event: TimedEvent) => void): void {
  const { gaps } = store;
  const found: TimedEvent[] = [];
  // Starts one gap before the view, because that gap may extend into it.
  let i = Math.max(0, lowerBound(gaps.length, (g) => gaps[g]?.fromNs ?? 0, view.from) - 1);
  for (let gap = gaps[i]; gap && gap.fromNs < view.to; gap = gaps[++i]) {
    if (gap.toNs < view.from) continue;
    const lost = gap.lost ?? 0;
    found.push({ kind: gap.lost === null ? 'gap' : 'dropped', from: gap.fromNs, to: gap.toNs, label: '', count: lost });
  }
  for (const { originNs, booted } of store.segments.slice(1)) {
    if (originNs < view.from || originNs >= view.to) continue;
    found.push({ kind: 'boot', from: originNs, to: originNs, label: booted ? tr`restart` : tr`new record`, count: 0 });
  }
  for (const event of found.sort((a, b) => a.from - b.from)) visit(event);
}
