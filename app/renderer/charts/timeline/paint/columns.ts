/**
 * A lane whose jobs stand closer than pixels: per pixel column the worst response as a share of the deadline, as a
 * height, with the predicted bound as a line across; misses and exhausted budgets as marks on top. Equal neighbours are
 * painted as one rectangle.
 */
import { clamp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import { eachColumn } from '../density.ts';
import { BASELINE, BOX_TOP, type Lane } from '../lane.ts';
import type { JobColumn } from '../source.ts';
import type { LaneSummary } from '../summary.ts';
import type { PaintCount, Scene } from './scene.ts';
import type { LaneStyle } from './style.ts';

const FULL = BASELINE - BOX_TOP;
/** Columns at most this far apart are joined, as jobs a few pixels apart leave empty ones between. */
const JOIN_PX = 5;

export function paintColumns(
  scene: Scene,
  lane: Lane,
  style: LaneStyle,
  column: JobColumn,
  summary: LaneSummary,
  top: number,
  count: PaintCount,
): void {
  const { context } = scene.frame;
  const left = scene.scale.leftPx;
  const misses: number[] = [];
  const exhausted: number[] = [];
  let runX = 0;
  let runEnd = -1;
  let runHeight = 0;
  const body = new Path2D();
  const ground = new Path2D();
  const closeRun = (): void => {
    if (runEnd <= runX) return;
    body.rect(left + runX, top + BASELINE - runHeight, runEnd - runX, runHeight);
    ground.rect(left + runX, top + BOX_TOP, runEnd - runX, FULL);
  };
  eachColumn(column, summary, scene.scale, (x, tally, widthNs) => {
    if (tally.misses > 0) misses.push(left + x);
    if (tally.exhausted > 0) exhausted.push(left + x);
    const height = columnHeight(lane, tally.worstResponse, tally.execution / widthNs);
    const joins = x - runEnd <= JOIN_PX;
    if (joins) runEnd = x;
    if (!joins || height !== runHeight) {
      closeRun();
      runX = x;
      runHeight = height;
    }
    runEnd = x + 1;
  });
  closeRun();
  context.fillStyle = style.faint;
  context.fill(ground);
  context.fillStyle = style.fill;
  context.fill(body);
  if (style.overlay) {
    context.fillStyle = style.overlay;
    context.fill(body);
    count.paints++;
  }
  count.paints += 2;
  paintMarks(scene, top, misses, exhausted, count);
  paintBoundLine(scene, lane, column, top, count);
}

/** Whole pixels, so that equal neighbours merge; at least one, so that a lane in use never looks empty. */
function columnHeight(lane: Lane, worstResponse: number, load: number): number {
  const share = lane.deadlineNs !== null && lane.deadlineNs > 0 ? worstResponse / lane.deadlineNs : load;
  return Math.max(1, Math.round(clamp(share, 0, 1) * FULL));
}

function paintMarks(scene: Scene, top: number, misses: number[], exhausted: number[], count: PaintCount): void {
  const { context, theme } = scene.frame;
  const strip = (xs: number[], colour: string, y: number, height: number, least: number): void => {
    if (xs.length === 0) return;
    const path = new Path2D();
    let from = Number.NaN;
    let to = Number.NaN;
    for (const x of xs) {
      if (x <= to + 1) to = x + least;
      else {
        if (to > from) path.rect(from, y, to - from, height);
        from = x;
        to = x + least;
      }
    }
    path.rect(from, y, to - from, height);
    context.fillStyle = colour;
    context.fill(path);
    count.paints++;
  };
  strip(exhausted, theme.budget, top + BOX_TOP - 1, 3, 1.5);
  strip(misses, theme.miss, top + 3, FULL + 8, 1.5);
}

/** As far as there is data. */
function paintBoundLine(scene: Scene, lane: Lane, column: JobColumn, top: number, count: PaintCount): void {
  if (lane.responseBoundNs === null || lane.deadlineNs === null || lane.deadlineNs <= 0) return;
  const { context, width, theme } = scene.frame;
  const y = top + BASELINE - clamp(lane.responseBoundNs / lane.deadlineNs, 0, 1.15) * FULL;
  context.strokeStyle = theme.text;
  context.globalAlpha = 0.6;
  context.lineWidth = 1;
  context.setLineDash([5, 4]);
  context.beginPath();
  context.moveTo(Math.max(scene.scale.leftPx, toPx(scene.scale, column.arrivalAt(column.first))), y);
  context.lineTo(Math.min(width, toPx(scene.scale, column.knownEndAt(column.count - 1))), y);
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 1;
  count.paints++;
}
