/** Which charts a trace has. Pure functions. */
import type { Series } from '../../../../generator/trace/series/series.ts';
import type { JobQuantity, TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { formatBound, formatDeclared } from '../../base/format.ts';
import type { Lane } from '../timeline/lane.ts';
import { type Chart, type ChartData, joined, type Limit, line, ofOne } from './chart.ts';
import { chartsOfValues, NO_SETTINGS, type SettingsByValue, unitOf } from './value-settings.ts';

/** A channel or an interrupt of the trace. */
export interface PlottedChannel {
  readonly name: string;
  readonly isRing: boolean;
  readonly capacity: number;
}

export interface PlottedInterrupt {
  readonly name: string;
  /** The most deliveries in a second that its I/O budget pays for. null: no budget limits them. */
  readonly budgetPerSecond: number | null;
}

/** What the charts show of a sketch, by the indices of the trace. */
export interface PlottedSketch {
  /** One lane per task, most urgent first. */
  readonly lanes: readonly Lane[];
  readonly channels: readonly PlottedChannel[];
  readonly interrupts: readonly PlottedInterrupt[];
}

/** Colours of the program's own values, of channels and of interrupts, in their order. */
const COLOURS = 8;
const colourAt = (i: number): string => `var(--pl-task-${(i % COLOURS) + 1})`;

/** All charts, in the order of the chooser. */
export function chartsOf(series: TraceSeries, sketch: PlottedSketch, settings: SettingsByValue): readonly Chart[] {
  const { lanes } = sketch;
  const periodic = lanes.filter(({ periodNs, offsetNs }) => periodNs !== null && offsetNs !== null);
  return [
    ...valueCharts(series, settings),
    ...(lanes.length === 0 ? [] : [loadChart(series, lanes)]),
    ...lanes.map((lane) => jobChart(series, lane, 'response')),
    ...lanes.map((lane) => jobChart(series, lane, 'execution')),
    ...periodic.map((lane) => jobChart(series, lane, 'jitter')),
    ...channelCharts(series, sketch.channels),
    ...sketch.interrupts.map((interrupt, index) => rateChart(series, interrupt, index)),
  ];
}

function valueCharts(series: TraceSeries, settings: SettingsByValue): Chart[] {
  const names = [...series.values.keys()];
  return chartsOfValues(names, settings).map((group): Chart => {
    const [name = ''] = group;
    return {
      id: `value ${name}`,
      group: 'values',
      name: group.join(' + '),
      title: group.join(' + '),
      lines: group.map((each) => {
        const { range } = settings.get(each) ?? NO_SETTINGS;
        const isOpen = range.low === null && range.high === null;
        return line(each, colourAt(names.indexOf(each)), 'number', unitOf(each, settings), isOpen ? null : range);
      }),
      limits: [],
      look: 'line',
      read: (fromNs, toNs, columns) =>
        joined(group.map((each) => series.values.get(each)?.sample(fromNs, toNs, columns) ?? NOTHING)),
      distribution: group.length > 1 ? null : () => series.values.get(name) ?? EMPTY(),
    };
  });
}

const NOTHING = { times: [], values: [] };
const EMPTY = (): Series => {
  throw new Error('The value is not plotted.');
};

const TITLES: Readonly<Record<JobQuantity, (task: string) => string>> = {
  response: (task) => tr`${task}: response time`,
  execution: (task) => tr`${task}: execution time`,
  jitter: (task) => tr`${task}: release jitter`,
};

function jobChart(series: TraceSeries, lane: Lane, quantity: JobQuantity): Chart {
  const { name, colour, taskIndex } = lane;
  const of = () => series.task(taskIndex, quantity);
  return {
    id: `${quantity} ${name}`,
    group: quantity,
    name,
    title: TITLES[quantity](name),
    lines: [line(name, colour, 'time')],
    limits: limitsOf(lane, quantity),
    look: 'line',
    read: (fromNs, toNs, columns) => ofOne(of().sample(fromNs, toNs, columns)),
    distribution: of,
  };
}

function limitsOf(lane: Lane, quantity: JobQuantity): Limit[] {
  if (quantity === 'execution') return limit(tr`budget`, lane.budgetNs, 'limit');
  if (quantity === 'jitter') return [];
  return [
    ...limit(tr`bound`, lane.responseBoundNs, 'bound', formatBound),
    ...limit(tr`deadline`, lane.deadlineNs, 'limit'),
  ];
}

const limit = (label: string, value: number | null, ink: Limit['ink'], text = formatDeclared): Limit[] =>
  value === null ? [] : [{ label: `${label} ${text(value)}`, value, ink }];

/** Windows in the chart of the load, and in a chart of a rate, whose windows need several deliveries. */
const LOAD_WINDOWS = 100;
const RATE_WINDOWS = 25;

/** The length of a window: one, two or five times a power of ten. */
export function windowFor(viewNs: number, windows: number): number {
  const least = Math.max(1, viewNs / windows);
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}

function loadChart(series: TraceSeries, lanes: readonly Lane[]): Chart {
  return {
    id: 'load',
    group: 'processor',
    name: tr`Processor load`,
    title: tr`Processor load`,
    lines: [
      ...lanes.map(({ name, colour, pattern }) => ({ ...line(name, colour, 'share'), pattern })),
      line(tr`runtime`, 'var(--pl-text-faint)', 'share'),
    ],
    limits: [],
    look: 'stack',
    read: (fromNs, toNs) => {
      const { load } = series;
      series.update();
      const shares = load.shares(fromNs, toNs, windowFor(toNs - fromNs, LOAD_WINDOWS));
      const none = new Float64Array(shares.count).fill(Number.NaN);
      // Without recorded idle time, the rest is runtime and idle time.
      const runtime = shares.idle === null ? none : shares.rest;
      return inWindows(shares, [...lanes.map(({ taskIndex }) => shares.tasks.get(taskIndex) ?? none), runtime]);
    },
    distribution: null,
  };
}

interface InWindows {
  readonly fromNs: number;
  readonly windowNs: number;
  readonly count: number;
}

function inWindows({ fromNs, windowNs, count }: InWindows, rows: readonly Float64Array[]): ChartData {
  const times = Array.from({ length: count }, (_, i) => fromNs + i * windowNs);
  return { times, values: rows.map((row) => Array.from(row, (value) => (Number.isNaN(value) ? null : value))) };
}

function channelCharts(series: TraceSeries, channels: readonly PlottedChannel[]): Chart[] {
  const of = (index: number, quantity: 'fill' | 'age') => () => series.channel(index, quantity);
  const rings = channels.map((channel, index) => ({ ...channel, index }));
  const fills = rings
    .filter(({ isRing }) => isRing)
    .map(
      ({ name, capacity, index }): Chart => ({
        id: `fill ${name}`,
        group: 'fill',
        name,
        title: tr`${name}: items that wait`,
        lines: [line(name, colourAt(index), 'items')],
        limits: limit(tr`full`, capacity, 'limit', String),
        look: 'steps',
        read: (fromNs, toNs, columns) => ofOne(of(index, 'fill')().sample(fromNs, toNs, columns)),
        distribution: null,
      }),
    );
  const ages = rings.map(
    ({ name, index }): Chart => ({
      id: `age ${name}`,
      group: 'age',
      name,
      title: tr`${name}: age of the data that is read`,
      lines: [line(name, colourAt(index), 'time')],
      limits: [],
      look: 'line',
      read: (fromNs, toNs, columns) => ofOne(of(index, 'age')().sample(fromNs, toNs, columns)),
      distribution: of(index, 'age'),
    }),
  );
  return [...fills, ...ages];
}

function rateChart(series: TraceSeries, { name, budgetPerSecond }: PlottedInterrupt, index: number): Chart {
  return {
    id: `rate ${name}`,
    group: 'rate',
    name,
    title: tr`${name}: deliveries`,
    lines: [line(name, colourAt(index), 'rate')],
    limits: limit(tr`I/O budget`, budgetPerSecond, 'limit', (rate) => `${+rate.toPrecision(4)}\u00a0/s`),
    look: 'steps',
    read: (fromNs, toNs) => {
      const { rates } = series;
      series.update();
      const found = rates.rates(index, fromNs, toNs, windowFor(toNs - fromNs, RATE_WINDOWS));
      return { ...inWindows(found, [found.perSecond]), isLeast: found.isLeast };
    },
    distribution: null,
  };
}

/** At most this many response times are shown before the user chooses. */
const FIRST_TASKS = 4;

/** The charts that are shown before the user chooses: the program's values, or the load and some response times. */
export function firstShown(charts: readonly Chart[]): ReadonlySet<string> {
  const values = charts.filter(({ group }) => group === 'values');
  const others = charts.filter(({ group }) => group === 'processor' || group === 'response').slice(0, 1 + FIRST_TASKS);
  return new Set((values.length > 0 ? values : others).map(({ id }) => id));
}
