import { expect, it } from 'vitest';
import { Bench } from './test-jobs.ts';

it('counts critical sections that were longer than declared, by task and resource', () => {
  const bench = new Bench().play(
    [0, 'release', 1],
    [0, 'start', 1],
    [1, 'lock-acquire', 0, 1],
    [2, 'lock-exceeded', 0, 1],
    [3, 'lock-acquire', 0, 1],
    [4, 'lock-release', 0, 1],
    [5, 'lock-acquire', 0, 1],
    [9, 'lock-exceeded', 0, 1],
    [10, 'complete', 1],
  );
  expect([...bench.statistics.longSections]).toEqual([[1, new Map([[0, 2]])]]);
});
