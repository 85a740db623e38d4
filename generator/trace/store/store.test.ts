import { describe, expect, test } from 'vitest';
import { KIND_CHANNEL_WRITE, KIND_EVENTS_DROPPED, KIND_GAP, KIND_INTERRUPT_ENTER, KIND_MARK } from '../kinds.ts';
import { program } from '../test-traces.ts';
import { TraceStore } from './store.ts';

/** Event i at i µs: marks, writes and interrupts by turns, objects 0 to 4. */
function filled(count: number, capacity?: number): TraceStore {
  const store = new TraceStore(capacity === undefined ? {} : { capacity });
  store.metadata(program('A'));
  store.segment(true);
  for (let i = 0; i < count; i++) {
    const kind = [KIND_MARK, KIND_CHANNEL_WRITE, KIND_INTERRUPT_ENTER][i % 3] ?? KIND_MARK;
    store.event(i * 1000, kind, i % 5, kind === KIND_MARK ? i - 100 : 0);
  }
  return store;
}

describe('the store', () => {
  test('returns every event unchanged', () => {
    const store = filled(40_000);
    expect([store.first, store.end, store.startNs, store.endNs]).toEqual([0, 40_000, 0, 39_999_000]);
    expect(store.at(39_999)).toEqual({ timeNs: 39_999_000, kind: 'mark', object: 4, value: 39_899 });
    expect(store.at(0)).toEqual({ timeNs: 0, kind: 'mark', object: 0, value: -100 });
    expect(store.at(16_384)).toEqual({ timeNs: 16_384_000, kind: 'channel-write', object: 4, value: 0 });
    expect(() => store.timeNs(40_000)).toThrow(RangeError);
    expect(() => store.timeNs(-1)).toThrow(RangeError);
  });

  test('keeps values of any size, and events without an object', () => {
    const store = filled(0);
    const values = [0, -1, 2 ** 31 - 1, -(2 ** 31), 2 ** 40, 0.5, -(2 ** 31) + 1];
    for (const value of values) store.event(5, KIND_EVENTS_DROPPED, -1, value);
    expect(values.map((_, i) => store.value(i))).toEqual(values);
    expect(store.object(0)).toBe(-1);
  });

  test('keeps objects, values and times of any distance, whichever came before', () => {
    const store = new TraceStore();
    const events = Array.from({ length: 20_000 }, (_, i) => ({
      timeNs: i < 9000 ? i * 1000 + (i > 8000 ? 0.25 : 0) : i * 1e6,
      object: [-1, 254, 0, i > 5000 ? 255 : 7, i > 5000 ? 65_534 : 1][i % 5] ?? 0,
      value: i % 3 === 0 ? i - 7 : i % 31 === 0 ? i * 2 ** 33 : 0,
    }));
    for (const { timeNs, object, value } of events) store.event(timeNs, KIND_MARK, object, value);
    const seen: { timeNs: number; object: number; value: number }[] = [];
    store.walk(0, store.end, (_i, timeNs, _kind, object, value) => seen.push({ timeNs, object, value }));
    expect(seen).toEqual(events);
    expect([store.count(KIND_MARK, 255), store.count(KIND_MARK, 254)]).toEqual([3000, 4000]);
    expect(store.objects(KIND_MARK)).toEqual([-1, 0, 1, 7, 254, 255, 65_534]);
    for (const i of [8000, 8999, 9000, 19_999]) expect(store.firstAt(events[i]?.timeNs ?? 0)).toBe(i);
  });

  test('finds by time', () => {
    const store = filled(40_000);
    for (const i of [0, 1, 16_383, 16_384, 39_999]) {
      expect(store.firstAt(i * 1000)).toBe(i);
      expect(store.firstAt(i * 1000 - 1)).toBe(i);
    }
    expect(store.firstAt(1e12)).toBe(40_000);
    expect(new TraceStore().firstAt(0)).toBe(0);
  });

  test('iterates over chunk borders, and stops on request', () => {
    const store = filled(40_000);
    const seen: number[] = [];
    store.forEach(16_380_000, 16_390_000, (index) => seen.push(index));
    expect(seen).toEqual([16_380, 16_381, 16_382, 16_383, 16_384, 16_385, 16_386, 16_387, 16_388, 16_389]);
    seen.length = 0;
    store.forEach(0, 1e12, (index) => {
      seen.push(index);
      return index < 3;
    });
    expect(seen).toEqual([0, 1, 2, 3]);
  });

  test('counts by kind, by object and per column at any zoom, as if it read every event', () => {
    const store = filled(50_000);
    expect(store.count(KIND_MARK)).toBe(16_667);
    expect(store.count(KIND_CHANNEL_WRITE, 1)).toBe(3334);
    for (const [fromNs, toNs, columns] of [
      [0, 50_000_000, 100],
      [0, 50_000_000, 3],
      [12_345_678, 23_456_789, 700],
      [-5_000_000, 90_000_000, 19],
    ] as const) {
      const expected = new Uint32Array(columns);
      store.forEach(fromNs, toNs, (_i, timeNs, kind, object) => {
        const column = Math.floor(((timeNs - fromNs) * columns) / (toNs - fromNs));
        if (kind === KIND_INTERRUPT_ENTER && object === 2) expected[column] = (expected[column] ?? 0) + 1;
      });
      const counts = new Uint32Array(columns);
      store.density(KIND_INTERRUPT_ENTER, 2, fromNs, toNs, counts);
      expect(counts).toEqual(expected);
    }
  });

  test('drops the oldest events beyond its capacity, and counts them', () => {
    const store = filled(100_000, 40_000);
    // Whole chunks of 16,384 events.
    expect(store.capacity).toBe(32_768);
    expect(store.first).toBe(81_920);
    expect(store.droppedEvents).toBe(81_920);
    expect(store.at(81_920).timeNs).toBe(81_920_000);
    expect(() => store.kind(81_919)).toThrow(RangeError);
    expect(store.firstAt(0)).toBe(81_920);
    expect(store.segmentOf(81_920)?.booted).toBe(true);
  });

  test('keeps as many as it is told, from then on', () => {
    const store = filled(100_000);
    const { version } = store;
    store.keep(60_000);
    expect([store.capacity, store.first, store.droppedEvents]).toEqual([49_152, 65_536, 65_536]);
    expect(store.version).toBeGreaterThan(version);
    store.keep(1_000_000);
    for (let i = 0; i < 100_000; i++) store.event(100_000_000 + i, KIND_MARK, 0, 0);
    expect([store.first, store.end]).toEqual([65_536, 200_000]);
  });

  test('places the runs of a program one after the other', () => {
    const store = filled(10);
    store.segment(false);
    store.event(500, KIND_MARK, 1, 0);
    expect(store.timeNs(10)).toBe(9500);
    expect(store.boardTimeNs(10)).toBe(500);
    expect(store.segmentAt(9200)?.booted).toBe(false);
    expect(store.segmentAt(200)?.booted).toBe(true);
  });

  test('contains gaps and texts', () => {
    const store = filled(10);
    store.event(9000, KIND_GAP, -1, 4000);
    store.event(13_000, KIND_GAP, -1, -1);
    store.event(14_000, KIND_EVENTS_DROPPED, -1, 17);
    store.text(15_000, 'hello');
    expect(store.gaps).toEqual([
      { event: 10, fromNs: 9000, toNs: 13_000, lost: null },
      { event: 11, fromNs: 13_000, toNs: 13_000, lost: null },
      { event: 12, fromNs: 14_000, toNs: 14_000, lost: 17 },
    ]);
    expect(store.texts.get(store.value(13))).toBe('hello');
    const { version } = store;
    store.clear();
    expect([store.end, store.gaps.length, store.texts.size]).toEqual([0, 0, 0]);
    expect(store.version).toBeGreaterThan(version);
  });

  test('removes the texts of dropped events', () => {
    const store = new TraceStore({ capacity: 1 });
    store.segment(true);
    for (let i = 0; i < 70_000; i++) store.text(i, `line ${i}`);
    expect(store.texts.size).toBe(store.end - store.first);
    expect(store.texts.get(store.value(store.first))).toBe(`line ${store.first}`);
  });
});
