import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TraceMetadata } from '../events.ts';
import {
  KIND_BOOT,
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_GAP,
  KIND_IDLE,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_INTERRUPT_MASK,
  KIND_LOCK_ACQUIRE,
  KIND_LOCK_RELEASE,
  KIND_REPLENISH,
  KIND_START,
  NO_OBJECT,
} from '../kinds.ts';
import type { TraceSink } from '../sink.ts';
import { play, program, steps } from '../test-traces.ts';
import { SpanColumn } from './span-column.ts';
import { ENDED_BY_COMPLETION, ENDED_BY_REPLENISHMENT, SpanTracker } from './spans.ts';
import { TraceStore } from './store.ts';

const METADATA: TraceMetadata = { clockHz: 1_000_000, objects: [] };

type Event = readonly [timeNs: number, kind: number, object?: number, value?: number];

function traced(...events: readonly Event[]): { store: TraceStore; spans: SpanTracker } {
  const store = new TraceStore();
  store.metadata(METADATA);
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  for (const [timeNs, kind, object = NO_OBJECT, value = 0] of events) store.event(timeNs, kind, object, value);
  const spans = new SpanTracker(store);
  spans.update();
  return { store, spans };
}

const listed = (column: SpanColumn | undefined) =>
  Array.from({ length: column?.count ?? 0 }, (_, i) => [column?.fromAt(i), column?.toAt(i), column?.tagAt(i)]);

describe('interrupts', () => {
  const { spans, store } = traced(
    [10, KIND_INTERRUPT_ENTER, 1],
    [15, KIND_INTERRUPT_EXIT, 1],
    [20, KIND_INTERRUPT_ENTER, 1],
    [25, KIND_INTERRUPT_MASK, 1, 1],
    [26, KIND_INTERRUPT_EXIT, 1],
    [90, KIND_INTERRUPT_MASK, 1, 0],
    [100, KIND_INTERRUPT_ENTER, 1],
  );

  it('run from entry to exit, and are masked until they are unmasked', () => {
    const one = spans.interrupts.get(1);
    expect(listed(one?.runs)).toEqual([
      [10, 15, 0],
      [20, 26, 0],
      [100, 100, 0],
    ]);
    expect(listed(one?.masked)).toEqual([[25, 90, 0]]);
    expect(one?.runs).toMatchObject({ totalNs: 11, begun: 3, worstNs: 6, isOpen: true });
    expect(one?.masked.totalNs).toBe(65);
  });

  it('extend to the newest event if they have not ended', () => {
    store.event(130, KIND_IDLE, NO_OBJECT, 0);
    spans.update();
    expect(listed(spans.interrupts.get(1)?.runs).at(-1)).toEqual([100, 130, 0]);
  });
});

it('contains the holder of a resource', () => {
  const { spans } = traced(
    [10, KIND_LOCK_ACQUIRE, 0, 3],
    [12, KIND_LOCK_ACQUIRE, 1, 3],
    [14, KIND_LOCK_RELEASE, 1, 3],
    [30, KIND_LOCK_RELEASE, 0, 3],
    [40, KIND_LOCK_ACQUIRE, 0, 2],
    [41, KIND_LOCK_RELEASE, 0, 2],
  );
  expect(listed(spans.held.get(0))).toEqual([
    [10, 30, 3],
    [40, 41, 2],
  ]);
  expect(listed(spans.held.get(1))).toEqual([[12, 14, 3]]);
});

it('is idle until a job runs', () => {
  const { spans } = traced(
    [5, KIND_IDLE],
    [9, KIND_START, 0],
    [12, KIND_COMPLETE, 0],
    [13, KIND_IDLE],
    [20, KIND_START, 0],
  );
  expect(listed(spans.idle)).toEqual([
    [5, 9, 0],
    [13, 20, 0],
  ]);
});

it('is idle while no core has a job, and counts the idle time of each core', () => {
  const { spans } = traced(
    [0, KIND_IDLE, NO_OBJECT, 0],
    [0, KIND_IDLE, NO_OBJECT, 1],
    [5, KIND_START, 0, 0],
    [6, KIND_START, 1, 1],
    [8, KIND_COMPLETE, 0],
    [8, KIND_IDLE, NO_OBJECT, 0],
    [10, KIND_COMPLETE, 1],
    [10, KIND_IDLE, NO_OBJECT, 1],
    [14, KIND_START, 1, 1],
  );
  expect(listed(spans.idle)).toEqual([
    [0, 5, 0],
    [10, 14, 0],
  ]);
  expect(spans.idleNs).toBe(5 + 6 + 6 + 4);
});

