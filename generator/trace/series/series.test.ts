import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Series } from './series.ts';

const points = fc.array(
  fc.record({ step: fc.integer({ min: 0, max: 50 }), value: fc.integer({ min: -99, max: 99 }) }),
  {
    minLength: 1,
    maxLength: 20_000,
    size: 'max',
  },
);

/** The values between two times, by looking at each point. */
function plain(all: readonly (readonly [number, number])[], fromNs: number, toNs: number): number[] {
  return all.filter(([time]) => time >= fromNs && time < toNs).map(([, value]) => value);
}

describe('a series', () => {
  it('keeps the least and the greatest value of each column, and the order of time', () => {
    const question = fc.record({
      points,
      from: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.double({ min: 0.01, max: 1, noNaN: true }),
      columns: fc.integer({ min: 1, max: 300 }),
    });
    fc.assert(
      fc.property(question, ({ points: drawn, from, share, columns }) => {
        const series = new Series();
        const all: [number, number][] = [];
        let now = 0;
        for (const { step, value } of drawn) {
          now += step;
          all.push([now, value]);
          series.push(now, value);
        }
        const fromNs = from * now;
        const toNs = fromNs + Math.max(1, share * now);
        const { times, values } = series.sample(fromNs, toNs, columns);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        const inside = plain(all, fromNs, toNs);
        // Two for each column, and one on each side.
        expect(times.length).toBeLessThanOrEqual(2 * columns + 2 + 2);
        const shown = values.filter((_, i) => times[i]! >= fromNs && times[i]! < toNs);
        if (inside.length > 0) {
          expect(Math.min(...shown)).toBe(Math.min(...inside));
          expect(Math.max(...shown)).toBe(Math.max(...inside));
        }
        if (inside.length <= 2 * columns) expect(shown).toEqual(inside);
      }),
      { numRuns: 60 },
    );
  });

  it('reads few points of ten million, and drops the oldest beyond its capacity', () => {
    const series = new Series(1_000_000);
    for (let i = 0; i < 3_000_000; i++) series.push(i, i % 1000);
    series.push(3_000_000, 5000);
    expect(series.count).toBeLessThanOrEqual(1_003_520);
    expect(series.startNs).toBeGreaterThan(1_990_000);
    const { times, values } = series.sample(0, 3_000_001, 500);
    expect(times.length).toBeLessThan(1004);
    expect(Math.max(...values)).toBe(5000);
  });

  it('forgets what is older than the trace', () => {
    const series = new Series();
    for (let i = 0; i < 20_000; i++) series.push(i, i);
    series.forget(10_000);
    expect(series.count).toBe(20_000 - 2 * 4096);
    expect(series.startNs).toBe(2 * 4096);
    series.forget(1e9);
    expect(series.count, 'the last chunk stays').toBeGreaterThan(0);
  });

  it('keeps times that are far apart, or not whole, exactly', () => {
    const times = [0, 1, 5e9, 5e9 + 1, 3e12, 3e12 + 0.5];
    const series = new Series();
    for (const [i, time] of times.entries()) series.push(time, i);
    expect(series.sample(0, 4e12, 100)).toEqual({ times, values: [0, 1, 2, 3, 4, 5] });
    const found: number[] = [];
    series.eachValue(1, 3e12, (value) => found.push(value));
    expect(found).toEqual([1, 2, 3]);
  });

  it('leaves out what is no number, and never goes back in time', () => {
    const series = new Series();
    series.push(10, 1);
    series.push(5, 2);
    series.push(20, Number.NaN);
    expect(series.sample(0, 30, 10)).toEqual({ times: [10, 10], values: [1, 2] });
    expect(new Series().sample(0, 10, 10)).toEqual({ times: [], values: [] });
  });
});
