import { describe, expect, it } from 'vitest';
import { exactStep, fineValue, fromStep, nextValue, type Range, STEPS, toStep, valueAt } from './slider-scale.ts';

const LINEAR: Range = { min: 0, max: 250_000, scale: 'linear' };
const LOGARITHMIC: Range = { min: 100, max: 10_000_000, scale: 'logarithmic' };
/** The offset of a task with a period of 250 ms: 0, then 1 µs to 250 ms. */
const FROM_ZERO: Range = { min: 0, least: 1, max: 250_000, scale: 'logarithmic' };

describe('a slider', () => {
  it.each([LINEAR, LOGARITHMIC])('converts a step to a value and back ($scale)', (range) => {
    for (const step of [0, 1, 250, 500, 999, STEPS]) {
      // Rounding to three digits changes a value by at most two steps.
      expect(Math.abs(toStep(fromStep(step, range), range) - step)).toBeLessThanOrEqual(2);
    }
    expect(fromStep(0, range)).toBe(range.min);
    expect(fromStep(STEPS, range)).toBe(range.max);
  });

  it('gives each decade of a logarithmic range the same room, down to the least value', () => {
    const ends = [1, 10, 100, 1_000, 10_000, 100_000].map((value) => exactStep(value, FROM_ZERO));
    const rooms = ends.slice(1).map((end, i) => end - (ends[i] ?? 0));
    for (const room of rooms) expect(room).toBeCloseTo(rooms[0] ?? 0, 6);
    expect(rooms[0]).toBeGreaterThan(150);
  });

  it('reaches 0 at the left end of a logarithmic range, and the least value beside it', () => {
    expect(fromStep(0, FROM_ZERO)).toBe(0);
    expect(toStep(0, FROM_ZERO)).toBe(0);
    const values = Array.from({ length: STEPS + 1 }, (_, step) => fromStep(step, FROM_ZERO));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(values).toContain(1);
    // A thumb at 0 and a thumb at the least value are apart.
    expect(toStep(1, FROM_ZERO)).toBeGreaterThan(10);
    expect(values.every((value) => value === 0 || value >= 1)).toBe(true);
    // The board's clock may be coarser.
    const coarse: Range = { ...FROM_ZERO, least: 4 };
    expect(fromStep(toStep(4, coarse), coarse)).toBe(4);
    expect(fromStep(toStep(4, coarse) - 1, coarse)).toBe(4);
  });

  it('snaps to the exact value of the mark when the thumb is dragged near it', () => {
    const mark = 86_873;
    const at = toStep(mark, LINEAR);
    for (const off of [-6, -1, 0, 1, 6]) expect(valueAt(at + off, LINEAR, mark, true)).toBe(mark);
    for (const off of [-7, 7]) expect(valueAt(at + off, LINEAR, mark, true)).not.toBe(mark);
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
  it.each([LINEAR, LOGARITHMIC, FROM_ZERO])('changes the value ten times less ($scale)', (range) => {
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
    const clock: Range = { ...FROM_ZERO, least: 4 };
    expect(fineValue(0, 1, clock)).toBe(4);
    expect(fineValue(4, -1, clock)).toBe(0);
  });
});

describe('a key', () => {
  it.each([LOGARITHMIC, FROM_ZERO])('returns to the value that the opposite key left (from $min)', (range) => {
    for (let step = 1; step < STEPS; step += 1) {
      const value = fromStep(step, range);
      if (fromStep(step - 1, range) === value || fromStep(step + 1, range) === value || value < 100) continue;
      const right = nextValue(value, toStep(value, range) + 1, range, null);
      expect(nextValue(right, toStep(right, range) - 1, range, null)).toBe(value);
    }
  });

  it.each([LINEAR, LOGARITHMIC, FROM_ZERO])('always changes the value ($scale)', (range) => {
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
