/** What the pointer reads at its place: the time, every lane there, and the interrupt or mark under it. */
import { type TimeScale, toNs } from '../../base/scale.ts';
import { ns } from '../../base/time.ts';
import { type Readout, readoutAt } from './hit.ts';
import { AXIS_HEIGHT, type Lane, type Layout, rowAt } from './lane.ts';
import type { TimelineSource } from './source.ts';

export interface PointerReadout {
  readonly time: number;
  /** Position in the plot, and the plot's size, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the lowest lane ends in the plot; beyond its height when lanes are scrolled out of sight. */
  readonly lanesEnd: number;
  /** The interrupts or marks under the pointer, in words; empty if there are none. */
  readonly event: string;
  /** Index of the lane under the pointer; -1 beside the lanes. */
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

/** A point event this near to the pointer is named, up to so many. */
const NEAR_PX = 5;
const MOST_NAMES = 20;

export function readPointer(
  data: { readonly source: TimelineSource; readonly lanes: readonly Lane[] },
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
    event: row?.kind === 'events' ? eventNear(data.source, scale, x) : '',
    lane: row?.lane ?? -1,
    readouts,
  };
}

function eventNear(source: TimelineSource, scale: TimeScale, x: number): string {
  const near = { from: ns(toNs(scale, x - NEAR_PX)), to: ns(toNs(scale, x + NEAR_PX)) };
  const labels = new Set<string>();
  const isFew = source.eachPoint(near, MOST_NAMES, (event) => labels.add(event.label));
  return isFew ? [...labels].join(', ') : 'many interrupts and marks: zoom in to tell them apart';
}
