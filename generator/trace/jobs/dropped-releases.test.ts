import { expect, it } from 'vitest';
import { DroppedReleaseRecords } from './dropped-releases.ts';

it('counts releases by the time of their report, and keeps the total when the oldest go', () => {
  const given = new DroppedReleaseRecords();
  expect([given.count, given.total, given.firstNs]).toEqual([0, 0, null]);
  given.add(10, 1);
  given.add(40, 30);
  given.add(70, 5);
  expect([given.count, given.total, given.firstNs]).toEqual([3, 36, 10]);
  expect([given.firstFrom(10), given.firstFrom(11), given.firstFrom(71)]).toEqual([0, 1, 3]);
  expect([given.countAt(1), given.countIn(0, 3), given.countIn(2, 1)]).toEqual([30, 36, 0]);
  given.dropBefore(41);
  expect([given.count, given.atNs(0), given.countAt(0), given.countIn(0, 1)]).toEqual([1, 70, 5, 5]);
  given.dropBefore(100);
  given.add(110, 2);
  expect([given.count, given.countAt(0), given.total, given.firstNs]).toEqual([1, 2, 38, 10]);
});
