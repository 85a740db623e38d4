/**
 * Paints everything that is not a job: marks and texts in the top row, and, across all lanes, gaps
 * in the record, dropped events and restarts of the program.
 */

import { tr } from '../../../../../generator/words/tr.ts';
import { visibleLine } from '../../../../../generator/words/visible.ts';
import { formatCount, formatDuration } from '../../../base/format.ts';
import { nsPerPx, toPx } from '../../../base/scale.ts';
import { textWidth } from '../../../base/text.ts';
import { ns } from '../../../base/time.ts';
import { AXIS_HEIGHT, EVENT_ROW_HEIGHT } from '../lane.ts';
import type { TimedEvent } from '../source/source.ts';
import type { PaintCount, Scene } from './scene.ts';

/** If a view has more marks than this, their density is painted instead. */
const MAX_POINTS = 3_000;
/** If marks are closer together than this many pixels, their density is painted instead. */
const LEAST_POINT_PX = 2;
const DENSITY_PX = 4;
const LEAST_GAP_PX = 2;
/** If there is more than one band per this many pixels, the bands would hide the jobs. */
const CROWDED_PX = 12;
const FOOT_PX = 5;
const WORD_GAP_PX = 10;
const BAR_TOP = 5;
const BAR_HEIGHT = EVENT_ROW_HEIGHT - 9;

interface PointPaths {
  readonly marks: Path2D;
  readonly marked: { readonly x: number; readonly label: string }[];
}

export function paintEvents(scene: Scene, count: PaintCount): void {
  paintBreaks(scene, count);
  if (scene.layout.rows[0]?.kind === 'events') paintPoints(scene, count);
}

function paintPoints(scene: Scene, count: PaintCount): void {
  const paths: PointPaths = { marks: new Path2D(), marked: [] };
  const limit = Math.min(MAX_POINTS, scene.scale.widthPx / LEAST_POINT_PX);
  if (!scene.source.eachPoint(scene.state.view, limit, (event) => addPoint(scene, event, paths))) {
    paintPointDensity(scene, count);
    return;
  }
  const { context, theme } = scene.frame;
  context.fillStyle = theme.accent;
  context.fill(paths.marks);
  count.paints++;
  paintMarkLabels(scene, paths.marked, count);
}

/**
 * Paints the number of marks in each narrow column as a height. The square root keeps small numbers
 * visible next to large ones. The columns are aligned to a fixed time grid, so they do not flicker
 * while panning.
 */
function paintPointDensity(scene: Scene, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const { view, widthPx } = scene.scale;
  const step = DENSITY_PX * nsPerPx(scene.scale);
  const from = Math.floor(view.from / step) * step;
  const counts = new Uint32Array(Math.ceil(widthPx / DENSITY_PX) + 1);
  scene.source.countPoints({ from: ns(from), to: ns(from + step * counts.length) }, counts);
  const most = counts.reduce((max, n) => Math.max(max, n), 1);
  const base = AXIS_HEIGHT - scene.scrollTop + BAR_TOP + BAR_HEIGHT;
  const left = toPx(scene.scale, from);
  context.fillStyle = theme.textFaint;
  for (const [i, n] of counts.entries()) {
    if (n === 0) continue;
    const height = Math.max(2, Math.sqrt(n / most) * BAR_HEIGHT);
    context.fillRect(left + i * DENSITY_PX, base - height, DENSITY_PX - 1, height);
  }
  count.paints += counts.length;
}

function addPoint(scene: Scene, event: TimedEvent, paths: PointPaths): void {
  const top = AXIS_HEIGHT - scene.scrollTop;
  const x = toPx(scene.scale, event.from);
  const y = top + EVENT_ROW_HEIGHT / 2;
  paths.marks.moveTo(x, y - 5);
  paths.marks.lineTo(x + 4, y);
  paths.marks.lineTo(x, y + 5);
  paths.marks.lineTo(x - 4, y);
  paths.marks.closePath();
  if (paths.marked.length < 200) paths.marked.push({ x, label: event.label });
}

