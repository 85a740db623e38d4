import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../../../generator/trace/events.ts';
import { JobTracker } from '../../../../generator/trace/jobs/jobs.ts';
import { KIND_MARK, KIND_PLOT } from '../../../../generator/trace/kinds.ts';
import { plotValue } from '../../../../generator/trace/number.ts';
import { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import { TraceStore } from '../../../../generator/trace/store/store.ts';
import { traceTask } from '../../../../generator/trace/test-traces.ts';
import { taskLook } from '../../base/palette.ts';
import type { Lane } from '../timeline/lane.ts';
import { type Chart, valueAt } from './chart.ts';
import { chartsOf, firstShown, type PlottedSketch, windowFor } from './chart-list.ts';
import { NO_SETTINGS } from './value-settings.ts';

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

const SKETCH: PlottedSketch = {
  lanes: [LANE],
  channels: [
    { name: 'queue', isRing: true, capacity: 4 },
    { name: 'latest', isRing: false, capacity: 1 },
  ],
  interrupts: [{ name: 'button', budgetPerSecond: 50 }],
};

/** A job each 10 ms from 1 to 3 ms after its release, which writes into channel 0 and plots. Idle time follows. */
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
  const series = new TraceSeries({ store, jobs, channels: [{ isRing: true, readers: [0] }] });
  const event = (ms: number, kind: (typeof EVENT_KINDS)[number]) =>
    store.event(ms * MS, EVENT_KINDS.indexOf(kind), kind === 'boot' || kind === 'idle' ? -1 : 0, 0);
  event(0, 'boot');
  for (const at of [0, 10, 20]) {
    event(at, 'release');
    event(at + 1, 'start');
    store.event((at + 1.5) * MS, KIND_PLOT, 0, plotValue(20 + at / 4));
    event(at + 2, 'channel-write');
    if (at > 0) event(at + 2.5, 'channel-read');
    event(at + 3, 'complete');
    event(at + 3, 'idle');
    event(at + 4, 'interrupt-enter');
    event(at + 5, 'interrupt-exit');
    series.update();
  }
  store.event(24 * MS, KIND_MARK, 5, -7);
  event(30, 'release');
  series.update();
  return { store, series };
}

describe('the charts of a trace', () => {
  const { series } = traced();
  const charts = chartsOf(series, SKETCH, new Map());
  const chart = (id: string): Chart => charts.find((known) => known.id === id) as Chart;
  /** Asks for the quantity, as the panel does before it draws. */
  const read = (id: string, toNs = 30 * MS) => {
    chart(id).read(0, toNs, 100);
    series.update();
    return chart(id).read(0, toNs, 100);
  };

  it('are in the order of the chooser', () => {
    expect(charts.map(({ title }) => title)).toEqual([
      'temperature',
      'mark 5',
      'Processor load',
      'fast: response time',
      'fast: execution time',
      'fast: release jitter',
      'queue: items that wait',
      'queue: age of the data that is read',
      'latest: age of the data that is read',
      'button: deliveries',
    ]);
  });

  it('have the values of the program and the times of its jobs, with their limits', () => {
    expect(read('value temperature')).toEqual({
      times: [1.5 * MS, 11.5 * MS, 21.5 * MS],
      values: [[20, 22.5, 25]],
    });
    expect(read('response fast').values).toEqual([[3 * MS, 3 * MS, 3 * MS]]);
    expect(chart('response fast').limits.map(({ value }) => value)).toEqual([4 * MS, 10 * MS]);
    expect(read('execution fast').values).toEqual([[2 * MS, 2 * MS, 2 * MS]]);
    expect(chart('execution fast').limits.map(({ value }) => value)).toEqual([3 * MS]);
    expect(read('jitter fast').values).toEqual([[0, 0, 0]]);
  });

  it('have what goes through channels, and the rate of an interrupt with its budget', () => {
    expect(read('fill queue').values).toEqual([[1, 2, 1, 2, 1]]);
    expect(chart('fill queue').limits).toEqual([{ label: 'full 4', value: 4, ink: 'limit' }]);
    expect(read('age queue').values).toEqual([[10.5 * MS, 10.5 * MS]]);
    const rates = read('rate button', 1e9);
    expect(rates.values[0]?.[0]).toBe(60);
    expect(chart('rate button').limits.map(({ value }) => value)).toEqual([50]);
    expect(rates.isLeast?.[0], 'three deliveries in 50 ms are all').toBe(false);
  });

  it('have the load of the processor, of which the rest is the runtime', () => {
    const { values } = read('load', 1e9);
    const [task, runtime] = [values[0]?.[0], values[1]?.[0]];
    expect(task).toBeCloseTo(2 / 10, 6);
    // From the release to the start of the job.
    expect(runtime).toBeCloseTo(1 / 10, 6);
  });

  it('begin with the values, or without any with the load and the response times', () => {
    expect([...firstShown(charts)]).toEqual(['value temperature', 'value mark 5']);
    expect([...firstShown(charts.slice(2))]).toEqual(['load', 'response fast']);
  });

  it('put several values into one chart, with a unit and a range of their own', () => {
    const settings = new Map([['mark 5', { unit: '%', range: { low: null, high: 9 }, beside: 'temperature' }]]);
    const [both] = chartsOf(series, SKETCH, settings);
    expect(both?.lines.map(({ label, unit, range }) => [label, unit, range])).toEqual([
      ['temperature', '', null],
      ['mark 5', '%', { low: null, high: 9 }],
    ]);
    expect(both?.read(0, 30 * MS, 100)).toEqual({
      times: [1.5 * MS, 11.5 * MS, 21.5 * MS, 24 * MS],
      values: [
        [20, 22.5, 25, null],
        [null, null, null, -7],
      ],
    });
    expect(valueAt(both?.read(0, 30 * MS, 100) ?? { times: [], values: [] }, 0, 30 * MS)).toBe(25);
    expect(chartsOf(series, SKETCH, new Map([['mark 5', { ...NO_SETTINGS, beside: 'gone' }]]))[1]?.name).toBe('mark 5');
  });

  it('start again with an empty trace', () => {
    const { store, series: again } = traced();
    store.clear();
    again.update();
    expect(again.values.size).toBe(0);
    expect(again.task(0, 'response').count).toBe(0);
  });
});

it('a window is one, two or five times a power of ten', () => {
  expect([1e9, 1.2e9, 4e9, 6e9].map((view) => windowFor(view, 100))).toEqual([1e7, 2e7, 5e7, 1e8]);
});

it('gives each of many tasks its own colour and pattern in the load', () => {
  const lanes = Array.from({ length: 20 }, (_, taskIndex) => ({
    ...LANE,
    name: `t${taskIndex}`,
    taskIndex,
    ...taskLook(taskIndex),
  }));
  const { series } = traced();
  const load = chartsOf(series, { ...SKETCH, lanes }, new Map()).find(({ id }) => id === 'load');
  const looks = load?.lines.slice(0, lanes.length).map(({ colour, pattern }) => `${colour} ${pattern}`);
  expect(new Set(looks).size).toBe(20);
});
