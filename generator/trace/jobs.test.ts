import { describe, expect, test } from 'vitest';
import type { TraceMetadata, TraceObject } from './events.ts';
import { EVENT_KINDS } from './events.ts';
import { JobTracker } from './jobs.ts';
import { stackValue } from './stack.ts';
import { TraceStatistics } from './statistics.ts';
import { TraceStore } from './store.ts';
import type { Job, TaskJobs } from './task-jobs.ts';
import { traceTask } from './test-traces.ts';

const MS = 1_000_000;
const CONTROL = traceTask('control', 0, { periodNs: 10 * MS, offsetNs: 0, deadlineNs: 8 * MS, budgetNs: 3 * MS });
const LOGGER = traceTask('logger', 1, { periodNs: 40 * MS, offsetNs: 5 * MS, deadlineNs: 40 * MS, budgetNs: 12 * MS });
const SPORADIC = traceTask('button', 2, { periodNs: 20 * MS, deadlineNs: 5 * MS });
const BACKGROUND = traceTask('idle', 3);
const PROGRAM: TraceMetadata = { clockHz: 1_000_000, objects: [CONTROL, LOGGER, SPORADIC, BACKGROUND] };

type Line = readonly [ms: number, kind: (typeof EVENT_KINDS)[number], object?: number, value?: number];

class Bench {
  readonly store = new TraceStore();
  readonly jobs = new JobTracker(this.store);
  readonly statistics = new TraceStatistics(this.store, this.jobs);

  constructor(booted = true, objects: readonly TraceObject[] = PROGRAM.objects, clock: Partial<TraceMetadata> = {}) {
    this.store.metadata({ ...PROGRAM, objects, ...clock });
    this.store.segment(booted);
  }

  play(...lines: readonly Line[]): this {
    for (const [ms, kind, object = -1, value = 0] of lines) {
      this.store.event(Math.round(ms * MS), EVENT_KINDS.indexOf(kind), object, value);
      this.jobs.update();
    }
    this.statistics.update();
    return this;
  }

  task(index: number): TaskJobs {
    const jobs = this.jobs.task(index);
    if (!jobs) throw new Error(`no task ${index}`);
    return jobs;
  }

  all(index: number): Job[] {
    const jobs = this.task(index);
    return Array.from({ length: jobs.count }, (_, row) => jobs.job(row));
  }
}

const brief = (job: Job) =>
  [job.index, job.arrivalNs / MS, job.startNs, job.endNs, job.executionNs].map((n) =>
    n === null ? null : n > 1000 ? n / MS : n,
  );

