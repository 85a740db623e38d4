/**
 * A TimelineSource over a trace store and its jobs: the one place where the chart meets the trace's own vocabulary.
 */

import type { JobTracker } from '../../../../generator/trace/jobs.ts';
import {
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_MARK,
  KIND_TEXT,
  NO_OBJECT,
} from '../../../../generator/trace/kinds.ts';
import type { TraceStore } from '../../../../generator/trace/store.ts';
import { lowerBound } from '../../base/geometry.ts';
import { ns, type TimeSpan } from '../../base/time.ts';
import { type JobColumn, NEVER, type TimedEvent, type TimelineSource } from './source.ts';

/** A longer stretch of the store is not read event by event for a frame. */
const MAX_WALK = 60_000;
const MAX_TEXT = 60;

const NO_JOBS: JobColumn = {
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
  executionAt: () => 0,
  segmentCountAt: () => 0,
  segmentFromAt: () => NEVER,
  segmentToAt: () => NEVER,
  blockedAfterAt: () => false,
};

/** The source of a trace. Two calls for the same trace give two sources; keep the first. */
export function traceSource(store: TraceStore, jobs: JobTracker): TimelineSource {
  return {
    refresh: () => jobs.update(),
    get version() {
      return store.version;
    },
    get span() {
      return { from: ns(store.startNs), to: ns(store.endNs) };
    },
    get eventCount() {
      return store.end - store.first;
    },
    column: (taskIndex) => jobs.task(taskIndex) ?? NO_JOBS,
    get hasPointEvents() {
      return store.texts.size > 0 || pointObjects(store).length > 0;
    },
    eachPoint: (view, limit, visit) => eachPoint(store, view, limit, visit),
    countPoints: (view, counts) => {
      for (const { kind, index } of pointObjects(store)) store.density(kind, index, view.from, view.to, counts);
      if (store.texts.size > 0) store.density(KIND_TEXT, NO_OBJECT, view.from, view.to, counts);
    },
    eachBreak: (view, visit) => eachBreak(store, view, visit),
  };
}

/** The interrupts and marks that the program's metadata names. */
function pointObjects(store: TraceStore): { readonly kind: number; readonly index: number }[] {
  return (store.currentMetadata?.objects ?? []).flatMap(({ class: kind, index }) =>
    kind === 'interrupt'
      ? [{ kind: KIND_INTERRUPT_ENTER, index }]
      : kind === 'mark'
        ? [{ kind: KIND_MARK, index }]
        : [],
  );
}

function eachPoint(store: TraceStore, view: TimeSpan, limit: number, visit: (event: TimedEvent) => void): boolean {
  const from = store.firstAt(view.from);
  const to = store.firstAt(view.to);
  if (to - from > MAX_WALK) return false;
  const found: TimedEvent[] = [];
  const entered = new Map<number, number>();
  store.walk(from, to, (_index, timeNs, kind, object, value) => {
    if (kind === KIND_INTERRUPT_ENTER) entered.set(object, timeNs);
    else if (kind === KIND_INTERRUPT_EXIT) {
      found.push(interruptOf(store, object, entered.get(object) ?? timeNs, timeNs));
      entered.delete(object);
    } else if (kind === KIND_MARK) found.push(markOf(store, object, timeNs, value));
    else if (kind === KIND_TEXT) found.push(textOf(store, timeNs, value));
    return found.length <= limit;
  });
  if (found.length > limit) return false;
  for (const [object, timeNs] of entered) found.push(interruptOf(store, object, timeNs, store.endNs));
  for (const event of found.sort((a, b) => a.from - b.from)) visit(event);
  return true;
}

function nameOf(store: TraceStore, kind: 'interrupt' | 'mark', index: number): string {
  const object = store.currentMetadata?.objects.find((o) => o.class === kind && o.index === index);
  return object?.name ?? `${kind} ${index}`;
}

function interruptOf(store: TraceStore, object: number, from: number, to: number): TimedEvent {
  return { kind: 'interrupt', from, to, label: nameOf(store, 'interrupt', object), count: 0 };
}

function markOf(store: TraceStore, object: number, timeNs: number, value: number): TimedEvent {
  return { kind: 'mark', from: timeNs, to: timeNs, label: `${nameOf(store, 'mark', object)} ${value}`, count: 0 };
}

function textOf(store: TraceStore, timeNs: number, value: number): TimedEvent {
  const text = (store.texts.get(value) ?? '').trim();
  const label = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return { kind: 'text', from: timeNs, to: timeNs, label, count: 0 };
}

/** Gaps and restarts in the order of time. */
function eachBreak(store: TraceStore, view: TimeSpan, visit: (event: TimedEvent) => void): void {
  const { gaps } = store;
  const found: TimedEvent[] = [];
  // One earlier than the first in the view, which may reach into it.
  let i = Math.max(0, lowerBound(gaps.length, (g) => gaps[g]?.fromNs ?? 0, view.from) - 1);
  for (let gap = gaps[i]; gap && gap.fromNs < view.to; gap = gaps[++i]) {
    if (gap.toNs < view.from) continue;
    const lost = gap.lost ?? 0;
    found.push({ kind: gap.lost === null ? 'gap' : 'dropped', from: gap.fromNs, to: gap.toNs, label: '', count: lost });
  }
  for (const { originNs, booted } of store.segments.slice(1)) {
    if (originNs < view.from || originNs >= view.to) continue;
    found.push({ kind: 'boot', from: originNs, to: originNs, label: booted ? 'restart' : 'new record', count: 0 });
  }
  for (const event of found.sort((a, b) => a.from - b.from)) visit(event);
}
