import { expect, test } from 'vitest';
import { windowText } from './toolbar.tsx';

const MS = 1_000_000;
const painted = {
  live: false,
  fromNs: 0,
  toNs: 1_000 * MS,
  boundsNs: 2_000 * MS,
  jobs: 19,
  misses: 0,
  allJobs: 40,
  allMisses: 0,
  events: 0,
  version: 0,
  cursors: [],
  playhead: null,
};
const text = (changes: Partial<typeof painted>) => windowText({ ...painted, ...changes }).replace(/\s/g, ' ');

test('the visible time span is given as a part of the whole', () => {
  expect(text({})).toBe('1 s of 2 s · 19 jobs');
});

test('a view that is longer than the run shows all of it', () => {
  expect(text({ toNs: 2_000 * MS, boundsNs: 616 * MS })).toBe('all 616 ms · 19 jobs');
});

test('nothing is said without jobs', () => {
  expect(text({ allJobs: 0 })).toBe('');
});
