/** The jobs that the simulation expects, as outlines below the measured ones. */
import { toPx } from '../../../base/scale.ts';
import { detailFor, jobsIn } from '../density.ts';
import { LANE_HEIGHT, PREDICTED_HEIGHT } from '../lane.ts';
import { type JobColumn, NEVER } from '../source.ts';
import type { PaintCount, Scene } from './scene.ts';
import type { LaneStyle } from './style.ts';

const TOP = LANE_HEIGHT + 1;
const HEIGHT = PREDICTED_HEIGHT - 6;

export function paintPredicted(
  scene: Scene,
  column: JobColumn,
  style: LaneStyle,
  top: number,
  count: PaintCount,
): void {
  const range = jobsIn(column, scene.state.view);
  if (range.last === range.first) return;
  const { context } = scene.frame;
  const path = new Path2D();
  if (detailFor(column, range, scene.scale) === 'columns') {
    const x = toPx(scene.scale, column.arrivalAt(range.first));
    const end = toPx(scene.scale, column.knownEndAt(range.last - 1));
    path.rect(x, top + TOP + HEIGHT / 2, end - x, 1);
  } else {
    for (let job = range.first; job < range.last; job++) addOutline(scene, path, column, job, top);
  }
  context.strokeStyle = style.outline;
  context.lineWidth = 1;
  context.stroke(path);
  count.paints++;
}

function addOutline(scene: Scene, path: Path2D, column: JobColumn, job: number, top: number): void {
  for (let i = 0; i < column.segmentCountAt(job); i++) {
    const until = column.segmentToAt(job, i);
    const x = Math.max(toPx(scene.scale, column.segmentFromAt(job, i)), scene.scale.leftPx - 4);
    const right = Math.min(toPx(scene.scale, until === NEVER ? column.knownEndAt(job) : until), scene.frame.width + 4);
    if (right > x) path.rect(x + 0.5, top + TOP + 0.5, Math.max(1, right - x - 1), HEIGHT);
  }
}
