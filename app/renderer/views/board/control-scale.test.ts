import { expect, it } from 'vitest';
import { PART_TYPE_LIST } from '../../../../generator/parts/kinds.ts';
import { fromShare, toShare } from './control-scale.ts';

const controls = PART_TYPE_LIST.flatMap(({ control }) => control ?? []);

it.each(controls.map((control) => [control.action, control] as const))('the ends of “%s” are exact', (_, control) => {
  expect(fromShare(control, 0)).toBe(control.least);
  expect(fromShare(control, 1)).toBe(control.most);
  expect(toShare(control, control.least)).toBe(0);
  expect(toShare(control, control.most)).toBe(1);
});

it('a logarithmic control gives each decade the same space', () => {
  const range = { least: 1, most: 10_000, scale: 'logarithmic', step: 1 } as const;
  expect([0.25, 0.5, 0.75].map((share) => fromShare(range, share))).toEqual([10, 100, 1000]);
  expect(toShare(range, 100)).toBeCloseTo(0.5);
});

it('values are multiples of the step', () => {
  expect(fromShare({ least: 2, most: 400, scale: 'linear', step: 1 }, 0.3)).toBe(121);
});
