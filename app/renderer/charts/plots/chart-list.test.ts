import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../../../generator/trace/events.ts';
import { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { KIND_MARK, KIND_PLOT } from '../../../../generator/trace/kinds.ts';
import { plotValue } from '../../../../generator/trace/number.ts';
import { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { traceTask } from '../../../../generator/trace/test-traces.ts';
import type { Lane } from '../timeline/lane.ts';
import { chartsOf, columnsOf, firstShown, panned, zoomed } from './chart-list.ts';

const MS = 1e6;

const LANE: Lane = {
  taskIndex: 0,
  name: 'fast',
  colour: 'var(--pl-task-1)',
  pattern: 'solid',
  periodNs: 10 * MS,
  offsetNs: 0,
  deadlineNs: 10 * MS,
  budgetNs: 3 * MS,
  responseBoundNs: 4 * MS,
};

function traced() {
  const store = new TraceStore();
  store.metadata({
    clockHz: 1e6,
    objects: [
      traceTask('fast', 0, { periodNs: 10 * MS, offsetNs: 0, deadlineNs: 10 * MS }),
      { ...traceTask('temperature', 0), class: 'mark' },
    ],
  });
  store.segment(true);
  const jobs = new JobTracker(store);
  const series = new TraceSeries(store, jobs);
  const event = (ms: number, kind: (typeof EVENT_KINDS)[number]) =>
    store.event(ms * MS, EVENT_KINDS.indexOf(kind), kind === 'boot' ? -1 : 0, 0);
  event(0, 'boot');
  for (const at of [0, 10, 20]) {
    event(at, 'release');
    event(at + 1, 'start');
    store.event((at + 1.5) * MS, KIND_PLOT, 0, plotValue(20 + at / 4));
    event(at + 3, 'complete');
    series.update();
  }
  store.event(24 * MS, KIND_MARK, 5, -7);
  series.update();
  return { store, series };
}

describe('the charts of a trace', () => {
  const { series } = traced();
  const charts = chartsOf(series, [LANE]);

  it('are the values of the program by name, and the times of each task with their limits', () => {
    expect(charts.map(({ title }) => title)).toEqual([
      'temperature',
      'mark 5',
      'fast: response time',
      'fast: execution time',
    ]);
    expect(charts[0]?.series.sample(0, 30 * MS, 100)).toEqual({
      times: [1.5 * MS, 11.5 * MS, 21.5 * MS],
      values: [20, 22.5, 25],
    });
    expect(charts[2]?.series.sample(0, 30 * MS, 100).values).toEqual([3 * MS, 3 * MS, 3 * MS]);
    expect(charts[2]?.limits.map(({ value }) => value)).toEqual([4 * MS, 10 * MS]);
    expect(charts[3]?.series.sample(0, 30 * MS, 100).values).toEqual([2 * MS, 2 * MS, 2 * MS]);
    expect(charts[3]?.limits.map(({ value }) => value)).toEqual([3 * MS]);
  });

  it('begin with the values, or without any with the response times', () => {
    expect([...firstShown(charts)]).toEqual(['value temperature', 'value mark 5']);
    expect([...firstShown(charts.slice(2))]).toEqual(['response fast']);
  });

  it('have a column for each limit', () => {
    expect(columnsOf({ times: [1e9, 2e9], values: [5, 6] }, charts[3]?.limits ?? [])).toEqual([
      [1, 2],
      [5, 6],
      [3 * MS, 3 * MS],
    ]);
  });

  it('start again with an empty trace', () => {
    const { store, series: again } = traced();
    store.clear();
    again.update();
    expect(again.values.size).toBe(0);
  });
});

describe('the view', () => {
  it('keeps the time under the pointer when it is zoomed', () => {
    expect(zoomed({ fromNs: 0, toNs: 4e6 }, 1e6, 0.5)).toEqual({ fromNs: 0.5e6, toNs: 2.5e6 });
    expect(zoomed({ fromNs: 0, toNs: 2000 }, 0, 1e-9)).toEqual({ fromNs: 0, toNs: 1000 });
    expect(panned({ fromNs: 0, toNs: 5 }, 3)).toEqual({ fromNs: 3, toNs: 8 });
  });
});
