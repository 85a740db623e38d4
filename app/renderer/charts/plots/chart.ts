/** What one chart of the panel shows. Pure types and functions. */
import type { Sampled, Series } from '../../../../generator/trace/series/series.ts';
import { formatDuration, formatPercent } from '../../base/format.ts';
import type { Pattern } from '../../base/palette.ts';

/** What the values of a line are. A time is in ns, a share 0…1, a rate per second. */
export type Quantity = 'number' | 'time' | 'share' | 'rate' | 'items';

/** A level that is drawn across a chart. */
export interface Limit {
  /** Its name and its value. */
  readonly label: string;
  readonly value: number;
  readonly ink: 'bound' | 'limit';
}

/** A range of wanted values. null: open on this side. */
export interface Range {
  readonly low: number | null;
  readonly high: number | null;
}

export interface Line {
  readonly label: string;
  /** A CSS colour or a token reference. */
  readonly colour: string;
  /** Drawn over the colour of a part of a stack. Undefined: solid. */
  readonly pattern?: Pattern | undefined;
  readonly quantity: Quantity;
  /** "°C", or empty. Lines of another unit have an axis of their own. */
  readonly unit: string;
  readonly range: Range | null;
}

/** The points of a chart: the times of all lines, and the values of each line at them. */
export interface ChartData {
  /** Unit: ns. */
  readonly times: readonly number[];
  /** null: the line has no point at this time. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Whether a value is the least that there can have been, at each time. Undefined: no value is. */
  readonly isLeast?: readonly boolean[];
}

/** The groups of the chooser, in its order. */
export const GROUPS = ['values', 'processor', 'response', 'execution', 'jitter', 'fill', 'age', 'rate'] as const;
export type Group = (typeof GROUPS)[number];

export interface Chart {
  readonly id: string;
  readonly group: Group;
  /** The words in the chooser: the name of the task, the channel or the value. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly limits: readonly Limit[];
  /** `steps`: a value holds until the next. `stack`: the lines are parts of a whole, the first at the bottom. */
  readonly look: 'line' | 'steps' | 'stack';
  /**
   * Reads the points between two times, and one on each side.
   * @param columns of the screen; at most two points for each
   */
  readonly read: (fromNs: number, toNs: number, columns: number) => ChartData;
  /** The quantity of which the chart can show a histogram. null: there is none. */
  readonly distribution: (() => Series) | null;
}

const NO_RANGE = null;

export const line = (
  label: string,
  colour: string,
  quantity: Quantity,
  unit = '',
  range: Range | null = NO_RANGE,
): Line => ({
  label,
  colour,
  quantity,
  unit,
  range,
});

export const ofOne = ({ times, values }: Sampled): ChartData => ({ times, values: [values] });

/** Puts several lines on common times. */
export function joined(parts: readonly Sampled[]): ChartData {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return ofOne(only);
  const times = [...new Set(parts.flatMap((part) => part.times))].sort((a, b) => a - b);
  const place = new Map(times.map((time, i) => [time, i]));
  const values = parts.map((part) => {
    const row = new Array<number | null>(times.length).fill(null);
    for (const [i, time] of part.times.entries()) row[place.get(time) as number] = part.values[i] ?? null;
    return row;
  });
  return { times, values };
}

/** The value of a line at an instant: of its last point until then, or else its first. null: it has none. */
export function valueAt(data: ChartData, row: number, instantNs: number | null): number | null {
  return data.values[row]?.[pointAt(data, row, instantNs)] ?? null;
}

/** The point that has the value at an instant; -1: there is none. */
export function pointAt({ times, values }: ChartData, row: number, instantNs: number | null): number {
  const points = values[row] ?? [];
  let i = instantNs === null ? times.length - 1 : lastUntil(times, instantNs);
  for (; i >= 0; i--) if (points[i] != null) return i;
  return points.findIndex((value) => value != null);
}

function lastUntil(times: readonly number[], instantNs: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] as number) <= instantNs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function valueText({ quantity, unit }: Pick<Line, 'quantity' | 'unit'>, value: number): string {
  if (Number.isNaN(value)) return '–';
  if (quantity === 'time') return formatDuration(value);
  if (quantity === 'share') return formatPercent(value);
  if (quantity === 'rate') return `${+value.toPrecision(4)}\u00a0/s`;
  const text = `${+value.toPrecision(6)}`;
  return unit === '' ? text : `${text}\u00a0${unit}`;
}

/** A limit this many times above the data does not stretch the chart. */
const FAR = 4;

/**
 * The range of an axis: the data, and the limits unless they are far away, with a margin.
 * @param isFromZero whether the axis begins at 0, as for times and counts
 */
export function axisRange(
  least: number | null,
  most: number | null,
  limits: readonly number[],
  isFromZero: boolean,
): [number, number] {
  const [low, high] = [least ?? 0, most ?? limits[0] ?? 1];
  const reach = isFromZero ? Math.abs(high) : Math.max(high - low, Math.abs(high) * 0.05);
  const near = limits.filter((limit) => limit <= high + (FAR - 1) * reach && limit >= low - (FAR - 1) * reach);
  const from = isFromZero ? 0 : Math.min(low, ...near);
  const to = Math.max(high, ...near);
  const air = (to - from || Math.abs(to) || 1) * 0.08;
  return [isFromZero ? 0 : from - air, to + air];
}
