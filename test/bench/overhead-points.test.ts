import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Figures, lineAbove, lineAboveAll, valueAt } from '../../bench/overheads/point.ts';

describe('lineAbove', () => {
  it('goes through two points', () => {
    const line = lineAbove([
      [2, 10],
      [4, 14],
    ]);
    expect([valueAt(line, 2), valueAt(line, 4)]).toEqual([10, 14]);
  });

  it('is flat through one point, and does not fall', () => {
    expect(lineAbove([[3, 7]])).toEqual({ base: 7, slope: 0 });
    const falling = lineAbove([
      [1, 9],
      [5, 3],
    ]);
    expect(falling.slope).toBe(0);
    expect(falling.base).toBe(9);
  });

  it('is never below a point', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 32 }), fc.integer({ min: 0, max: 20_000 })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(points, (all) => {
        const line = lineAbove(all);
        for (const [at, value] of all) expect(valueAt(line, at)).toBeGreaterThan(value - 1e-6);
      }),
    );
  });
});

it('lineAboveAll is as steep as the steepest series, and above all', () => {
  const low = [
    [2, 10],
    [6, 30],
  ] as const;
  const high = [
    [2, 40],
    [4, 42],
  ] as const;
  expect(lineAboveAll([low, high])).toEqual({ base: 30, slope: 5 });
});

it('figures are found by name and by the number of tasks', () => {
  const figures = new Figures({ 'release, 2 tasks': 5, 'release, 8 tasks': 9, 'released, 2 tasks': 1, byte: 3 });
  expect(figures.over('release')).toEqual([
    [2, 5],
    [8, 9],
  ]);
  expect(figures.most('byte', 'release, 2 tasks')).toBe(5);
  expect(() => figures.at('bytes')).toThrow('not measured: bytes');
});
