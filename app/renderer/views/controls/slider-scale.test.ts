import { describe, expect, it } from 'vitest';
import { fromStep, type Range, STEPS, toStep, valueAt } from './slider-scale.ts';

const LINEAR: Range = { min: 0, max: 250_000, scale: 'linear' };
const LOGARITHMIC: Range = { min: 100, max: 10_000_000, scale: 'logarithmic' };

describe('a slider', () => {
  it.each([LINEAR, LOGARITHMIC])('converts a step to a value and back ($scale)', (range) => {
    for (const step of [0, 1, 250, 500, 999, STEPS]) {
      // Rounding to three digits changes a value by at most two steps.
      expect(Math.abs(toStep(fromStep(step, range), range) - step)).toBeLessThanOrEqual(2);
    }
    expect(fromStep(0, range)).toBe(range.min);
    expect(fromStep(STEPS, range)).toBe(range.max);
  });

  it('snaps to the exact value of the mark when the thumb is dragged near it', () => {
    const mark = 86_873;
    const at = toStep(mark, LINEAR);
    for (const off of [-12, -1, 0, 1, 12]) expect(valueAt(at + off, LINEAR, mark, true)).toBe(mark);
    for (const off of [-13, 13]) expect(valueAt(at + off, LINEAR, mark, true)).not.toBe(mark);
  });

  it('lets keys reach the mark and leave it in both directions', () => {
    const mark = 77_656;
    const at = toStep(mark, LOGARITHMIC);
    expect(valueAt(at, LOGARITHMIC, mark, false)).toBe(mark);
    const [before, after] = [valueAt(at - 1, LOGARITHMIC, mark, false), valueAt(at + 1, LOGARITHMIC, mark, false)];
    expect(before).toBeLessThan(mark);
    expect(after).toBeGreaterThan(mark);
  });
});
