import { describe, expect, test } from 'vitest';
import { type EdgeCause, edgeWord, LAST_PIN, LONGEST_SINCE, readEdgeWord } from './edge-word.ts';
import { PinLevels } from './pin-levels.ts';
import { PinRecord, type PinReport } from './pin-record.ts';

const MHZ_16 = 16_000_000;
type MadeEdge = readonly [cycle: number, pin: number, level: 0 | 1, cause?: EdgeCause];

function report(edges: readonly MadeEdge[], rest: Partial<PinReport> = {}): PinReport {
  const { baseCycle = 0 } = rest;
  const words = Uint32Array.from(
    edges.map(([cycle, pin, level, cause = 'program']) => edgeWord(cycle - baseCycle, pin, level, cause)),
  );
  return { pins: ['0', '1', '2'], clockHz: MHZ_16, zeroCycle: 0, baseCycle, high: [], words, lostFrom: null, ...rest };
}
const timesOf = (levels: PinLevels | null) =>
  levels === null ? [] : Array.from({ length: levels.end - levels.first }, (_, i) => levels.timeNs(levels.first + i));

test.each([
  [0, 0, 0, 'program'],
  [LONGEST_SINCE, LAST_PIN, 1, 'outside'],
  [12_345, 69, 1, 'timer'],
] as const)('a word keeps the edge %d %d %d %s', (since, pin, level, cause) => {
  expect(readEdgeWord(edgeWord(since, pin, level, cause))).toEqual({ since, pin, level, cause });
});

describe('the levels of a pin', () => {
  const pulses = () => {
    const levels = new PinLevels(0, 0);
    for (let k = 0; k < 5000; k++) {
      levels.set(k * 1000, 1);
      levels.set(k * 1000 + 250, 0);
    }
    return levels;
  };

  test('give the level and the exact duty cycle of any time span', () => {
    const levels = pulses();
    expect(levels.levelAt(249)).toBe(1);
    expect(levels.levelAt(250)).toBe(0);
    expect(levels.duty(0, 5_000_000)).toBeCloseTo(0.25, 12);
    expect(levels.duty(100, 300)).toBeCloseTo(0.75, 12);
    expect(levels.duty(260, 900)).toBe(0);
    expect(levels.firstAfter(250)).toBe(2);
  });

  test('stay exact after the oldest edges were dropped', () => {
    const levels = pulses();
    levels.dropChunk();
    expect(levels.first).toBe(1024);
    expect(levels.startNs).toBe(511_250);
    expect(levels.levelAt(512_100)).toBe(1);
    expect(levels.duty(512_000, 513_000)).toBeCloseTo(0.25, 12);
    expect(levels.duty(levels.startNs, 512_100)).toBeCloseTo(100 / 850, 12);
  });

  test('begin with the level before the first edge', () => {
    const levels = new PinLevels(1, 1000);
    levels.set(1500, 0);
    expect(levels.levelAt(1200)).toBe(1);
    expect(levels.duty(1000, 2000)).toBeCloseTo(0.5, 12);
  });
});

describe('the record of a run', () => {
  test('places edges to the cycle on the axis of the trace', () => {
    const record = new PinRecord();
    record.add(
      report(
        [
          [1003, 1, 1],
          [1004, 1, 0],
        ],
        { zeroCycle: 1000 },
      ),
      () => 7,
    );
    expect(timesOf(record.levels('1'))).toEqual([7 + 3 * 62.5, 7 + 4 * 62.5]);
    expect(record.writesNs('1')).toHaveLength(2);
  });

  test('takes the levels of a report where edges were lost before it, and names the gap', () => {
    const record = new PinRecord();
    record.add(report([[160, 2, 1]], { lostFrom: 320 }), () => 0);
    expect(record.gaps).toEqual([{ fromNs: 20_000, toNs: Number.POSITIVE_INFINITY }]);
    record.add(report([[1700, 1, 1]], { baseCycle: 1600, high: [0] }), () => 0);
    expect(record.gaps).toEqual([{ fromNs: 20_000, toNs: 100_000 }]);
    expect(record.levels('2')?.levelAt(100_000)).toBe(0);
    expect(record.levels('0')?.levelAt(100_000)).toBe(1);
  });

  test('waits for the time axis of a restarted program', () => {
    const record = new PinRecord();
    const origins: (number | null)[] = [0, null];
    const originNs = (restart: number) => origins[restart] ?? null;
    record.add(report([[160, 0, 1]]), originNs);
    record.add(report([[16_160, 0, 0]], { zeroCycle: 16_000, baseCycle: 16_000, high: [0] }), originNs);
    expect(timesOf(record.levels('0'))).toEqual([10_000]);
    origins[1] = 500_000;
    record.settle(originNs);
    expect(timesOf(record.levels('0'))).toEqual([10_000, 510_000]);
  });

  test('keeps the newest edges when it is full, and says that it was cut', () => {
    const record = new PinRecord({ mostChunks: 4 });
    for (let k = 0; k < 100; k++) {
      const edges = Array.from({ length: 100 }, (_, i): MadeEdge => [k * 1000 + i, 0, (i % 2 === 0 ? 1 : 0) as 0 | 1]);
      record.add(report(edges, { baseCycle: k * 1000 }), () => 0);
    }
    const levels = record.levels('0');
    expect(record.isCut).toBe(true);
    expect(levels?.chunkCount).toBeLessThanOrEqual(4);
    expect(levels?.end).toBe(10_000);
    expect(levels?.timeNs(9999)).toBe((99 * 1000 + 99) * 62.5);
    expect(levels?.startNs).toBeGreaterThan(0);
  });

  test('counts the writes of the program only, and keeps the first and the last', () => {
    const record = new PinRecord();
    const edges = Array.from(
      { length: 200 },
      (_, i): MadeEdge => [i, 0, (1 - (i % 2)) as 0 | 1, i % 2 === 0 ? 'program' : 'timer'],
    );
    record.add(report(edges), () => 0);
    record.add(report([[300, 1, 1, 'outside']], { baseCycle: 250 }), () => 0);
    const writes = record.writesNs('0');
    expect(writes).toHaveLength(32);
    expect(writes[0]).toBe(0);
    expect(writes.at(-1)).toBe(198 * 62.5);
    expect(record.writesNs('1')).toEqual([]);
  });
});