describe('jobs', () => {
  test('one after the other', () => {
    const bench = new Bench().play(
      [0, 'boot'],
      [0, 'release', 0],
      [1, 'start', 0],
      [3, 'complete', 0],
      [10, 'release', 0],
      [10.5, 'start', 0],
    );
    expect(bench.task(0).job(0)).toEqual({
      task: CONTROL,
      index: 0,
      arrivalNs: 0,
      releaseNs: 0,
      startNs: MS,
      endNs: 3 * MS,
      executionNs: 2 * MS,
      segments: [{ fromNs: MS, toNs: 3 * MS, blockedAfter: false }],
      deadlineNs: 8 * MS,
      missed: false,
      latenessNs: -5 * MS,
      budgetExhausted: false,
      state: 'complete',
    });
    expect(bench.task(0).settled).toBe(1);
    expect(bench.task(0).job(1)).toMatchObject({
      index: 1,
      arrivalNs: 10 * MS,
      startNs: 10.5 * MS,
      endNs: null,
      state: 'running',
      segments: [{ fromNs: 10.5 * MS, toNs: -1 }],
    });
  });

  test('a job that is preempted and one that waits for a lock', () => {
    const bench = new Bench().play(
      [5, 'release', 1],
      [5, 'start', 1],
      [10, 'switch-out', 1],
      [10, 'release', 0],
      [10, 'start', 0],
      [11, 'lock-wait', 0, 0],
      [11, 'switch-out', 0],
      [11, 'switch-in', 1],
      [12, 'lock-acquire', 0, 0],
      [12, 'switch-out', 1],
      [12, 'switch-in', 0],
      [14, 'complete', 0],
      [14, 'switch-in', 1],
      [15, 'complete', 1],
    );
    const [logger] = bench.all(1);
    expect(logger?.segments.map((s) => [s.fromNs / MS, s.toNs / MS, s.blockedAfter])).toEqual([
      [5, 10, false],
      [11, 12, false],
      [14, 15, false],
    ]);
    expect(logger).toMatchObject({ executionNs: 7 * MS, startNs: 5 * MS, endNs: 15 * MS, state: 'complete' });
    const [control] = bench.all(0);
    expect(control?.segments.map((s) => [s.fromNs / MS, s.toNs / MS, s.blockedAfter])).toEqual([
      [10, 11, true],
      [12, 14, false],
    ]);
    expect(control?.executionNs).toBe(3 * MS);
  });

  test('a job that is preempted twice over, stands still without a budget, and whose interrupts do not count as pauses', () => {
    const handler = traceTask('pulse', 4, { periodNs: 20 * MS, deadlineNs: 20 * MS, budgetNs: MS });
    const bench = new Bench(true, [...PROGRAM.objects, handler]).play(
      [0, 'boot'],
      [5, 'release', 1],
      [5, 'start', 1],
      [6, 'interrupt-enter', 0],
      [6, 'interrupt-mask', 0, 1],
      [6.5, 'release', 4],
      [6.5, 'interrupt-exit', 0],
      [7, 'switch-out', 1],
      [7, 'start', 4],
      [8, 'switch-out', 4],
      [8, 'release', 0],
      [8, 'start', 0],
      [9, 'complete', 0],
      [9, 'switch-in', 4],
      [10, 'complete', 4],
      [10, 'switch-in', 1],
      [14, 'budget-exhausted', 1],
      [14, 'switch-out', 1],
      [14, 'idle'],
      [45, 'deadline-miss', 1],
      [45, 'replenish', 1, 12 * MS],
      [45, 'switch-in', 1],
      [46, 'interrupt-mask', 0, 0],
      [47, 'complete', 1],
    );
    const [logger] = bench.all(1);
    expect(logger?.segments.map((s) => [s.fromNs / MS, s.toNs / MS])).toEqual([
      [5, 7],
      [10, 14],
      [45, 47],
    ]);
    expect(logger).toMatchObject({ executionNs: 8 * MS, budgetExhausted: true, missed: true, latenessNs: 2 * MS });
    expect(bench.all(4)[0]).toMatchObject({
      executionNs: 2 * MS,
      startNs: 7 * MS,
      endNs: 10 * MS,
      arrivalNs: 6.5 * MS,
    });
    expect(bench.all(0)[0]).toMatchObject({ executionNs: MS, missed: false });
    const [, statistics] = bench.statistics.tasks;
    expect(statistics).toMatchObject({ completed: 1, deadlineMisses: 1, budgetOverruns: 1 });
  });

  test('the k-th release stays the k-th whatever was skipped, and arrivals do not drift with late stamps', () => {
    const bench = new Bench().play(
      [2, 'release', 0],
      [2, 'start', 0],
      [15, 'deadline-miss', 0],
      [15, 'complete', 0],
      [15, 'skip', 0, 1],
      [22.5, 'release', 0],
      [23, 'start', 0],
      [24, 'complete', 0],
      [32, 'release', 0],
    );
    expect(bench.all(0).map(brief)).toEqual([
      [0, 2, 2, 15, 13],
      [2, 22, 23, 24, 1],
      [3, 32, null, null, 0],
    ]);
    const [statistics] = bench.statistics.tasks;
    expect(statistics).toMatchObject({ released: 3, completed: 2, skipped: 1, deadlineMisses: 1, budgetOverruns: 1 });
    // The late job, and the release that never got one.
    expect(statistics).toMatchObject({ misses: 2, firstGivenUpNs: 15 * MS });
    expect(statistics?.releaseJitterNs).toBe(0.5 * MS);
    expect(bench.task(0).missedRows).toEqual([0]);
  });

  test('a job that does not end costs releases, each of which is a miss as soon as it is given up', () => {
    const [statistics] = new Bench().play([2, 'release', 0], [2, 'start', 0], [12, 'skip', 0, 1], [42, 'skip', 0, 3])
      .statistics.tasks;
    expect(statistics).toMatchObject({
      completed: 0,
      skipped: 4,
      deadlineMisses: 1,
      misses: 5,
      firstGivenUpNs: 12 * MS,
    });
  });

  test('a job that does not end is one miss and one overrun, and uses up many budgets', () => {
    const [statistics] = new Bench().play(
      [2, 'release', 0],
      [2, 'start', 0],
      [5, 'budget-exhausted', 0],
      [12, 'deadline-miss', 0],
      [15, 'budget-exhausted', 0],
      [25, 'budget-exhausted', 0],
    ).statistics.tasks;
    expect(statistics).toMatchObject({
      completed: 0,
      deadlineMisses: 1,
      budgetOverruns: 1,
      exhaustions: 3,
      lateJob: 0,
    });
  });

  test('what is known until later than the last event counts: a job that runs on, and time in which nothing ran', () => {
    const { jobs, statistics, store } = new Bench().play([0, 'release', 0], [0, 'start', 0], [2, 'complete', 0]);
    const known = (ms: number) => {
      jobs.update(ms * MS);
      statistics.update(ms * MS);
      return [statistics.observedNs / MS, statistics.tasks[0]?.utilization, statistics.tasks[1]?.utilization];
    };
    expect(known(8)).toEqual([8, 0.25, 0]);
    store.event(10 * MS, EVENT_KINDS.indexOf('release'), 1, 0);
    store.event(10 * MS, EVENT_KINDS.indexOf('start'), 1, 0);
    expect(known(20)).toEqual([20, 0.1, 0.5]);
  });

  test('where overruns are told, a job that took longer because of what came in between is none', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [0, 'start', 0],
      [3.2, 'complete', 0],
      [10, 'release', 0],
      [10, 'start', 0],
      [13.1, 'budget-exhausted', 0],
      [13.4, 'complete', 0],
    );
    const told = new TraceStatistics(bench.store, bench.jobs, { overrunsAreTold: true });
    told.update();
    expect(bench.statistics.tasks[0]).toMatchObject({ completed: 2, budgetOverruns: 2 });
    expect(told.tasks[0]).toMatchObject({ completed: 2, budgetOverruns: 1, exhaustions: 1 });
  });

  test('on a clock that is known, arrivals are exact however late the first release is', () => {
    const bench = new Bench(true, PROGRAM.objects, { releaseStartNs: 0 }).play(
      [0, 'boot'],
      // Each lags its arrival by its jitter; that of the third is longer than a period.
      [4, 'release', 0],
      [4, 'start', 0],
      [5, 'complete', 0],
      [18, 'release', 0],
      [18, 'start', 0],
      [19, 'complete', 0],
      [34, 'release', 0],
      [34, 'start', 0],
      [35, 'complete', 0],
      [35, 'skip', 0, 2],
      [51, 'release', 0],
    );
    expect(bench.all(0).map(({ index, arrivalNs }) => [index, arrivalNs / MS])).toEqual([
      [0, 0],
      [1, 10],
      [2, 20],
      [5, 50],
    ]);
  });

  test('releases in arrear are caught up in their order', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [0, 'start', 0],
      [10, 'release', 0],
      [20, 'release', 0],
      [21, 'complete', 0],
      [21, 'start', 0],
      [22, 'complete', 0],
      [22, 'start', 0],
      [23, 'complete', 0],
    );
    expect(bench.all(0).map(brief)).toEqual([
      [0, 0, 0, 21, 21],
      [1, 10, 21, 22, 1],
      [2, 20, 22, 23, 1],
    ]);
    expect(bench.all(0).map((job) => job.missed)).toEqual([true, true, false]);
  });

  test('sporadic and background jobs arrive when they come', () => {
    const bench = new Bench().play(
      [3, 'release', 2],
      [3.25, 'start', 2],
      [4, 'complete', 2],
      [5, 'start', 3],
      [9, 'complete', 3],
      [31, 'release', 2],
      [31, 'start', 2],
      [38, 'complete', 2],
    );
    expect(bench.all(2).map(brief)).toEqual([
      [0, 3, 3.25, 4, 0.75 * MS].map((n) => (n > 1000 ? n / MS : n)),
      [1, 31, 31, 38, 7],
    ]);
    expect(bench.all(2).map((job) => job.missed)).toEqual([false, true]);
    expect(bench.all(3)[0]).toMatchObject({ arrivalNs: 5 * MS, endNs: 9 * MS, deadlineNs: null, missed: false });
  });

  test('an open job past its deadline is missed at once', () => {
    const bench = new Bench().play([0, 'release', 0], [0, 'start', 0], [8, 'mark', 0]);
    expect(bench.task(0).missedAt(0)).toBe(false);
    bench.play([8.001, 'mark', 0]);
    expect(bench.task(0).missedAt(0)).toBe(true);
    expect(bench.statistics.tasks[0]?.deadlineMisses).toBe(1);
  });
});

