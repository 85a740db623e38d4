/** Paints the jobs of the simulation as outlines below the measured jobs. */
import { type TimeScale, toPx } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import { detailFor, jobsIn } from '../density.ts';
import { PREDICTED_HEIGHT } from '../lane.ts';
import { type JobColumn, NEVER } from '../source/source.ts';
import type { PaintCount, Scene } from './scene.ts';
import type { LaneStyle } from './style.ts';

const HEIGHT = PREDICTED_HEIGHT - 6;
const OUTLINE_DASH = [3, 2];

export function paintPredicted(
  scene: Scene,
  column: JobColumn,
  style: LaneStyle,
  top: number,
  count: PaintCount,
): void {
  const scale = shifted(scene.scale, scene.predictedShiftNs);
  const range = jobsIn(column, scale.view);
  if (range.last === range.first) return;
  const { context } = scene.frame;
  const path = new Path2D();
  const outlineTop = top + scene.layout.laneHeight + 1;
  if (detailFor(column, range, scale) === 'columns') {
    const x = toPx(scale, column.arrivalAt(range.first));
    const end = toPx(scale, column.knownEndAt(range.last - 1));
    path.rect(x, outlineTop + HEIGHT / 2, end - x, 1);
  } else {
    for (let job = range.first; job < range.last; job++) addOutline(scale, path, column, job, outlineTop);
  }
  context.strokeStyle = style.outline;
  context.lineWidth = 1;
  context.setLineDash(OUTLINE_DASH);
  context.stroke(path);
  context.setLineDash([]);
  count.paints++;
}

function addOutline(scale: TimeScale, path: Path2D, column: JobColumn, job: number, top: number): void {
  for (let i = 0; i < column.segmentCountAt(job); i++) {
    const until = column.segmentToAt(job, i);
    const x = Math.max(toPx(scale, column.segmentFromAt(job, i)), scale.leftPx - 4);
    const end = toPx(scale, until === NEVER ? column.knownEndAt(job) : until);
    const right = Math.min(end, scale.leftPx + scale.widthPx + 4);
    if (right > x) path.rect(x + 0.5, top + 0.5, Math.max(1, right - x - 1), HEIGHT);
  }
}

/** The release clock of a board starts later than that of a simulation. */
function shifted(scale: TimeScale, byNs: number): TimeScale {
  const { from, to } = scale.view;
  return { ...scale, view: { from: ns(from - byNs), to: ns(to - byNs) } };
}
