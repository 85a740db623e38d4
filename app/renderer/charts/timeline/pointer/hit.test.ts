import { describe, expect, test } from 'vitest';
import { DroppedReleaseRecords } from '../../../../../generator/trace/jobs/dropped-releases.ts';
import { ns } from '../../../base/time.ts';
import {
  fittedLength,
  LANE_HEIGHT,
  type Lane,
  type Layout,
  LEAST_LANE_HEIGHT,
  layOut,
  PIN_HEIGHT,
  type Row,
} from '../lane.ts';
import { findMiss, findMissAround } from '../misses.ts';
import { countShown } from '../shown.ts';
import { type JobColumn, NEVER } from '../source/source.ts';
import { madeColumn, madeSource, madeSpans } from '../source/test-column.ts';
import { LaneSummary } from '../summary.ts';
import { hitAt, jobAt, readoutAt, stateAt } from './hit.ts';

const lane = (taskIndex: number): Lane => ({
  taskIndex,
  name: `T${taskIndex}`,
  colour: '#888888',
  pattern: 'solid',
  periodNs: 1_000,
  offsetNs: 0,
  deadlineNs: 1_000,
  budgetNs: 200,
  responseBoundNs: 300,
});

describe('jobAt', () => {
  const column = madeColumn({ count: 10, periodNs: 1_000, executionNs: 100, missEvery: 4 });
  test.each([
    [-1, -1],
    [0, 0],
    [999, 0],
    [1_000, 1],
    [4_050, 3],
    [4_150, 4],
    [1_000_000, 9],
  ])('at %d ns it is job %d', (time, job) => {
    expect(jobAt(column, time)).toBe(job);
  });
});

describe('stateAt', () => {
  const segments = [
    [20, 40, false],
    [60, 80, true],
    [90, 100, false],
  ] as const;
  const column: JobColumn = {
    ...madeColumn({ count: 1, periodNs: 1_000, executionNs: 50 }),
    startAt: () => 20,
    endAt: () => 100,
    knownEndAt: () => 100,
    segmentCountAt: () => segments.length,
    segmentFromAt: (_job, i) => segments[i]?.[0] ?? NEVER,
    segmentToAt: (_job, i) => segments[i]?.[1] ?? NEVER,
    blockedAfterAt: (_job, i) => segments[i]?.[2] ?? false,
  };
  test.each([
    [0, 'waiting'],
    [20, 'running'],
    [40, 'preempted'],
    [79, 'running'],
    [85, 'blocked'],
    [95, 'running'],
    [100, 'done'],
  ] as const)('at %d ns it is %s', (time, state) => {
    expect(stateAt(column, 0, time)).toBe(state);
  });
});

describe('readoutAt', () => {
  const source = madeSource(
    [madeColumn({ count: 10, periodNs: 1_000, executionNs: 100, missEvery: 4, open: true })],
    9_050,
  );
  test('reads a finished job', () => {
    expect(readoutAt(source, lane(0), 2_500)).toMatchObject({
      jobNumber: 2,
      responseNs: 100,
      state: 'done',
      latenessNs: null,
    });
  });
  test('reads a job that the runtime has stopped', () => {
    const stopped = madeSource([madeColumn({ count: 4, periodNs: 1_000, executionNs: 100, stopEvery: 2 })], 4_000);
    expect(readoutAt(stopped, lane(0), 1_050)).toMatchObject({ jobNumber: 1, state: 'running' });
    expect(readoutAt(stopped, lane(0), 1_500)).toMatchObject({ jobNumber: 1, responseNs: 100, state: 'stopped' });
    expect(readoutAt(stopped, lane(0), 2_500)).toMatchObject({ jobNumber: 2, state: 'done' });
  });
  test('reads the lateness of a late job', () => {
    expect(readoutAt(source, lane(0), 4_050)).toMatchObject({ jobNumber: 3, responseNs: 1_100, latenessNs: 100 });
  });
  test('an open job has no response yet', () => {
    expect(readoutAt(source, lane(0), 9_040)).toMatchObject({ jobNumber: 9, responseNs: null, state: 'running' });
  });
  test('reads nothing before the first job', () => {
    expect(readoutAt(source, lane(0), -5)).toBeNull();
  });
});

test('hitAt finds the lane by height and the job by time', () => {
  const source = madeSource([madeColumn({ count: 3, periodNs: 1_000, executionNs: 100 })], 3_000);
  const layout = layOut({
    lanes: [lane(0)],
    events: true,
    interrupts: 0,
    idle: false,
    instants: false,
    predicted: false,
    groups: [],
    pins: [],
  });
  expect(hitAt(source, [lane(0)], layout, 1_500, 5)).toBeNull();
  expect(hitAt(source, [lane(0)], layout, 1_500, 24 + LANE_HEIGHT / 2)).toEqual({ lane: 0, job: 1 });
  expect(hitAt(source, [lane(0)], layout, 1_500, 24 + LANE_HEIGHT + 1)).toBeNull();
});