function paintMarkLabels(scene: Scene, marked: PointPaths['marked'], count: PaintCount): void {
  const { context, width, theme } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  const y = AXIS_HEIGHT - scene.scrollTop + EVENT_ROW_HEIGHT / 2;
  for (const [i, mark] of marked.entries()) {
    const room = (marked[i + 1]?.x ?? width) - mark.x - 14;
    const label = visibleLine(mark.label);
    const w = textWidth(context, label);
    if (label === '' || w > room) continue;
    context.fillStyle = theme.canvas;
    context.fillRect(mark.x + 6, y - 8, w + 3, 17);
    context.fillStyle = theme.textDim;
    context.fillText(label, mark.x + 7, y + 0.5);
    count.paints++;
  }
}

/**
 * Paints hatched bands where data is missing, lines where the program restarted, and their labels
 * where there is space.
 */
function paintBreaks(scene: Scene, count: PaintCount): void {
  const { context, height, theme } = scene.frame;
  const bands: Band[] = [];
  const restarts: Band[] = [];
  scene.source.eachBreak(scene.state.view, (event) => {
    const band = { event, from: toPx(scene.scale, event.from), to: toPx(scene.scale, event.to) };
    const list = event.kind === 'boot' ? restarts : bands;
    if (band.to - (list.at(-1)?.from ?? Number.NEGATIVE_INFINITY) >= 1) list.push(band);
  });
  // If hairlines of gaps would cover the jobs, they are reduced to marks at the bottom.
  const crowded = bands.length > scene.scale.widthPx / CROWDED_PX;
  for (const { from, to } of bands) {
    const top = crowded && to - from < LEAST_GAP_PX ? height - FOOT_PX : AXIS_HEIGHT;
    paintBand(scene, from, crowded ? Math.max(from + 1, to) : Math.max(from + LEAST_GAP_PX, to), top);
  }
  context.fillStyle = theme.lineStrong;
  for (const { from } of restarts) context.fillRect(Math.round(from), AXIS_HEIGHT, 2, height);
  count.paints += 2 * bands.length + restarts.length;
  if (!crowded) paintWords(scene, [...bands, ...restarts], count);
}

function paintBand(scene: Scene, from: number, to: number, top: number): void {
  const { context, width, height, theme } = scene.frame;
  const x = Math.max(from, scene.scale.leftPx - 4);
  const right = Math.min(to, width + 4);
  if (right <= x) return;
  context.globalAlpha = 0.75;
  context.fillStyle = theme.canvas;
  context.fillRect(x, top, right - x, height - top);
  context.globalAlpha = 1;
  context.fillStyle = scene.gapStyle;
  context.fillRect(x, top, right - x, height - top);
}

interface Band {
  readonly event: TimedEvent;
  readonly from: number;
  readonly to: number;
}

/**
 * Paints labels at the bottom of the lanes, inside a band that is wide enough or to the right of
 * it. Each label has its own background, and labels that would overlap are left out.
 */
function paintWords(scene: Scene, bands: readonly Band[], count: PaintCount): void {
  const { context, width, height, theme } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  let free = scene.scale.leftPx;
  for (const { event, from, to } of bands) {
    const text = event.kind === 'boot' ? visibleLine(event.label) : gapText(event);
    const w = textWidth(context, text);
    const x = w + 12 < to - from ? (from + to - w) / 2 : to + 4;
    if (x < free || x + w > width) continue;
    context.globalAlpha = 0.8;
    context.fillStyle = theme.canvas;
    context.fillRect(x - 3, height - 17, w + 6, 14);
    context.globalAlpha = 1;
    context.fillStyle = theme.textDim;
    context.fillText(text, x, height - 10);
    free = x + w + WORD_GAP_PX;
    count.paints += 2;
  }
}

function gapText(event: TimedEvent): string {
  if (event.kind === 'dropped') return tr`${formatCount(event.count)} lost`;
  return event.to > event.from ? tr`no data for ${formatDuration(event.to - event.from, 3)}` : tr`data lost`;
}
