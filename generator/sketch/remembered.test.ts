import { expect, it } from 'vitest';
import { remembered } from './remembered.ts';

it('computes a value once for each object', () => {
  let count = 0;
  const lengthOf = remembered((list: readonly number[]) => {
    count += 1;
    return list.length;
  });
  const [short, long] = [[1], [1, 2]];
  expect([short, long, short, long].map(lengthOf)).toEqual([1, 2, 1, 2]);
  expect(count).toBe(2);
  expect(lengthOf([1])).toBe(1);
  expect(count).toBe(3);
});
