import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TrendRecord, trendOf } from './trend.ts';

const S = 1_000_000_000;

function recorded(ns: (k: number) => number, jobs = 1000): TrendRecord {
  const record = new TrendRecord();
  for (let k = 0; k < jobs; k++) record.add(k * 10_000_000, ns(k));
  return record;
}

describe('the trend of execution times', () => {
  it('is their slope where they grow or shrink', () => {
    const { direction, nsPerSecond } = recorded((k) => 100_000 + 50 * k).trend();
    expect(direction).toBe('rising');
    expect(nsPerSecond).toBeCloseTo(5_000, 0);
    expect(recorded((k) => 100_000 - 50 * k).trend().direction).toBe('falling');
  });

  it.each([
    ['constant times', () => 100_000],
    ['two times in turn', (k: number) => (k % 2 === 0 ? 1_000 : 900_000)],
    ['one long job', (k: number) => (k === 990 ? 9_000_000 : 100_000)],
  ])('is none for %s', (_, ns) => {
    expect(recorded(ns).trend()).toEqual({ direction: 'none', nsPerSecond: 0 });
  });

  it('needs eight slices', () => {
    expect(trendOf([1, 2, 3, 4, 5, 6, 7].map((k) => [k * S, k])).direction).toBe('none');
    expect(trendOf([1, 2, 3, 4, 5, 6, 7, 8].map((k) => [k * S, k]))).toEqual({ direction: 'rising', nsPerSecond: 1 });
  });

  it('keeps every job in at most 64 slices, however long the run is', () => {
    const job = fc.tuple(fc.integer({ min: 0, max: 10 * S }), fc.integer({ min: 1, max: S }));
    fc.assert(
      fc.property(fc.array(job, { minLength: 1, maxLength: 80 }), (jobs) => {
        const record = new TrendRecord();
        let at = 0;
        for (const [wait, ns] of jobs) {
          at += wait;
          record.add(at, ns);
        }
        const slices = record.slices();
        expect(slices.length).toBeLessThanOrEqual(64);
        expect(slices.reduce((sum, { count }) => sum + count, 0)).toBe(jobs.length);
        const total = slices.reduce((sum, { count, meanNs }) => sum + count * meanNs, 0);
        expect(total / jobs.reduce((sum, [, ns]) => sum + ns, 0)).toBeCloseTo(1, 9);
        expect(Math.max(...slices.map(({ worstNs }) => worstNs))).toBe(Math.max(...jobs.map(([, ns]) => ns)));
      }),
    );
  });
});