describe('an exhausted budget', () => {
  it('ends with the job if the budget is not replenished', () => {
    const { spans } = traced([50, KIND_BUDGET_EXHAUSTED, 2], [50, KIND_COMPLETE, 2], [90, KIND_COMPLETE, 2]);
    expect(listed(spans.exhausted.get(2))).toEqual([[50, 50, ENDED_BY_COMPLETION]]);
  });

  it('lasts until the replenishment, even if the job ends before', () => {
    const { spans } = traced(
      [10, KIND_BUDGET_EXHAUSTED, 2],
      [30, KIND_REPLENISH, 2, 5],
      [32, KIND_REPLENISH, 2, 5],
      [35, KIND_BUDGET_EXHAUSTED, 2],
      [40, KIND_COMPLETE, 2],
      [60, KIND_REPLENISH, 2, 5],
      [70, KIND_COMPLETE, 2],
    );
    expect(listed(spans.exhausted.get(2))).toEqual([
      [10, 30, ENDED_BY_REPLENISHMENT],
      [35, 60, ENDED_BY_REPLENISHMENT],
    ]);
    expect(spans.exhausted.get(2)?.totalNs).toBe(45);
  });

  it('does not affect a task with remaining budget', () => {
    const { spans } = traced([10, KIND_REPLENISH, 2, 5], [11, KIND_COMPLETE, 2]);
    expect(spans.exhausted.size).toBe(0);
  });
});

it('does not continue across a gap', () => {
  const { spans } = traced(
    [10, KIND_INTERRUPT_ENTER, 0],
    [11, KIND_LOCK_ACQUIRE, 0, 1],
    [50, KIND_GAP, NO_OBJECT, 20],
    [80, KIND_INTERRUPT_EXIT, 0],
    [81, KIND_LOCK_RELEASE, 0, 1],
  );
  expect(listed(spans.interrupts.get(0)?.runs)).toEqual([[10, 11, 0]]);
  expect(listed(spans.held.get(0))).toEqual([[11, 11, 1]]);
});

it('restarts with a program with other names, and continues with the same', () => {
  const { spans, store } = traced([10, KIND_INTERRUPT_ENTER, 0], [20, KIND_INTERRUPT_EXIT, 0]);
  store.segment(true);
  store.event(5, KIND_INTERRUPT_ENTER, 0, 0);
  spans.update();
  expect(listed(spans.interrupts.get(0)?.runs)).toHaveLength(2);
  store.metadata({ ...METADATA, fingerprint: 7 });
  store.segment(true);
  store.event(5, KIND_INTERRUPT_ENTER, 0, 0);
  spans.update();
  expect(listed(spans.interrupts.get(0)?.runs)).toHaveLength(1);
});

it('gives the same intervals in pieces as at once, in order and without overlap', () => {
  fc.assert(
    fc.property(steps(1, 200), fc.integer({ min: 1, max: 9 }), (run, every) => {
      const store = new TraceStore();
      const often = new SpanTracker(store);
      const once = new SpanTracker(store);
      const sink: TraceSink = {
        metadata: (metadata) => store.metadata(metadata),
        segment: (booted) => store.segment(booted),
        text: (timeNs, text) => store.text(timeNs, text),
        event: (timeNs, kind, object, value) => {
          store.event(timeNs, kind, object, value);
          if (store.end % every === 0) often.update();
        },
      };
      play(program('p'), run, sink);
      often.update();
      once.update();
      const columns = (spans: SpanTracker) => [
        ...[...spans.interrupts.values()].flatMap(({ runs, masked }) => [runs, masked]),
        ...spans.held.values(),
        ...spans.exhausted.values(),
        spans.idle,
      ];
      expect(columns(often).map(listed)).toEqual(columns(once).map(listed));
      for (const column of columns(once)) {
        for (let i = 0; i < column.count; i++) {
          expect(column.toAt(i)).toBeGreaterThanOrEqual(column.fromAt(i));
          if (i > 0) expect(column.fromAt(i)).toBeGreaterThanOrEqual(column.toAt(i - 1));
        }
      }
    }),
    { numRuns: 50 },
  );
});

describe('a column', () => {
  it('finds by time and removes old intervals', () => {
    const column = new SpanColumn();
    for (let i = 0; i < 20_000; i++) {
      column.begin(i * 10);
      column.end(i * 10 + 4);
    }
    expect(column.firstEndingAfter(1_004)).toBe(100);
    expect(column.firstEndingAfter(1_005)).toBe(101);
    column.advance(200_000, 150_000);
    expect(column.count).toBe(5_000);
    expect(column.fromAt(0)).toBe(150_000);
    expect(column).toMatchObject({ begun: 20_000, totalNs: 80_000 });
  });
});
