/** Paints one frame of the timeline, from back to front. */
import { timeScale } from '../../../base/scale.ts';
import { detailFor, jobsIn } from '../density.ts';
import { AXIS_HEIGHT } from '../lane.ts';
import { paintAxis, paintCursors, ticksFor } from './axis.ts';
import { paintColumns } from './columns.ts';
import { paintCore } from './cores.ts';
import { paintDroppedReleases } from './dropped-releases.ts';
import { paintEvents } from './events.ts';
import { paintJobs } from './jobs.ts';
import { paintOpened } from './opened.ts';
import { paintPinRow } from './pins.ts';
import { paintPredicted } from './predicted.ts';
import { paintRows } from './rows.ts';
import type { PaintCount, Scene } from './scene.ts';
import { paintBusyPeriod, paintInstants, paintPlayhead, paintSign } from './schedule.ts';
import { paintLaneSpans, paintSpanRow } from './spans.ts';

export function paintScene(scene: Scene): PaintCount {
  const count: PaintCount = { paints: 0 };
  const { context, width, height, theme } = scene.frame;
  const left = scene.scale.leftPx;
  context.fillStyle = theme.canvas;
  context.fillRect(0, 0, width, height);
  const ticks = ticksFor(scene);
  context.save();
  context.beginPath();
  context.rect(left, AXIS_HEIGHT, width - left, height - AXIS_HEIGHT);
  context.clip();
  paintRows(scene, ticks);
  paintBusyPeriod(scene, count);
  for (const row of scene.layout.rows) {
    const top = AXIS_HEIGHT + row.top - scene.scrollTop;
    if (row.kind === 'lane' && top < height && top + row.height > AXIS_HEIGHT) paintLane(scene, row.lane, top, count);
    if (row.kind === 'interrupt' || row.kind === 'idle') paintSpanRow(scene, row, count);
    if (row.kind === 'core') paintCore(scene, row, count);
    if (row.kind === 'pin') paintPinRow(scene, row, count);
  }
  paintEvents(scene, count);
  paintInstants(scene, count);
  paintOpened(scene, count);
  paintPlayhead(scene, count);
  context.restore();
  paintAxis(scene, ticks);
  if (scene.source.isPrediction && scene.lanes.length > 0) paintSign(scene, count);
  paintCursors(scene);
  return count;
}

function paintLane(scene: Scene, index: number, top: number, count: PaintCount): void {
  const lane = scene.lanes[index];
  const style = scene.styles[index];
  if (!lane || !style) return;
  const column = scene.source.column(lane.taskIndex);
  const range = jobsIn(column, scene.state.view);
  const detail = detailFor(column, range, scene.scale);
  if (detail === 'columns') {
    const summary = scene.summaryOf(column);
    summary.update(column);
    paintColumns(scene, lane, style, column, summary, top, count);
  } else if (range.last > range.first) {
    paintJobs(scene, { lane, style, column, range, top, full: detail === 'full' }, count);
    paintLaneSpans(scene, lane, top, count);
  }
  if (column.droppedReleases !== undefined) paintDroppedReleases(scene, column.droppedReleases, top, count);
  const predicted = scene.predicted?.column(lane.taskIndex);
  if (predicted) paintPredicted(scene, predicted, style, top, count);
}

/** Returns the scale of the plot, which is to the right of the labels. */
export function plotScale(view: Scene['state']['view'], width: number, labelWidth: number): Scene['scale'] {
  return timeScale(view, labelWidth, Math.max(1, width - labelWidth));
}
