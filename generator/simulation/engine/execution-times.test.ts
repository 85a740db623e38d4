import { describe, expect, it } from 'vitest';
import type { ExecutionTimes } from '../model.ts';
import { Random } from '../random.ts';
import { ExecutionCursor } from './execution-times.ts';

function draw(times: ExecutionTimes, count: number, seed = 1): number[] {
  const cursor = new ExecutionCursor(times, new Random(seed));
  return Array.from({ length: count }, () => cursor.next());
}

describe('execution times', () => {
  it('that are constant are always the same', () => {
    expect(draw({ kind: 'constant', ns: 7 }, 3)).toEqual([7, 7, 7]);
  });

  it('that are uniform have every whole value of their interval', () => {
    const drawn = draw({ kind: 'uniform', leastNs: 5, mostNs: 8 }, 4000);
    for (const ns of [5, 6, 7, 8]) expect(Math.abs(drawn.filter((it) => it === ns).length - 1000)).toBeLessThan(110);
    expect(drawn.every((ns) => [5, 6, 7, 8].includes(ns))).toBe(true);
  });

  it('that are bimodal have the given share of rare values', () => {
    const drawn = draw({ kind: 'bimodal', usualNs: 1, rareNs: 100, rareShare: 0.05 }, 20_000);
    expect(new Set(drawn)).toEqual(new Set([1, 100]));
    // A standard error is √(0.05 · 0.95 · 20,000) = 31.
    expect(Math.abs(drawn.filter((ns) => ns === 100).length - 1000)).toBeLessThan(124);
  });

  it.each([
    [0, 1],
    [1, 100],
  ])('that are bimodal with a share of %d are always %d', (rareShare, ns) => {
    expect(new Set(draw({ kind: 'bimodal', usualNs: 1, rareNs: 100, rareShare }, 1000))).toEqual(new Set([ns]));
  });

  it('that are recorded come in their order, and repeat from the first', () => {
    expect(draw({ kind: 'recorded', ns: Float64Array.of(3, 1, 2) }, 7)).toEqual([3, 1, 2, 3, 1, 2, 3]);
    expect(draw({ kind: 'recorded', ns: Float64Array.of(4) }, 2)).toEqual([4, 4]);
  });

  it('that are recorded must not be empty', () => {
    expect(() => draw({ kind: 'recorded', ns: new Float64Array(0) }, 1)).toThrow('must not be empty');
  });

  it('are the same for the same seed, and differ for another', () => {
    const times: ExecutionTimes = { kind: 'uniform', leastNs: 0, mostNs: 1e9 };
    expect(draw(times, 20, 9)).toEqual(draw(times, 20, 9));
    expect(draw(times, 20, 9)).not.toEqual(draw(times, 20, 10));
  });
});
