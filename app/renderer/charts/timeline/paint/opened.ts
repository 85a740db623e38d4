/** Paints frames around the job with the open card, and around the job that delayed it. */
import { toPx } from '../../../base/scale.ts';
import { AXIS_HEIGHT } from '../lane.ts';
import { type JobRef, NEVER } from '../source/source.ts';
import { addPointer } from './pointer.ts';
import type { PaintCount, Scene } from './scene.ts';

const INSET = 1.5;
const LEAST_PX = 6;
const OWN_DASH = [4, 3];
const POINTER = 5;

export function paintOpened(scene: Scene, count: PaintCount): void {
  const { opened } = scene;
  if (opened === null) return;
  const { own, culprit } = opened;
  const isSame = culprit !== null && culprit.task === own.task && culprit.row === own.row;
  if (!isSame) frameJob(scene, own, false, count);
  if (culprit !== null) frameJob(scene, culprit, true, count);
}

function frameJob(scene: Scene, { task, row }: JobRef, isCulprit: boolean, count: PaintCount): void {
  const column = scene.source.column(task);
  const lane = scene.lanes.findIndex(({ taskIndex }) => taskIndex === task);
  const place = scene.layout.rows.find((each) => each.kind === 'lane' && each.lane === lane);
  if (place === undefined || row < column.first || row >= column.count) return;
  const { context, width, theme } = scene.frame;
  const start = column.startAt(row);
  const from = toPx(scene.scale, isCulprit && start !== NEVER ? start : column.arrivalAt(row));
  const to = Math.max(toPx(scene.scale, column.knownEndAt(row)), from + LEAST_PX);
  const left = Math.max(from, scene.scale.leftPx - LEAST_PX);
  const right = Math.min(to, width + LEAST_PX);
  if (right <= left) return;
  const top = AXIS_HEIGHT + place.top - scene.scrollTop;
  context.strokeStyle = theme.text;
  context.lineWidth = isCulprit ? 2 : 1;
  context.setLineDash(isCulprit ? [] : OWN_DASH);
  context.strokeRect(left - INSET, top + INSET, right - left + 2 * INSET, place.height - 2 * INSET - 1);
  context.setLineDash([]);
  count.paints++;
  if (!isCulprit) return;
  const middle = Math.min(Math.max((left + right) / 2, scene.scale.leftPx + POINTER), width - POINTER);
  context.fillStyle = theme.text;
  context.beginPath();
  addPointer(context, middle, top, POINTER, POINTER + 2);
  context.fill();
  count.paints++;
}
