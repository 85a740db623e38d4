import { describe, expect, test } from 'vitest';
import { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { TraceStatistics } from '../../../../generator/trace/jobs/statistics.ts';
import {
  KIND_BOOT,
  KIND_BUDGET_EXHAUSTED,
  KIND_COMPLETE,
  KIND_RELEASE,
  KIND_STACK,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
  NO_OBJECT,
} from '../../../../generator/trace/kinds.ts';
import { stackValue } from '../../../../generator/trace/stack.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import type { Lane } from '../timeline/lane.ts';
import { histogramShape } from './histogram-shape.ts';
import { shareUsed, sortRows, statisticsRows } from './rows.ts';

const MS = 1_000_000;
const lane = (taskIndex: number, name: string, responseBoundNs: number | null): Lane => ({
  taskIndex,
  name,
  colour: '#888888',
  pattern: 'solid',
  periodNs: 10 * MS,
  offsetNs: 0,
  deadlineNs: 10 * MS,
  budgetNs: 2 * MS,
  responseBoundNs,
});

/** Two tasks over ten periods. The second task runs for 12 ms in its seventh period. */
function traced() {
  const store = new TraceStore();
  const object = (index: number, name: string) =>
    ({ class: 'task', index, name, periodNs: 10 * MS, offsetNs: 0, deadlineNs: 10 * MS, budgetNs: 2 * MS }) as const;
  store.metadata({ clockHz: 1_000_000, objects: [object(0, 'Sensor'), object(1, 'Display')] });
  store.segment(true);
  store.event(0, KIND_BOOT, NO_OBJECT, 0);
  for (let k = 0; k < 10; k++) {
    const at = k * 20 * MS;
    store.event(at, KIND_RELEASE, 0, 0);
    store.event(at, KIND_START, 0, 0);
    store.event(at + MS, KIND_COMPLETE, 0, 0);
    store.event(at + MS, KIND_RELEASE, 1, 0);
    store.event(at + MS, KIND_START, 1, 0);
    if (k === 3) {
      store.event(at + 1.5 * MS, KIND_SWITCH_OUT, 1, 0);
      store.event(at + 2.5 * MS, KIND_SWITCH_IN, 1, 0);
    }
    const end = at + (k === 6 ? 13 : 3) * MS;
    if (k === 6) store.event(end, KIND_BUDGET_EXHAUSTED, 1, 0);
    store.event(end, KIND_COMPLETE, 1, 0);
  }
  store.event(200 * MS, KIND_STACK, 1, stackValue({ sizeBytes: 200, unusedBytes: 50 }));
  const jobs = new JobTracker(store);
  const statistics = new TraceStatistics(store, jobs);
  jobs.update();
  statistics.update();
  return statistics;
}

describe('statisticsRows', () => {
  const rows = statisticsRows(traced(), [lane(1, 'Display', 5 * MS), lane(0, 'Sensor', null), lane(7, 'New', MS)]);

  test('has one row per lane in the order of the lanes', () => {
    expect(rows.map((row) => row.lane.name)).toEqual(['Display', 'Sensor', 'New']);
    expect(rows.map((row) => row.jobs)).toEqual([10, 10, 0]);
  });
  test('counts the late job', () => {
    expect(rows[0]).toMatchObject({ misses: 1, overruns: 1, worstExecution: 12 * MS });
    expect(rows[1]).toMatchObject({ misses: 0, worstExecution: MS });
  });
  test('contains preemption times and the used part of a stack', () => {
    expect(rows[0]).toMatchObject({ worstPreempted: MS, meanPreempted: 0.1 * MS });
    expect(rows[0]?.stack).toEqual({ sizeBytes: 200, unusedBytes: 50 });
    expect(rows[1]).toMatchObject({ worstPreempted: 0, stack: null });
    expect(shareUsed({ sizeBytes: 200, unusedBytes: 50 })).toBe(0.75);
  });
  test('a task that never ran has no values', () => {
    expect(rows[2]).toMatchObject({ worstResponse: null, releaseJitter: null, misses: 0, buckets: [] });
  });

  test.each([
    ['priority', false, ['Display', 'Sensor', 'New']],
    ['priority', true, ['New', 'Sensor', 'Display']],
    ['name', false, ['Display', 'New', 'Sensor']],
    ['response', true, ['Display', 'Sensor', 'New']],
    ['response', false, ['Sensor', 'Display', 'New']],
    ['bound', false, ['New', 'Display', 'Sensor']],
    ['misses', true, ['Display', 'Sensor', 'New']],
    ['preempted', true, ['Display', 'Sensor', 'New']],
    ['stack', false, ['Display', 'Sensor', 'New']],
  ] as const)('sorts by %s, descending %s', (key, descending, names) => {
    expect(sortRows(rows, { key, descending }).map((row) => row.lane.name)).toEqual(names);
  });
});

describe('histogramShape', () => {
  const buckets = [
    { fromNs: 100, toNs: 119, count: 900 },
    { fromNs: 119, toNs: 141, count: 0 },
    { fromNs: 141, toNs: 168, count: 1 },
  ];
  test('keeps everything inside and in the order of time', () => {
    const shape = histogramShape(buckets, 200, 1_000, 160, 26);
    expect(shape.boundX).toBeGreaterThan(0);
    expect(shape.deadlineX).toBeLessThan(160);
    expect(shape.boundX).toBeLessThan(shape.deadlineX ?? 0);
    expect(shape.bars.match(/M/g)).toHaveLength(2);
  });
  test('of nothing is nothing', () => {
    expect(histogramShape([], 200, 1_000, 160, 26)).toEqual({ bars: '', boundX: null, deadlineX: null });
  });
});