describe('findMiss', () => {
  const columns = [
    madeColumn({ count: 100, periodNs: 1_000, executionNs: 100, missEvery: 40 }),
    madeColumn({ count: 100, periodNs: 1_000, executionNs: 100, missEvery: 30, open: true }),
  ];
  const source = madeSource(columns, 100_000);
  const summaries = new Map(columns.map((column) => [column, new LaneSummary()]));
  const find = (time: number, back: boolean): number | null =>
    findMiss(source, [lane(0), lane(1)], (column) => summaries.get(column) ?? new LaneSummary(), time, back)?.time ??
    null;

  test('visits the misses of all lanes in both directions', () => {
    expect(find(0, false)).toBe(30_000);
    expect(find(30_000, false)).toBe(40_000);
    expect(find(40_000, false)).toBe(60_000);
    expect(find(90_000, false)).toBeNull();
    expect(find(60_000, true)).toBe(40_000);
    expect(find(30_000, true)).toBeNull();
  });

  test('visits dropped releases too', () => {
    const droppedReleases = new DroppedReleaseRecords();
    droppedReleases.add(500, 1);
    droppedReleases.add(2_000, 7);
    const lossy = { ...madeColumn({ count: 5, periodNs: 1_000, executionNs: 100, missEvery: 2 }), droppedReleases };
    const at = (time: number, back: boolean) =>
      findMiss(madeSource([lossy], 5_000), [lane(0)], () => new LaneSummary(), time, back)?.time ?? null;
    expect([at(0, false), at(500, false), at(1_999, false), at(2_000, false)]).toEqual([500, 2_000, 2_000, 4_000]);
    expect([at(4_000, true), at(2_000, true), at(500, true)]).toEqual([2_000, 500, null]);
    const summaryOf = () => new LaneSummary();
    const shown = countShown(
      { source: madeSource([lossy], 5_000), lanes: [lane(0)] },
      summaryOf,
      { from: ns(0), to: ns(1_900) },
      0,
    );
    expect(shown).toMatchObject({ misses: 2, allMisses: 2 + 8 });
  });
});

test('findMissAround continues at the other end of the trace', () => {
  const column = madeColumn({ count: 100, periodNs: 1_000, executionNs: 100, missEvery: 40 });
  const at = (columns: readonly JobColumn[], time: number, back: boolean): number | null => {
    const source = madeSource(columns, 100_000);
    const summary = new LaneSummary();
    return findMissAround(source, [lane(0)], () => summary, time, back)?.time ?? null;
  };
  expect([at([column], 0, false), at([column], 40_000, false), at([column], 99_000, false)]).toEqual([
    40_000, 80_000, 40_000,
  ]);
  expect([at([column], 90_000, true), at([column], 40_000, true)]).toEqual([80_000, 80_000]);
  expect(at([madeColumn({ count: 5, periodNs: 1_000, executionNs: 100 })], 0, false)).toBeNull();
});

describe('what delays a job', () => {
  const column: JobColumn = {
    ...madeColumn({ count: 1, periodNs: 1_000, executionNs: 50 }),
    endAt: () => 500,
    knownEndAt: () => 500,
    segmentCountAt: () => 2,
    segmentFromAt: (_job, i) => [0, 300][i] ?? NEVER,
    segmentToAt: (_job, i) => [100, 500][i] ?? NEVER,
  };
  const source = {
    ...madeSource([column], 1_000),
    exhausted: () => madeSpans([100, 200]),
    resources: [{ name: 'bus', held: madeSpans([20, 60, 7], [300, 400, 0]) }],
  };
  const at = (time: number) => readoutAt(source, lane(0), time);

  test('is its budget while the budget is exhausted, and other tasks afterwards', () => {
    expect(at(150)?.state).toBe('held-back');
    expect(at(250)?.state).toBe('preempted');
    expect(at(350)?.state).toBe('running');
  });

  test('a task holds only its own resources', () => {
    expect(at(40)?.holds).toEqual([]);
    expect(at(350)?.holds).toEqual(['bus']);
  });
});

test('rows: marks, interrupts, lanes, and idle time below', () => {
  const layout = layOut({
    lanes: [lane(0), lane(1)],
    events: true,
    interrupts: 2,
    idle: true,
    instants: false,
    predicted: false,
    groups: [],
    pins: [],
  });
  expect(layout.rows.map(({ kind, interrupt, lane: index }) => [kind, interrupt, index])).toEqual([
    ['events', -1, -1],
    ['interrupt', 0, -1],
    ['interrupt', 1, -1],
    ['lane', -1, 0],
    ['lane', -1, 1],
    ['idle', -1, -1],
  ]);
  for (const [i, row] of layout.rows.entries()) {
    const above = layout.rows[i - 1];
    expect(row.top).toBe(above === undefined ? 0 : above.top + above.height);
  }
});

