import { describe, expect, it } from 'vitest';
import type { ArrivalTimes } from '../model.ts';
import { Random } from '../random.ts';
import { ArrivalCursor } from './arrivals.ts';

function first(times: ArrivalTimes, count: number, seed = 1): number[] {
  const cursor = new ArrivalCursor(times, new Random(seed));
  return Array.from({ length: count }, () => {
    const at = cursor.nextNs;
    cursor.advance();
    return at;
  });
}

function distances(arrivals: readonly number[]): number[] {
  return arrivals.slice(1).map((at, index) => at - (arrivals[index] ?? Number.NaN));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('arrivals', () => {
  it('of a periodic source are offset + k·period', () => {
    expect(first({ kind: 'periodic', offsetNs: 3, periodNs: 10 }, 4)).toEqual([3, 13, 23, 33]);
  });

  it('of a sporadic source come as early as allowed if no time is added', () => {
    expect(first({ kind: 'sporadic', offsetNs: 3, periodNs: 10, extraNs: 0 }, 4)).toEqual([3, 13, 23, 33]);
  });

  it('of a sporadic source are at least its period apart, plus the given mean', () => {
    const arrivals = first({ kind: 'sporadic', offsetNs: 5, periodNs: 1000, extraNs: 400 }, 20_001);
    expect(arrivals[0]).toBe(5);
    expect(Math.min(...distances(arrivals))).toBe(1000);
    expect(arrivals.every(Number.isSafeInteger)).toBe(true);
    // A standard error is 400/√20,000 = 2.8. Rounding down removes half a nanosecond.
    expect(Math.abs(mean(distances(arrivals)) - 1399.5)).toBeLessThan(11.3);
  });

  it('of a bursty source come together, every period', () => {
    expect(first({ kind: 'bursty', offsetNs: 2, periodNs: 100, burst: 3 }, 7)).toEqual([2, 2, 2, 102, 102, 102, 202]);
    expect(first({ kind: 'bursty', offsetNs: 2, periodNs: 100, burst: 1 }, 2)).toEqual([2, 102]);
    expect(first({ kind: 'bursty', offsetNs: 2, periodNs: 100, burst: 0 }, 1)).toEqual([Number.POSITIVE_INFINITY]);
  });

  it('of a Poisson process have exponential intervals, not rounded to whole nanoseconds', () => {
    const arrivals = first({ kind: 'random', meanNs: 1000 }, 20_001);
    const between = distances(arrivals);
    expect(arrivals.every(Number.isSafeInteger)).toBe(true);
    expect(Math.min(...between)).toBeGreaterThanOrEqual(0);
    expect(Math.abs(mean(between) - 1000)).toBeLessThan(28.3);
    expect(Math.abs(between.filter((ns) => ns > 1000).length / 20_000 - Math.exp(-1))).toBeLessThan(0.0137);
    // Many arrivals in one nanosecond: time still advances.
    expect(mean(distances(first({ kind: 'random', meanNs: 0.25 }, 20_001)))).toBeCloseTo(0.25, 2);
  });

  it('that need a trigger never come by themselves', () => {
    expect(first({ kind: 'never' }, 2)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });

  it('end before times become inexact', () => {
    const half = 2 ** 52;
    const never = Number.POSITIVE_INFINITY;
    expect(first({ kind: 'periodic', offsetNs: half - 1, periodNs: half }, 3)).toEqual([half - 1, 2 * half - 1, never]);
    expect(first({ kind: 'sporadic', offsetNs: half, periodNs: half, extraNs: 9 }, 2)).toEqual([half, never]);
    expect(first({ kind: 'bursty', offsetNs: half, periodNs: half, burst: 2 }, 3)).toEqual([half, half, never]);
  });

  it('are the same for the same seed, and differ for another', () => {
    const times: ArrivalTimes = { kind: 'random', meanNs: 1e6 };
    expect(first(times, 20, 9)).toEqual(first(times, 20, 9));
    expect(first(times, 20, 9)).not.toEqual(first(times, 20, 10));
  });
});
