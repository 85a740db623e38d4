/**
 * Paints the strip below the plot, which shows the whole trace: each task's share of the processor,
 * stacked in the task's colour, and misses as red ticks at the top. Missing data is a gap. A frame
 * marks the part that the plot shows.
 */
import { type TimeScale, toPx } from '../../../base/scale.ts';
import type { Frame } from '../../../base/surface.ts';
import type { Theme } from '../../../base/theme.ts';
import type { TimeSpan } from '../../../base/time.ts';
import type { Lane } from '../lane.ts';
import { loadOf } from '../load.ts';
import type { JobColumn, TimelineSource } from '../source/source.ts';
import type { LaneSummary } from '../summary.ts';
import { stackShares } from './stacked.ts';
import type { LaneStyle } from './style.ts';

const MISS_TOP = 2;
const MISS_HEIGHT = 6;
const LOAD_TOP = 10;
const HANDLE_WIDTH = 4;
/** At most one gap per this many pixels is shown, so that the load stays visible. */
const CLEAR_PX = 6;

export interface OverviewInput {
  readonly source: TimelineSource;
  readonly lanes: readonly Lane[];
  readonly styles: readonly LaneStyle[];
  readonly summaryOf: (column: JobColumn) => LaneSummary;
  readonly gapStyle: CanvasPattern | string;
}

interface OverviewLoad {
  /** Share of the processor per lane and pixel column, from 0 to 1. */
  readonly load: readonly Float32Array[];
  readonly missed: Uint8Array;
}

/**
 * Paints the strip without its window. The trace is read and painted again only after the data, the
 * size or the theme changed.
 */
export function overviewPicture(frame: Frame, input: OverviewInput, scale: TimeScale): OffscreenCanvas {
  const { width, height, density, theme } = frame;
  const picture = new OffscreenCanvas(
    Math.max(1, Math.round(width * density)),
    Math.max(1, Math.round(height * density)),
  );
  const context = picture.getContext('2d');
  if (!context) return picture;
  context.scale(density, density);
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, height);
  paintLoad({ context, height, density, theme }, input, scale, measureLoad(input, scale));
  return picture;
}

/** The target of painting, on or off the screen. */
interface Ground {
  readonly context: OffscreenCanvasRenderingContext2D;
  readonly height: number;
  readonly density: number;
  readonly theme: Theme;
}

function measureLoad(input: OverviewInput, scale: TimeScale): OverviewLoad {
  const missed = new Uint8Array(Math.ceil(scale.widthPx));
  const load = input.lanes.map((lane) => {
    const column = input.source.column(lane.taskIndex);
    markDroppedReleases(column, scale, missed);
    return loadOf(column, input.summaryOf(column), scale, (x) => {
      missed[x] = 1;
    });
  });
  return { load, missed };
}

function markDroppedReleases({ droppedReleases }: JobColumn, scale: TimeScale, missed: Uint8Array): void {
  for (let index = 0; index < (droppedReleases?.count ?? 0); index++) {
    const x = Math.floor(toPx(scale, droppedReleases?.atNs(index) ?? 0) - scale.leftPx);
    if (x >= 0 && x < missed.length) missed[x] = 1;
  }
}

function paintLoad(frame: Ground, input: OverviewInput, scale: TimeScale, measured: OverviewLoad): void {
  const { context, theme } = frame;
  paintShares(frame, input, scale, measured.load);
  const misses = new Path2D();
  for (let x = 0; x < measured.missed.length; x++) {
    if (measured.missed[x] === 1) misses.rect(scale.leftPx + x, MISS_TOP, 1.5, MISS_HEIGHT);
  }
  context.fillStyle = theme.miss;
  context.fill(misses);
  paintGaps(frame, input, scale);
}

function paintShares(
  { context, height, density, theme }: Ground,
  { styles, source }: OverviewInput,
  scale: TimeScale,
  load: readonly Float32Array[],
): void {
  const width = Math.round(scale.widthPx * density);
  const tall = Math.round((height - 2 - LOAD_TOP) * density);
  if (width < 1 || tall < 1) return;
  const cores = Math.max(1, source.cores?.length ?? 1);
  const pixels = context.createImageData(width, tall);
  stackShares(pixels, {
    shares: load.map((shares) => (cores === 1 ? shares : shares.map((share) => share / cores))),
    fills: load.map((_, lane) => styles[lane]?.fill ?? theme.textDim),
    ground: theme.surface,
  });
  // Pixels are put without the scale of the context.
  context.putImageData(pixels, Math.round(scale.leftPx * density), Math.round(LOAD_TOP * density));
}

function paintGaps(frame: Ground, input: OverviewInput, scale: TimeScale): void {
  const { context, height } = frame;
  let paintedTo = Number.NEGATIVE_INFINITY;
  input.source.eachBreak(scale.view, (event) => {
    const x = toPx(scale, event.from);
    const right = Math.max(x + 1, toPx(scale, event.to));
    if (event.kind === 'boot' || x < paintedTo + CLEAR_PX) return;
    paintedTo = right;
    context.fillStyle = frame.theme.surface;
    context.fillRect(x, LOAD_TOP, right - x, height - LOAD_TOP - 2);
    context.fillStyle = input.gapStyle;
    context.fillRect(x, LOAD_TOP, right - x, height - LOAD_TOP - 2);
  });
}

/**
 * Paints the window that the plot shows as a frame with two handles, and dims everything outside
 * it.
 */
export function paintWindow(frame: Frame, scale: TimeScale, view: TimeSpan): void {
  const { context, width, height, theme } = frame;
  const { x, right } = windowPx(scale, view, width);
  context.globalAlpha = 0.62;
  context.fillStyle = theme.canvas;
  context.fillRect(scale.leftPx, 0, Math.max(0, x - scale.leftPx), height);
  context.fillRect(right, 0, Math.max(0, width - right), height);
  context.globalAlpha = 1;
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, 0.5, Math.max(1, right - x - 1), height - 1);
  context.fillStyle = theme.accent;
  for (const edge of [x, right - HANDLE_WIDTH]) {
    context.beginPath();
    context.roundRect(edge, height / 2 - 9, HANDLE_WIDTH, 18, 2);
    context.fill();
  }
}

/** Returns the position of the window on the strip, which is always wide enough to grab. */
export function windowPx(scale: TimeScale, view: TimeSpan, width: number): { x: number; right: number } {
  const from = Math.max(scale.leftPx, toPx(scale, view.from));
  const to = Math.min(width, toPx(scale, view.to));
  const least = 2 * HANDLE_WIDTH + 2;
  if (to - from >= least) return { x: from, right: to };
  const x = Math.min(Math.max(scale.leftPx, (from + to - least) / 2), width - least);
  return { x, right: x + least };
}
