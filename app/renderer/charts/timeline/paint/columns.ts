/**
 * Paints a lane with more than one job per pixel. The height of each pixel column is the worst
 * response as a share of the deadline. A horizontal line shows the predicted bound. Misses and
 * exhausted budgets are marks at the top. Equal neighbouring columns are painted as one rectangle.
 */
import { clamp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import { eachColumn } from '../density.ts';
import type { Lane } from '../lane.ts';
import type { JobColumn } from '../source/source.ts';
import type { LaneSummary } from '../summary.ts';
import type { PaintCount, Scene } from './scene.ts';
import type { LaneStyle } from './style.ts';

/**
 * Columns with at most this distance are joined, because jobs that are a few pixels apart leave
 * empty columns between them.
 */
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
  const full = fullHeight(scene);
  const misses: number[] = [];
  const exhausted: number[] = [];
  const ground = new RunList();
  const bodies: number[] = [];
  let body = { from: 0, to: -1, height: 0 };
  eachColumn(column, summary, scene.scale, (x, tally, widthNs) => {
    if (tally.misses > 0) misses.push(left + x);
    if (tally.exhausted > 0) exhausted.push(left + x);
    ground.add(x);
    const height = columnHeight(lane, tally.worstResponse, tally.execution / widthNs, full);
    if (height !== body.height || x - body.to > JOIN_PX) {
      bodies.push(body.from, body.to, body.height);
      body = { from: x - body.to > JOIN_PX ? x : body.to, to: x, height };
    }
    body.to = x + 1;
  });
  bodies.push(body.from, body.to, body.height);
  context.fillStyle = style.faint;
  for (const [from, to] of ground.runs) context.fillRect(left + from, top + scene.layout.boxTop, to - from, full);
  context.fillStyle = style.fill;
  paintBodies(context, bodies, left, top + scene.layout.baseline);
  if (style.overlay) {
    context.fillStyle = style.overlay;
    for (const [from, to] of ground.runs) context.fillRect(left + from, top + scene.layout.boxTop, to - from, full);
  }
  count.paints += bodies.length / 3 + (style.overlay ? 2 : 1) * ground.runs.length;
  paintMarks(scene, top, misses, exhausted, count);
  paintBoundLine(scene, lane, column, top, count);
}

const fullHeight = ({ layout }: Scene): number => layout.baseline - layout.boxTop;

/** Pixel columns that are joined into runs. */
class RunList {
  readonly runs: [number, number][] = [];

  add(x: number): void {
    const last = this.runs.at(-1);
    if (last && x - last[1] <= JOIN_PX) last[1] = x + 1;
    else this.runs.push([x, x + 1]);
  }
}

/** `bodies` contains from, to and height of each body. Empty bodies are skipped. */
function paintBodies(context: CanvasRenderingContext2D, bodies: readonly number[], left: number, base: number): void {
  for (let i = 0; i < bodies.length; i += 3) {
    const [from = 0, to = 0, height = 0] = [bodies[i], bodies[i + 1], bodies[i + 2]];
    if (to > from) context.fillRect(left + from, base - height, to - from, height);
  }
}

/**
 * Uses whole pixels, so that equal neighbours merge, and at least one pixel, so that an active lane
 * never looks empty.
 */
function columnHeight(lane: Lane, worstResponse: number, load: number, full: number): number {
  const share = lane.deadlineNs !== null && lane.deadlineNs > 0 ? worstResponse / lane.deadlineNs : load;
  return Math.max(1, Math.round(clamp(share, 0, 1) * full));
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
  strip(exhausted, theme.budget, top + scene.layout.boxTop - 1, 3, 1.5);
  strip(misses, theme.miss, top + 3, fullHeight(scene) + 8, 1.5);
}

/** Paints the line only where there is data. */
function paintBoundLine(scene: Scene, lane: Lane, column: JobColumn, top: number, count: PaintCount): void {
  if (lane.responseBoundNs === null || lane.deadlineNs === null || lane.deadlineNs <= 0) return;
  const { context, width, theme } = scene.frame;
  const y = top + scene.layout.baseline - clamp(lane.responseBoundNs / lane.deadlineNs, 0, 1.15) * fullHeight(scene);
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
