import { describe, expect, test } from 'vitest';
import { stackValue } from '../stack.ts';
import { TraceStore } from '../store/store.ts';
import { JobTracker } from './jobs.ts';
import type { TaskJobs } from './task-jobs.ts';
import { Bench, CONTROL, LOGGER, MS, PROGRAM } from './test-jobs.ts';

describe('statistics of a schedule worked out by hand', () => {
  // 30 ms, control 10/2 preempting logger 40/12 (φ 5 ms): control at 0, 10, 20; logger 5-10, 12-19.
  const bench = new Bench(true, [CONTROL, LOGGER]).play(
    [0, 'boot'],
    [0, 'release', 0],
    [0, 'start', 0],
    [2, 'complete', 0],
    [5, 'release', 1],
    [5, 'start', 1],
    [10, 'switch-out', 1],
    [10, 'release', 0],
    [10, 'start', 0],
    [12, 'complete', 0],
    [12, 'switch-in', 1],
    [19, 'complete', 1],
    [20, 'release', 0],
    [20.5, 'start', 0],
    [24.5, 'budget-exhausted', 0],
    [24.5, 'complete', 0],
    [25, 'idle'],
  );
  const [control, logger] = bench.statistics.tasks;

  test('times', () => {
    expect(control?.responseNs).toMatchObject({ worst: 4.5 * MS, best: 2 * MS, count: 3 });
    expect(control?.responseNs.mean).toBeCloseTo((8.5 / 3) * MS, 3);
    expect(control?.executionNs).toMatchObject({ worst: 4 * MS, best: 2 * MS });
    expect(control?.startLatencyNs.worst).toBe(0.5 * MS);
    expect(logger?.responseNs).toMatchObject({ worst: 14 * MS, count: 1 });
    expect(logger?.executionNs.worst).toBe(12 * MS);
  });

  test('counts', () => {
    expect(control).toMatchObject({ completed: 3, deadlineMisses: 0, budgetOverruns: 1, dropped: 0, incomplete: 0 });
    expect(control?.releaseJitterNs).toBe(0);
    expect(control?.utilization).toBeCloseTo(8 / 25, 9);
    expect(logger?.utilization).toBeCloseTo(12 / 25, 9);
    expect(bench.statistics.utilization).toBeCloseTo(20 / 25, 9);
  });

  test('histogram', () => {
    const buckets = control?.responseNs.buckets().filter((bucket) => bucket.count > 0) ?? [];
    expect(buckets.map((bucket) => bucket.count)).toEqual([2, 1]);
    expect(buckets[0]?.fromNs).toBeLessThanOrEqual(2 * MS);
    expect(buckets[0]?.toNs).toBeGreaterThan(2 * MS);
    expect(control?.responseNs.quantile(0.5)).toBeLessThan(2.03 * MS);
    expect(control?.responseNs.quantile(1)).toBe(4.5 * MS);
  });
});

test('a million jobs are found by time, and the oldest are removed with the store', () => {
  const store = new TraceStore({ capacity: 1 << 20 });
  const jobs = new JobTracker(store);
  store.metadata(PROGRAM);
  store.segment(true);
  for (let k = 0; k < 1_000_000; k++) {
    store.event(k * 10 * MS, 1, 0, 0);
    store.event(k * 10 * MS + 1000, 2, 0, 0);
    store.event(k * 10 * MS + MS, 5, 0, 0);
    if (k % 100_000 === 0) jobs.update();
  }
  jobs.update();
  const task = jobs.task(0) as TaskJobs;
  expect(task.count).toBe(1_000_000);
  expect(task.first).toBeGreaterThan(600_000);
  expect(task.releaseAt(task.firstEndingAfter(8_000_000 * MS))).toBe(8_000_000 * MS);
  expect(task.lastArrivedBefore(8_000_001 * MS)).toBe(800_000);
  expect(task.lastArrivedBefore(0)).toBe(-1);
  expect(task.numberAt(999_999)).toBe(999_999);
  expect(() => task.endAt(5)).toThrow(/no job in row 5/);
});

test('statistics contain the time of preemption, and the stack use', () => {
  const bench = new Bench().play(
    [0, 'boot'],
    [0, 'release', 0],
    [0, 'start', 0],
    [1, 'switch-out', 0],
    [3, 'switch-in', 0],
    [4, 'lock-wait', 0, 0],
    [4, 'switch-out', 0],
    [6, 'switch-in', 0],
    [7, 'complete', 0],
    [8, 'stack', 0, stackValue({ sizeBytes: 128, unusedBytes: 60 })],
    [9, 'stack', 0, stackValue({ sizeBytes: 128, unusedBytes: 40 })],
    [10, 'release', 0],
    [10, 'start', 0],
    [12, 'complete', 0],
  );
  const [control] = bench.statistics.tasks;
  expect(control?.preemptedNs).toMatchObject({ worst: 2 * MS, mean: MS });
  expect(bench.statistics.stacks).toEqual(new Map([[0, { sizeBytes: 128, unusedBytes: 40 }]]));
});

test('a job that does not end counts in the utilization', () => {
  const bench = new Bench().play(
    [0, 'boot'],
    [0, 'release', 0],
    [0, 'start', 0],
    [2, 'switch-out', 0],
    [8, 'switch-in', 0],
    [10, 'release', 1],
  );
  expect(bench.statistics.tasks[0]?.utilization).toBeCloseTo(0.4, 9);
  expect(bench.statistics.tasks[0]?.completed).toBe(0);
});