describe('what a gap hides', () => {
  test('is incomplete, and nothing is made up of its ends', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [1, 'start', 0],
      [2, 'complete', 0],
      [10, 'release', 0],
      [11, 'start', 0],
      [12, 'gap', -1, 17 * MS],
      [29, 'complete', 0],
      [30, 'release', 0],
      [31, 'start', 0],
      [32, 'complete', 0],
      [40, 'release', 0],
      [41, 'start', 0],
      [43, 'complete', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.state])).toEqual([
      [0, 'complete'],
      [1, 'incomplete'],
      [3, 'incomplete'],
      [4, 'complete'],
    ]);
    expect(bench.task(0).job(1)).toMatchObject({ endNs: null, segments: [{ fromNs: 11 * MS, toNs: 12 * MS }] });
    expect(bench.statistics.tasks[0]).toMatchObject({ completed: 2, incomplete: 2, released: 4 });
    expect(bench.statistics.tasks[0]?.responseNs.worst).toBe(3 * MS);
    expect(bench.statistics.observedNs).toBe(26 * MS);
  });

  test('so do events that the board had to drop', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [1, 'start', 0],
      [22, 'dropped', -1, 3],
      [23, 'complete', 0],
      [30, 'release', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.state])).toEqual([
      [0, 'incomplete'],
      [3, 'released'],
    ]);
    expect(bench.task(0).segmentToAt(0, 0)).toBe(MS);
  });

  test('a listener that comes late counts from the first release it sees', () => {
    const bench = new Bench(false).play(
      [1003, 'complete', 0],
      [1007, 'release', 0],
      [1008, 'start', 0],
      [1009, 'complete', 0],
      [1017, 'release', 0],
      [1017, 'start', 0],
      [1018, 'complete', 0],
    );
    expect(bench.all(0).map((job) => [job.index, job.arrivalNs / MS, job.state])).toEqual([
      [0, 1007, 'incomplete'],
      [1, 1017, 'complete'],
    ]);
  });

  test('a reset cuts what was open and counts anew', () => {
    const bench = new Bench().play([0, 'release', 0], [1, 'start', 0]);
    bench.store.segment(true);
    bench.play([0, 'boot'], [3, 'release', 0], [4, 'start', 0], [5, 'complete', 0]);
    expect(bench.all(0).map((job) => [job.index, job.arrivalNs / MS, job.state])).toEqual([
      [0, 0, 'incomplete'],
      [0, 4, 'complete'],
    ]);
    expect(bench.jobs.tasks).toHaveLength(4);
  });

  test('another program has tasks of its own', () => {
    const bench = new Bench().play([0, 'release', 0]);
    bench.store.metadata({ ...PROGRAM, objects: [{ ...CONTROL, name: 'other' }, LOGGER] });
    bench.store.segment(false);
    bench.play([0, 'release', 0], [0, 'release', 1]);
    expect(bench.jobs.tasks.map((jobs) => [jobs.task.name, jobs.count])).toEqual([
      ['control', 1],
      ['logger', 1],
      ['button', 0],
      ['idle', 0],
      ['other', 1],
    ]);
    expect(bench.jobs.task(0)?.task.name).toBe('other');
  });
});

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
    expect(control).toMatchObject({ completed: 3, deadlineMisses: 0, budgetOverruns: 1, skipped: 0, incomplete: 0 });
    expect(control?.releaseJitterNs).toBe(0);
    expect(control?.utilization).toBeCloseTo(8 / 25, 9);
    expect(logger?.utilization).toBeCloseTo(12 / 25, 9);
    expect(bench.statistics.utilization).toBeCloseTo(20 / 25, 9);
  });

  test('histogram', () => {
    const buckets = control?.responses.buckets().filter((bucket) => bucket.count > 0) ?? [];
    expect(buckets.map((bucket) => bucket.count)).toEqual([2, 1]);
    expect(buckets[0]?.fromNs).toBeLessThanOrEqual(2 * MS);
    expect(buckets[0]?.toNs).toBeGreaterThan(2 * MS);
    expect(control?.responses.quantile(0.5)).toBeLessThan(2.4 * MS);
    expect(control?.responses.quantile(1)).toBeGreaterThanOrEqual(4.5 * MS);
  });
});

test('a million jobs are found by time, and the oldest go with the store', () => {
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

test('statistics tell how long jobs were held off, and what is known of stacks', () => {
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
