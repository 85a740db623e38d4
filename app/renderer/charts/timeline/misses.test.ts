import { expect, test } from 'vitest';
import { DroppedReleaseRecords } from '../../../../generator/trace/jobs/dropped-releases.ts';
import { droppedNear, missedJob } from './misses.ts';
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

test('a click finds the nearest dropped release within reach', () => {
  const droppedReleases = new DroppedReleaseRecords();
  for (const time of [100, 200, 210]) droppedReleases.add(time, 1);
  const column = { ...madeColumn({ count: 5, periodNs: 100, executionNs: 30 }), droppedReleases };
  expect([90, 104, 106, 203, 206, 500].map((time) => droppedNear(column, time, 10))).toEqual([0, 0, 0, 1, 2, -1]);
  expect(droppedNear(column, 150, 10)).toBe(-1);
  expect(droppedNear(madeColumn({ count: 5, periodNs: 100, executionNs: 30 }), 100, 10)).toBe(-1);
});
