import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../events.ts';
import { traceTask } from '../test-traces.ts';
import { Bench, brief, CONTROL, MS, PROGRAM } from './test-jobs.ts';

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

  test('a job with nested preemption and an exhausted budget; interrupts are not pauses', () => {
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

  test('a job that the runtime stops is known as stopped, and the next one is not', () => {
    const bench = new Bench().play(
      [0, 'boot'],
      [2, 'release', 0],
      [2, 'start', 0],
      [5, 'budget-exhausted', 0],
      [5, 'stopped', 0],
      [5.1, 'complete', 0],
      [12, 'release', 0],
      [12, 'start', 0],
      [13, 'complete', 0],
    );
    expect([0, 1].map((row) => bench.jobs.task(0)?.stoppedAt(row))).toEqual([true, false]);
  });

  test('a release keeps its number after dropped releases, and late time stamps do not shift arrivals', () => {
    const bench = new Bench().play(
      [2, 'release', 0],
      [2, 'start', 0],
      [15, 'deadline-miss', 0],
      [15, 'budget-exhausted', 0],
      [15, 'complete', 0],
      [15, 'release-dropped', 0, 1],
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
    expect(statistics).toMatchObject({ released: 3, completed: 2, dropped: 1, deadlineMisses: 1, budgetOverruns: 1 });
    // The late job, and the release that never got one.
    expect(statistics).toMatchObject({ misses: 2, firstDroppedNs: 15 * MS });
    expect(statistics?.releaseJitterNs).toBe(0.5 * MS);
    expect(bench.task(0).missedRows).toEqual([0]);
  });

  test('each release that is dropped because a job does not end is a miss at once', () => {
    const [statistics] = new Bench().play(
      [2, 'release', 0],
      [2, 'start', 0],
      [12, 'release-dropped', 0, 1],
      [42, 'release-dropped', 0, 3],
    ).statistics.tasks;
    expect(statistics).toMatchObject({
      completed: 0,
      dropped: 4,
      deadlineMisses: 1,
      misses: 5,
      firstDroppedNs: 12 * MS,
    });
  });

  test('a job that does not end is one miss and one overrun, and exhausts many budgets', () => {
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

  test('time after the last event counts for a running job and for idle time', () => {
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

  test('a job that exceeds its budget only because of interrupts is no overrun: the runtime reports overruns', () => {
    const bench = new Bench().play(
      [0, 'release', 0],
      [0, 'start', 0],
      [3.2, 'complete', 0],
      [10, 'release', 0],
      [10, 'start', 0],
      [13.1, 'budget-exhausted', 0],
      [13.4, 'complete', 0],
    );
    expect(bench.statistics.tasks[0]).toMatchObject({ completed: 2, budgetOverruns: 1, exhaustions: 1 });
  });

  test('with a known clock, arrivals are exact although the first release is late', () => {
    const bench = new Bench(true, PROGRAM.objects, { releaseStartNs: 0 }).play(
      [0, 'boot'],
      // Each release lags its arrival by its jitter. The jitter of the third is longer than a period.
      [4, 'release', 0],
      [4, 'start', 0],
      [5, 'complete', 0],
      [18, 'release', 0],
      [18, 'start', 0],
      [19, 'complete', 0],
      [34, 'release', 0],
      [34, 'start', 0],
      [35, 'complete', 0],
      [35, 'release-dropped', 0, 2],
      [51, 'release', 0],
    );
    expect(bench.all(0).map(({ index, arrivalNs }) => [index, arrivalNs / MS])).toEqual([
      [0, 0],
      [1, 10],
      [2, 20],
      [5, 50],
    ]);
  });

  test('late releases are executed in order', () => {
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

  test('sporadic and background jobs arrive at their release', () => {
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

test('a schedule of many tasks with few jobs takes little memory', () => {
  const TASKS = 200;
  const PERIOD_MS = 1000;
  const tasks = Array.from({ length: TASKS }, (_, index) =>
    traceTask(`t${index}`, index, { periodNs: PERIOD_MS * MS, deadlineNs: PERIOD_MS * MS }),
  );
  const bench = new Bench(true, tasks).play([0, 'boot']);
  const before = process.memoryUsage().arrayBuffers;
  for (let task = 0; task < TASKS; task += 1) {
    bench.play([task, 'release', task], [task + 0.1, 'start', task], [task + 0.2, 'complete', task]);
  }
  const perTask = (process.memoryUsage().arrayBuffers - before) / TASKS;
  expect(bench.task(TASKS - 1).settled).toBe(1);
  expect(perTask).toBeLessThan(4_000);
});
