import { describe, expect, test } from 'vitest';
import { madeColumn } from './source/test-column.ts';
import { emptyTally, LaneSummary } from './summary.ts';

const column = madeColumn({ count: 10_000, periodNs: 1_000, executionNs: 100, missEvery: 700, exhaustEvery: 50 });
const summary = new LaneSummary();
summary.update(column);

function byHand(from: number, to: number) {
  const tally = emptyTally();
  for (let job = from; job < to; job++) {
    tally.jobs++;
    tally.worstResponse = Math.max(tally.worstResponse, column.endAt(job) - column.arrivalAt(job));
    tally.execution += 100;
    tally.misses += column.missedAt(job) ? 1 : 0;
    tally.exhausted += column.exhaustedAt(job) ? 1 : 0;
  }
  return tally;
}

describe('LaneSummary', () => {
  test.each([
    [0, 10_000],
    [0, 1],
    [699, 700],
    [3, 9_997],
    [17, 18],
    [255, 257],
    [1_023, 4_097],
    [5_000, 5_000],
  ])('gives the same totals for jobs %d to %d as counting them', (from, to) => {
    const tally = emptyTally();
    summary.tally(from, to, tally);
    expect(tally).toEqual(byHand(from, to));
  });

  test('grows as jobs become final, in steps of any size', () => {
    const growing = new LaneSummary();
    for (const count of [0, 1, 5, 16, 17, 100, 4_096, 10_000]) {
      growing.update(madeColumn({ count, periodNs: 1_000, executionNs: 100, missEvery: 700, exhaustEvery: 50 }));
      expect(growing.settled).toBe(count);
    }
    const tally = emptyTally();
    growing.tally(3, 9_997, tally);
    expect(tally).toEqual(byHand(3, 9_997));
  });

  test('never reads a job that the trace has dropped', () => {
    const made = madeColumn({ count: 40, periodNs: 1_000, executionNs: 100, missEvery: 1_000, exhaustEvery: 50 });
    const from = (first: number, settled: number) => {
      const kept = <T>(read: (job: number) => T) => {
        return (job: number): T => {
          if (job < first) throw new RangeError(`job ${job} was dropped`);
          return read(job);
        };
      };
      const { arrivalAt, endAt, executionAt, missedAt, exhaustedAt } = made;
      const reads = { arrivalAt: kept(arrivalAt), endAt: kept(endAt), executionAt: kept(executionAt) };
      return { ...made, ...reads, missedAt: kept(missedAt), exhaustedAt: kept(exhaustedAt), first, settled };
    };
    const dropping = new LaneSummary();
    for (const [first, settled] of [
      [0, 3],
      [1, 4],
      [5, 15],
      [9, 40],
    ] as const) {
      dropping.update(from(first, settled));
      expect([dropping.previousMiss(settled), dropping.nextMiss(0)]).toEqual([-1, -1]);
      const tally = emptyTally();
      dropping.tally(0, settled, tally);
      expect(tally.jobs).toBe(settled - first);
    }
  });

  test('follows a trace that drops its oldest jobs', () => {
    const dropping = new LaneSummary();
    const made = { periodNs: 1_000, executionNs: 100, missEvery: 700, exhaustEvery: 50 };
    for (const [first, count] of [
      [0, 1_000],
      [400, 2_000],
      [1_900, 4_000],
      [6_000, 10_000],
    ] as const) {
      dropping.update({ ...madeColumn({ ...made, count }), first });
      expect(dropping.settled).toBe(count);
      const tally = emptyTally();
      dropping.tally(first + 17, count - 3, tally);
      expect(tally).toEqual(byHand(first + 17, count - 3));
      expect(dropping.nextMiss(first)).toBe(Math.ceil((first + 1) / 700) * 700 - 1);
    }
  });

  test('finds the next and the previous miss', () => {
    expect(summary.nextMiss(0)).toBe(699);
    expect(summary.nextMiss(699)).toBe(699);
    expect(summary.nextMiss(700)).toBe(1_399);
    expect(summary.nextMiss(9_900)).toBe(-1);
    expect(summary.previousMiss(9_999)).toBe(9_799);
    expect(summary.previousMiss(698)).toBe(-1);
  });
});
