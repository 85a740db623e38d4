/**
 * What the pointer shows at its position: the time, every lane at that time, and the interrupt,
 * mark or idle time under it.
 */

import { tr } from '../../../../../generator/words/tr.ts';
import { formatDuration, formatTime } from '../../../base/format.ts';
import { type TimeScale, toNs } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import { AXIS_HEIGHT, type Lane, type Layout, type PinRow, type Row, rowAt } from '../lane.ts';
import { levelAt, levelWords, pinLabel } from '../pins/level-words.ts';
import type { SpanList, TimelineSource } from '../source/source.ts';
import { type Readout, readoutAt } from './hit.ts';

export interface PointerReadout {
  readonly time: number;
  /** Position in the plot, and the plot's size. Unit: CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /**
   * Bottom of the lowest lane in the plot. Larger than the plot's height when lanes are scrolled
   * out of view.
   */
  readonly lanesEnd: number;
  /** The interrupt, marks or idle time under the pointer, as text. Empty if there are none. */
  readonly event: string;
  /**
   * Facts about the lane under the pointer: why it does not run and, of a simulated schedule, its
   * busy period or a critical instant.
   */
  readonly facts: readonly string[];
  /** Index of the lane under the pointer. -1 outside the lanes. */
  readonly lane: number;
  readonly readouts: readonly Readout[];
}

export interface PlotPlace {
  readonly scale: TimeScale;
  readonly layout: Layout;
  readonly scrollTop: number;
  readonly width: number;
  readonly height: number;
}

/** Marks within this distance of the pointer are named, up to a maximum number. */
const NEAR_PX = 5;
const MOST_NAMES = 20;

export function readPointer(
  data: {
    readonly source: TimelineSource;
    readonly lanes: readonly Lane[];
    readonly pinRows: readonly PinRow[];
  },
  plot: PlotPlace,
  x: number,
  y: number,
): PointerReadout {
  const { scale, layout, scrollTop, width, height } = plot;
  const time = toNs(scale, x);
  const row = rowAt(layout, y - AXIS_HEIGHT + scrollTop);
  const readouts = data.lanes.map((lane) => readoutAt(data.source, lane, time)).filter((readout) => readout !== null);
  return {
    time,
    x,
    y,
    width,
    height,
    lanesEnd: AXIS_HEIGHT + layout.height - scrollTop,
    event: row === null ? '' : row.kind === 'pin' ? pinWords(data, row, time) : wordsAt(data.source, row, scale, x),
    facts: row === null ? [] : factsAt(data.source, data.lanes[row.lane], scale, x),
    lane: row?.lane ?? -1,
    readouts,
  };
}

function factsAt({ facts, reasons }: TimelineSource, lane: Lane | undefined, scale: TimeScale, x: number): string[] {
  if (lane === undefined) return [];
  const time = toNs(scale, x);
  const { taskIndex, name } = lane;
  const why = reasons?.why(taskIndex, time) ?? '';
  if (facts == null) return why === '' ? [] : [`${name} ${why}`];
  const busy = facts.busyPeriod(taskIndex, time);
  const near = { from: ns(toNs(scale, x - NEAR_PX)), to: ns(toNs(scale, x + NEAR_PX)) };
  const [instant] = facts.criticalInstants(taskIndex, near);
  const at = (at: number) => formatTime(at, 1_000);
  const words = [
    why === '' ? '' : `${name} ${why}`,
    busy === null ? '' : tr`Busy period: ${at(busy.from)} to ${at(busy.to)}, ${formatDuration(busy.to - busy.from, 4)}`,
    instant === undefined
      ? ''
      : tr`Critical instant at ${at(instant)}: all tasks that can delay ${name} are released with it`,
  ];
  return words.filter((sentence) => sentence !== '');
}

function wordsAt(source: TimelineSource, row: Row, scale: TimeScale, x: number): string {
  if (row.kind === 'events') return eventNear(source, scale, x);
  if (row.kind === 'idle') return spanWords(source.idle, scale, x, (length) => tr`idle for ${length}`);
  const interrupt = source.interrupts[row.interrupt];
  if (interrupt === undefined) return '';
  const { name, runs, masked } = interrupt;
  const parts = [
    spanWords(runs, scale, x, (length) => tr`runs for ${length}`),
    spanWords(masked, scale, x, (length) => tr`masked for ${length}`),
  ].filter((part) => part !== '');
  return parts.length === 0 ? `${name}: ${interruptsSoFar(runs, toNs(scale, x))}` : `${name} ${parts.join(', ')}`;
}

function pinWords(
  { source, pinRows }: { readonly source: TimelineSource; readonly pinRows: readonly PinRow[] },
  row: Row,
  time: number,
): string {
  const pin = pinRows[row.pin];
  const levels = pin === undefined ? null : (source.pins?.levels(pin.pin) ?? null);
  if (pin === undefined) return '';
  const name = pin.label === pinLabel(pin.pin) ? pin.label : `${pin.label}, ${pinLabel(pin.pin)}`;
  if (levels === null || time < levels.startNs || time > source.span.to) return tr`${name}: not recorded`;
  return `${name}: ${levelWords(levelAt(levels, time))}`;
}

/** Matches spans under the pointer or within a small tolerance of it. */
function spanWords(list: SpanList, scale: TimeScale, x: number, words: (length: string) => string): string {
  const i = list.firstEndingAfter(toNs(scale, x - NEAR_PX));
  if (i >= list.count || list.fromAt(i) > toNs(scale, x + NEAR_PX)) return '';
  return words(formatDuration(list.toAt(i) - list.fromAt(i), 3));
}

function interruptsSoFar(runs: SpanList, time: number): string {
  const last = runs.firstEndingAfter(time) - 1;
  return last < 0 ? tr`none yet` : tr`the last ${formatDuration(time - runs.toAt(last), 3)} ago`;
}

function eventNear(source: TimelineSource, scale: TimeScale, x: number): string {
  const near = { from: ns(toNs(scale, x - NEAR_PX)), to: ns(toNs(scale, x + NEAR_PX)) };
  const labels = new Set<string>();
  const isFew = source.eachPoint(near, MOST_NAMES, (event) => labels.add(event.label));
  return isFew ? [...labels].join(', ') : tr`many marks: zoom in to see each one`;
}
