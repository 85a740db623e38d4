/**
 * Paints text on and next to job boxes: the job's number where it fits, and the lateness of a late
 * job.
 */
import { formatBound, formatExecution } from '../../../base/format.ts';
import { toPx } from '../../../base/scale.ts';
import { textWidth } from '../../../base/text.ts';
import { type JobColumn, NEVER } from '../source/source.ts';
import type { LanePlace } from './jobs.ts';
import type { PaintCount, Scene } from './scene.ts';

const PADDING = 5;
/** Largest number of labels in one lane. More would be unreadable. */
const MAX_TEXTS = 120;

export function paintJobTexts(scene: Scene, place: LanePlace, count: PaintCount): void {
  const { range } = place;
  if (range.last - range.first > MAX_TEXTS) return;
  const { context } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const least = textWidth(context, '#') + 2 * PADDING;
  for (let job = range.first; job < range.last; job++) {
    paintNumber(scene, place, job, least, count);
    if (place.column.missedAt(job)) paintLateness(scene, place, job, count);
  }
}

/**
 * Paints the job's number in its widest visible run.
 *
 * @param least width of the narrowest run that can have a text. Unit: CSS pixels. Most runs of a large sketch are
 * narrower, and no text is made and measured for them.
 */
function paintNumber(scene: Scene, place: LanePlace, job: number, least: number, count: PaintCount): void {
  const { context, width } = scene.frame;
  const { column, lane, top, style } = place;
  let widest = 0;
  let at = 0;
  for (let i = 0; i < column.segmentCountAt(job); i++) {
    const until = column.segmentToAt(job, i);
    const x = Math.max(scene.scale.leftPx, toPx(scene.scale, column.segmentFromAt(job, i)));
    const right = Math.min(width, toPx(scene.scale, until === NEVER ? column.knownEndAt(job) : until));
    if (right - x > widest) {
      widest = right - x;
      at = x;
    }
  }
  if (widest < least) return;
  const number = `#${column.numberAt(job)}`;
  const room = widest - 2 * PADDING;
  if (textWidth(context, number) > room) return;
  const long = longText(column, job, lane.budgetNs, scene.source.isPrediction === true);
  const text = textWidth(context, long) <= room ? long : number;
  context.fillStyle = style.ink;
  context.fillText(text, at + PADDING, top + (scene.layout.boxTop + scene.layout.baseline) / 2 + 1);
  count.paints++;
}

/** A job's number, and how long it ran. The time of a job that still runs is not known. */
export function longText(column: JobColumn, job: number, budgetNs: number | null, isPrediction: boolean): string {
  const number = `#${column.numberAt(job)}`;
  if (column.endAt(job) === NEVER) return number;
  return `${number}  ${formatExecution(column.executionAt(job), budgetNs, isPrediction)}`;
}

/** Paints `+1.2 ms` in red at the deadline's arrow, if there is space before the next deadline. */
function paintLateness(scene: Scene, place: LanePlace, job: number, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const { column, lane, top } = place;
  const deadline = column.deadlineAt(job);
  if (deadline === NEVER) return;
  const late = column.knownEndAt(job) - deadline;
  if (late <= 0) return;
  const text = `+${formatBound(late)}`;
  const x = toPx(scene.scale, deadline) + 9;
  const room = lane.periodNs === null ? Number.POSITIVE_INFINITY : toPx(scene.scale, deadline + lane.periodNs) - x - 4;
  if (textWidth(context, text) > room) return;
  context.lineJoin = 'round';
  context.strokeStyle = theme.canvas;
  context.lineWidth = 4;
  context.strokeText(text, x, top + scene.layout.arrowTop);
  context.fillStyle = theme.miss;
  context.fillText(text, x, top + scene.layout.arrowTop);
  count.paints += 2;
}
