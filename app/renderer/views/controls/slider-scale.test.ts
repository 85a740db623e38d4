import { describe, expect, it } from 'vitest';
import { exactStep, fineValue, fromStep, nextValue, type Range, STEPS, toStep, valueAt } from './slider-scale.ts';

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

describe('a fine movement', () => {
  it.each([LINEAR, LOGARITHMIC])('changes the value ten times less ($scale)', (range) => {
    const from = fromStep(500, range);
    expect(exactStep(fineValue(from, 50, range), range) - exactStep(from, range)).toBeCloseTo(5, 0);
    expect(fineValue(from, -50, range)).toBeLessThan(from);
  });

  it('reaches every value, and stays in the range', () => {
    const few: Range = { min: 0, max: 20, scale: 'linear' };
    expect(fineValue(7, 1, few)).toBe(8);
    expect(fineValue(7, -1, few)).toBe(6);
    expect(fineValue(20, 1, few)).toBe(20);
    expect(fineValue(0, -1, few)).toBe(0);
    expect(fineValue(7, 0, few)).toBe(7);
  });
});

describe('a key', () => {
  it.each([LINEAR, LOGARITHMIC])('always changes the value ($scale)', (range) => {
    let value = range.min;
    for (let presses = 0; value < range.max; presses += 1) {
      const next = nextValue(value, toStep(value, range) + 1, range, null);
      expect(next, `after ${presses} presses`).toBeGreaterThan(value);
      value = next;
    }
    for (let presses = 0; value > range.min; presses += 1) {
      const next = nextValue(value, toStep(value, range) - 1, range, null);
      expect(next, `after ${presses} presses`).toBeLessThan(value);
      value = next;
    }
  });
});