test('rows of several cores: each group below its header and its cores, then lanes without a group', () => {
  const lanes = [lane(0), lane(1), { ...lane(0), taskIndex: 2 }, { ...lane(0), taskIndex: 3 }];
  const groups = [
    { label: 'Cores 0–1', cores: [0, 1], tasks: [2, 0] },
    { label: 'Core 2', cores: [2], tasks: [1] },
  ];
  const layout = layOut({
    lanes,
    events: false,
    interrupts: 0,
    idle: false,
    instants: false,
    predicted: false,
    groups,
    pins: [],
  });
  expect(layout.rows.map(({ kind, group, core, lane: index }) => [kind, group, core, index])).toEqual([
    ['group', 0, -1, -1],
    ['core', -1, 0, -1],
    ['core', -1, 1, -1],
    ['lane', -1, -1, 0],
    ['lane', -1, -1, 2],
    ['group', 1, -1, -1],
    ['core', -1, 2, -1],
    ['lane', -1, -1, 1],
    ['lane', -1, -1, 3],
  ]);
  expect(layout.rows.every((row, i) => i === 0 || row.top > (layout.rows[i - 1]?.top ?? 0))).toBe(true);
});

describe('lanes fill the plot', () => {
  const needs = {
    lanes: [lane(0), lane(1)],
    events: true,
    interrupts: 0,
    idle: true,
    instants: false,
    predicted: false,
    groups: [],
    pins: [],
  };
  const least = layOut(needs);
  const heightsOf = ({ rows }: Layout, kind: Row['kind']) =>
    rows.filter((row) => row.kind === kind).map(({ height }) => height);

  test('and share the space that is left, while other rows keep their height', () => {
    const filled = layOut(needs, least.height + 40);
    expect(heightsOf(filled, 'lane')).toEqual([LANE_HEIGHT + 20, LANE_HEIGHT + 20]);
    expect(filled.height).toBe(least.height + 40);
    for (const kind of ['events', 'idle'] as const) expect(heightsOf(filled, kind)).toEqual(heightsOf(least, kind));
    expect(filled.baseline - least.baseline).toBe(20);
  });

  test('but never become much higher', () => {
    const huge = layOut(needs, 4_000);
    expect(huge.height).toBeLessThan(320);
    expect(layOut(needs, 5_000)).toEqual(huge);
  });

  test('and shrink to fit before they are scrolled, as long as a name fits', () => {
    const fitted = layOut(needs, least.height - 20);
    expect(fitted.height).toBe(least.height - 20);
    expect(heightsOf(fitted, 'lane')).toEqual([LANE_HEIGHT - 10, LANE_HEIGHT - 10]);
    const lowest = layOut(needs, 20);
    expect(heightsOf(lowest, 'lane')).toEqual([LEAST_LANE_HEIGHT, LEAST_LANE_HEIGHT]);
    for (const { arrowTop, boxTop, baseline } of [least, fitted, lowest]) {
      expect(boxTop).toBeGreaterThan(arrowTop);
      expect(baseline - boxTop, 'a box is high enough for its number').toBeGreaterThanOrEqual(11);
    }
  });

  test('and the outlines of predicted jobs shrink before the jobs', () => {
    const outlined = { ...needs, predicted: true };
    const usual = layOut(outlined);
    const fitted = layOut(outlined, usual.height - 8);
    expect(fitted.height).toBe(usual.height - 8);
    expect(fitted.laneHeight).toBe(LANE_HEIGHT);
    expect(layOut(outlined, 20).predictedHeight).toBeGreaterThan(0);
  });

  test('and the names of critical instants have a row of their own below them', () => {
    const { rows, height } = layOut({ ...needs, instants: true });
    expect(rows.at(-1)?.kind).toBe('instants');
    expect(height).toBeGreaterThan(least.height);
  });

  test('and have a row for each pin of their task below them', () => {
    const pin = (taskIndex: number, name: string) => ({ taskIndex, pin: name, label: name, colour: 'red' });
    const pins = [pin(1, '9'), pin(0, '13'), pin(1, '10')];
    const { rows, height } = layOut({ ...needs, pins });
    const first = rows.findIndex(({ kind, lane }) => kind === 'lane' && lane === 0);
    expect(rows.slice(first, first + 5).map((row) => [row.kind, row.lane, row.pin])).toEqual([
      ['lane', 0, -1],
      ['pin', -1, 1],
      ['lane', 1, -1],
      ['pin', -1, 0],
      ['pin', -1, 2],
    ]);
    expect(height).toBe(least.height + 3 * PIN_HEIGHT);
  });

  test('and keep space for the outlines of predicted jobs', () => {
    const outlined = layOut({ ...needs, predicted: true }, least.height + 60);
    const [first] = heightsOf(outlined, 'lane');
    expect(first).toBeGreaterThan(outlined.laneHeight);
    expect(outlined.height).toBeLessThanOrEqual(least.height + 60);
  });
});

test('a fitted view shows the longest period twice', () => {
  expect(
    fittedLength([
      { ...lane(0), periodNs: 5_000 },
      { ...lane(1), periodNs: 20_000 },
    ]),
  ).toBe(40_000);
  expect(fittedLength([{ ...lane(0), periodNs: null }])).toBeNull();
});
