import { describe, expect, it } from 'vitest';
import { timeScale } from '../../base/scale.ts';
import { ns } from '../../base/time.ts';
import { loadOf } from './load.ts';
import type { JobColumn } from './source/source.ts';
import { madeColumn } from './source/test-column.ts';
import { LaneSummary } from './summary.ts';

/** 1000 ns in 100 columns. */
const scale = timeScale({ from: ns(0), to: ns(1_000) }, 0, 100);

const shares = (column: JobColumn) => [...loadOf(column, new LaneSummary(), scale, () => {})];
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('the load of a task', () => {
  it('is its share of the time, for jobs shorter and longer than a pixel', () => {
    for (const periodNs of [5, 50, 200]) {
      const middle = shares(madeColumn({ count: 1_000 / periodNs, periodNs, executionNs: periodNs / 5 })).slice(30, 70);
      expect(sum(middle) / middle.length).toBeCloseTo(0.2, 1);
    }
  });

  it('of one job that runs in many short pieces is spread over its whole duration', () => {
    const column: JobColumn = {
      ...madeColumn({ count: 1, periodNs: 20, executionNs: 250, open: true }),
      knownEndAt: () => 1_000,
      segmentCountAt: () => 50,
    };
    const found = shares(column);
    for (const share of found.slice(15, 85)) expect(share).toBeCloseTo(0.25, 5);
  });

  it('is zero where nothing ran', () => {
    expect(sum(shares(madeColumn({ count: 0, periodNs: 1, executionNs: 0 })))).toBe(0);
  });

  it('reports the columns with missed deadlines', () => {
    const missed: number[] = [];
    const column = madeColumn({ count: 10, periodNs: 100, executionNs: 10, missEvery: 5 });
    loadOf(column, new LaneSummary(), scale, (x) => missed.push(x));
    expect(missed).toHaveLength(2);
  });
});
