/** Which charts a trace has. Pure functions. */
import type { Sampled, Series } from '../../../../generator/trace/series/series.ts';
import type { TraceSeries } from '../../../../generator/trace/series/trace-series.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Lane } from '../timeline/lane.ts';

/** A level that is drawn across a chart. */
export interface Limit {
  readonly label: string;
  readonly value: number;
  readonly ink: 'bound' | 'limit';
}

export interface Chart {
  readonly id: string;
  readonly title: string;
  /** What its values are: a plain number, or a time in ns. */
  readonly quantity: 'number' | 'time';
  readonly series: Series;
  /** A CSS colour or a token reference. */
  readonly colour: string;
  readonly limits: readonly Limit[];
}

/** Colours of the program's own values, in their order. */
const COLOURS = 8;

/** The values of the program first, then the response and the execution time of each task. */
export function chartsOf(series: TraceSeries, lanes: readonly Lane[]): readonly Chart[] {
  const values = [...series.values].map(
    ([name, one], i): Chart => ({
      id: `value ${name}`,
      title: name,
      quantity: 'number',
      series: one,
      colour: `var(--pl-task-${(i % COLOURS) + 1})`,
      limits: [],
    }),
  );
  const times = lanes.flatMap((lane): Chart[] => {
    const task = series.tasks.get(lane.taskIndex);
    if (task === undefined) return [];
    const { name, colour } = lane;
    return [
      {
        id: `response ${name}`,
        title: tr`${name}: response time`,
        quantity: 'time',
        series: task.response,
        colour,
        limits: [...limit(tr`bound`, lane.responseBoundNs, 'bound'), ...limit(tr`deadline`, lane.deadlineNs, 'limit')],
      },
      {
        id: `execution ${name}`,
        title: tr`${name}: execution time`,
        quantity: 'time',
        series: task.execution,
        colour,
        limits: limit(tr`budget`, lane.budgetNs, 'limit'),
      },
    ];
  });
  return [...values, ...times];
}

const limit = (label: string, value: number | null, ink: Limit['ink']): Limit[] =>
  value === null ? [] : [{ label, value, ink }];

/** The charts that are shown before the user chooses: the program's values, or each response time. */
export function firstShown(charts: readonly Chart[]): ReadonlySet<string> {
  const values = charts.filter(({ quantity }) => quantity === 'number');
  const shown = values.length > 0 ? values : charts.filter(({ id }) => id.startsWith('response '));
  return new Set(shown.map(({ id }) => id));
}

const NS_PER_SECOND = 1e9;

/** The columns of a plot: times in seconds, values, and each limit at each time. */
export function columnsOf({ times, values }: Sampled, limits: readonly Limit[]): [number[], ...number[][]] {
  return [times.map((timeNs) => timeNs / NS_PER_SECOND), values, ...limits.map(({ value }) => times.map(() => value))];
}

export interface View {
  readonly fromNs: number;
  readonly toNs: number;
}

/** The least time that a chart shows. */
const LEAST_NS = 1000;

/** Zooms about a time that keeps its place. A factor below 1 shows less. */
export function zoomed({ fromNs, toNs }: View, atNs: number, factor: number): View {
  const length = Math.max(LEAST_NS, (toNs - fromNs) * factor);
  const from = atNs - ((atNs - fromNs) / Math.max(1, toNs - fromNs)) * length;
  return { fromNs: from, toNs: from + length };
}

export const panned = ({ fromNs, toNs }: View, byNs: number): View => ({ fromNs: fromNs + byNs, toNs: toNs + byNs });
