import { describe, expect, test } from 'vitest';
import type { TraceMetadata } from '../../../../../generator/trace/events.ts';
import { JobTracker } from '../../../../../generator/trace/jobs/jobs.ts';
import {
  KIND_BOOT,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_MARK,
  KIND_RELEASE,
  KIND_START,
  NO_OBJECT,
} from '../../../../../generator/trace/kinds.ts';
import { SpanTracker } from '../../../../../generator/trace/store/spans.ts';
import { TraceStore } from '../../../../../generator/trace/store/store.ts';
import { ns } from '../../../base/time.ts';
import { NO_SPANS, spanAt, type TimedEvent, type TimelineSource } from './source.ts';
import { traceSource } from './trace-source.ts';

const none = { periodNs: null, offsetNs: null, deadlineNs: null, budgetNs: null };
const METADATA: TraceMetadata = {
  clockHz: 1_000_000,
  objects: [
    { class: 'task', index: 0, name: 'Sensor', periodNs: 1_000, offsetNs: 0, deadlineNs: 1_000, budgetNs: 200 },
    { class: 'interrupt', index: 0, name: 'encoder', ...none },
    { class: 'mark', index: 3, name: 'setpoint', ...none },
  ],
};

/** Ten jobs with an interrupt in each, a mark, a gap, dropped events, and a restart at the end. */
function traced(): { store: TraceStore; source: TimelineSource } {
  const store = new TraceStore();
  store.metadata(METADATA);
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  for (let k = 0; k < 10; k++) {
    store.event(k * 1_000, KIND_RELEASE, 0, 0);
    store.event(k * 1_000 + 10, KIND_START, 0, 0);
    store.event(k * 1_000 + 20, KIND_INTERRUPT_ENTER, 0, 0);
    store.event(k * 1_000 + 25, KIND_INTERRUPT_EXIT, 0, 0);
    if (k === 9) store.event(9_050, KIND_MARK, 3, 1);
    store.event(k * 1_000 + 100, KIND_COMPLETE, 0, 0);
    if (k === 4) store.event(4_200, KIND_MARK, 3, 42);
    if (k === 5) store.event(5_300, KIND_GAP, NO_OBJECT, 400);
    if (k === 7) store.event(7_500, KIND_EVENTS_DROPPED, NO_OBJECT, 12);
  }
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  const source = traceSource(store, new JobTracker(store), new SpanTracker(store));
  source.refresh();
  return { store, source };
}

const view = (from: number, to: number) => ({ from: ns(from), to: ns(to) });

function points(source: TimelineSource, from: number, to: number, limit = 100): TimedEvent[] | null {
  const found: TimedEvent[] = [];
  return source.eachPoint(view(from, to), limit, (event) => found.push(event)) ? found : null;
}

describe('traceSource', () => {
  const { store, source } = traced();

  test('returns the jobs of a task, and none of an unknown task', () => {
    expect(source.column(0).count).toBe(10);
    expect(source.column(0).endAt(3)).toBe(3_100);
    expect(source.column(9).count).toBe(0);
  });

  test('spans all events and counts them', () => {
    expect(source.span).toEqual({ from: 0, to: 9_100 });
    expect(source.eventCount).toBe(store.end);
    expect(source.hasPointEvents).toBe(true);
  });

  test('returns named marks in the order of time', () => {
    expect(points(source, 4_000, 9_500)).toEqual([
      { kind: 'mark', from: 4_200, to: 4_200, label: 'setpoint 42', count: 0 },
      { kind: 'mark', from: 9_050, to: 9_050, label: 'setpoint 1', count: 0 },
    ]);
  });

  test('has a lane for each interrupt, with spans from entry to exit', () => {
    const [encoder] = source.interrupts;
    expect(encoder).toMatchObject({ name: 'encoder', index: 0 });
    expect(encoder?.runs.count).toBe(10);
    expect(encoder?.runs.fromAt(4)).toBe(4_020);
    expect(encoder?.runs.toAt(4)).toBe(4_025);
    expect(spanAt(encoder?.runs ?? NO_SPANS, 4_022)).toBe(4);
    expect(spanAt(encoder?.runs ?? NO_SPANS, 4_030)).toBe(-1);
    expect(encoder?.masked.count).toBe(0);
  });

  test('visits no marks above the limit, and counts them instead', () => {
    expect(points(source, 0, 10_000, 1)).toBeNull();
    const counts = new Uint32Array(10);
    source.countPoints(view(0, 10_000), counts);
    expect([...counts]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  test('reports gaps, losses and restarts', () => {
    const breaks: TimedEvent[] = [];
    source.eachBreak(view(0, 10_000), (event) => breaks.push(event));
    expect(breaks).toEqual([
      { kind: 'gap', from: 5_300, to: 5_700, label: '', count: 0 },
      { kind: 'dropped', from: 7_500, to: 7_500, label: '', count: 12 },
      { kind: 'boot', from: 9_100, to: 9_100, label: 'restart', count: 0 },
    ]);
  });

  test('includes a gap that began before the view and extends into it', () => {
    const breaks: TimedEvent[] = [];
    source.eachBreak(view(5_500, 6_000), (event) => breaks.push(event));
    expect(breaks.map((event) => event.kind)).toEqual(['gap']);
  });

  test('includes later events after a refresh', () => {
    const before = source.version;
    store.event(500, KIND_MARK, 3, 7);
    source.refresh();
    expect(source.version).toBeGreaterThan(before);
    expect(points(source, 9_500, 9_700)?.map((event) => event.label)).toEqual(['setpoint 7']);
  });
});
