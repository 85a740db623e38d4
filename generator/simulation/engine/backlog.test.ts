import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

it('keeps the jobs in order, also after it has grown while wrapped around', () => {
  const backlog = new Backlog([5, 0]);
  let next = 0;
  let oldest = 0;
  for (const [pushes, shifts] of [
    [2, 1],
    [4, 3],
    [3, 5],
    [5, 5],
  ] as const) {
    for (let i = 0; i < pushes; i++) expect(backlog.push(0, next, next++ + 0.5)).toBe(true);
    for (let i = 0; i < shifts; i++) {
      expect(backlog.arrivalNs(0)).toBe(oldest);
      expect(backlog.releaseNs(0)).toBe(oldest++ + 0.5);
      backlog.shift(0);
    }
  }
  expect(backlog.isEmpty(0)).toBe(true);
});

it('rejects jobs above its limit', () => {
  const backlog = new Backlog([2, 0]);
  expect([1, 2, 3].map((time) => backlog.push(0, time, time))).toEqual([true, true, false]);
  expect(backlog.push(1, 1, 1)).toBe(false);
  expect(backlog.arrivalNs(0)).toBe(1);
  backlog.shift(0);
  expect(backlog.push(0, 4, 4)).toBe(true);
});
