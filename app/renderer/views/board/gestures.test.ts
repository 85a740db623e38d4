import { expect, it } from 'vitest';
import { angleOf, percentAt } from './gestures.ts';

it('a knob points upwards in the middle, and its ends are at the lower left and right', () => {
  expect([0, 50, 100].map(angleOf)).toEqual([-135, 0, 135]);
});

it('a knob turns to the pointer', () => {
  expect(percentAt(0, -10)).toBe(50);
  expect(percentAt(-10, 0)).toBeCloseTo(16.7);
  expect(percentAt(10, 0)).toBeCloseTo(83.3);
  expect(percentAt(-1, 10)).toBe(0);
  expect(percentAt(1, 10)).toBe(100);
});

it.each([5, 20, 50, 77, 95])('at %d percent, the direction of its angle is the same percentage', (percent) => {
  const radians = (angleOf(percent) * Math.PI) / 180;
  expect(percentAt(Math.sin(radians), -Math.cos(radians))).toBeCloseTo(percent, 0);
});
