import { describe, expect, test } from 'vitest';
import { timeScale } from '../../base/scale.ts';
import { ns } from '../../base/time.ts';
import { detailFor, eachColumn, jobsIn } from './density.ts';
import { madeColumn } from './source/test-column.ts';
import { LaneSummary } from './summary.ts';

const view = (from: number, to: number) => ({ from: ns(from), to: ns(to) });

describe('jobsIn', () => {
  const column = madeColumn({ count: 100, periodNs: 1_000, executionNs: 100, missEvery: 10 });
  test('includes the job that began before the view and extends into it', () => {
    expect(jobsIn(column, view(5_050, 7_500))).toEqual({ first: 5, last: 8 });
  });
  test('includes a job of which only the deadline is in the view', () => {
    expect(jobsIn(column, view(5_500, 6_500))).toEqual({ first: 5, last: 7 });
  });
  test('includes a late job even if the next job ended before it', () => {
    expect(jobsIn(column, view(11_050, 11_060)).first).toBe(11);
    expect(jobsIn(column, view(10_050, 10_060)).first).toBe(9);
  });
  test('of nothing is nothing', () => {
    const none = madeColumn({ count: 0, periodNs: 1, executionNs: 0 });
    expect(jobsIn(none, view(0, 10))).toEqual({ first: 0, last: 0 });
  });
});

describe('detailFor', () => {
  const column = madeColumn({ count: 1_000, periodNs: 1_000, executionNs: 100 });
  test.each([
    [10, 'full'],
    [100, 'boxes'],
    [900, 'columns'],
  ] as const)('%d jobs on 1,000 px are drawn as %s', (jobs, detail) => {
    const shown = view(0, jobs * 1_000);
    expect(detailFor(column, jobsIn(column, shown), timeScale(shown, 0, 1_000))).toBe(detail);
  });
});

describe('eachColumn', () => {
  test('counts every job of the view once, however many pixels there are', () => {
    const column = madeColumn({ count: 50_000, periodNs: 1_000, executionNs: 100, missEvery: 7, open: true });
    const summary = new LaneSummary();
    summary.update(column);
    for (const width of [10, 333, 1_500]) {
      let jobs = 0;
      let misses = 0;
      let lastX = -1;
      eachColumn(column, summary, timeScale(view(0, 50_000_000), 0, width), (x, tally) => {
        expect(x).toBeGreaterThan(lastX);
        lastX = x;
        jobs += tally.jobs;
        misses += tally.misses;
      });
      expect(jobs).toBe(50_000);
      expect(misses).toBe(Math.floor(50_000 / 7));
    }
  });

  test('reads a number of values that grows with the width, not with the trace', () => {
    const reads = (count: number): number => {
      let calls = 0;
      const made = madeColumn({ count, periodNs: 1_000, executionNs: 100 });
      const column = {
        ...made,
        arrivalAt: (job: number) => {
          calls++;
          return made.arrivalAt(job);
        },
      };
      const summary = new LaneSummary();
      summary.update(made);
      eachColumn(column, summary, timeScale(view(0, count * 1_000), 0, 500), () => undefined);
      return calls;
    };
    expect(reads(1_000_000)).toBeLessThan(4 * reads(10_000));
  });
});
