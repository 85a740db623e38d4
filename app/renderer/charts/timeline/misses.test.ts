import { expect, test } from 'vitest';
import { missedJob } from './misses.ts';
import { madeColumn } from './source/test-column.ts';

test('the job of a miss is the one with that deadline', () => {
  const column = madeColumn({ count: 20, periodNs: 100, executionNs: 30, missEvery: 5 });
  expect(missedJob(column, column.deadlineAt(4))).toBe(4);
  expect(missedJob(column, column.deadlineAt(9))).toBe(9);
});

test('the job of a dropped release is the one that was still open', () => {
  // Job 4 runs from 400 until 530, over the release at 500.
  const column = madeColumn({ count: 5, periodNs: 100, executionNs: 30, missEvery: 5 });
  expect(missedJob(column, 510)).toBe(4);
  expect(missedJob(column, 900)).toBe(-1);
});
