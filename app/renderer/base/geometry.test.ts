import { describe, expect, test } from 'vitest';
import { clamp, crisp, lowerBound, upperBound } from './geometry.ts';

describe('bounds', () => {
  const values = [1, 3, 3, 3, 7];
  const at = (i: number): number => values[i] ?? Number.NaN;

  test.each([
    [0, 0, 0],
    [1, 0, 1],
    [3, 1, 4],
    [5, 4, 4],
    [9, 5, 5],
  ])('of %d', (wanted, lower, upper) => {
    expect(lowerBound(values.length, at, wanted)).toBe(lower);
    expect(upperBound(values.length, at, wanted)).toBe(upper);
  });

  test('of nothing', () => {
    expect(lowerBound(0, at, 1)).toBe(0);
  });
});

test('clamp and crisp', () => {
  expect(clamp(5, 0, 3)).toBe(3);
  expect(crisp(4.2, 1)).toBe(4.5);
  expect(crisp(4.2, 2)).toBe(4.25);
});
