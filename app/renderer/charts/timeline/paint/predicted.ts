/** Paints the jobs of the simulation as outlines below the measured jobs. */
import { type TimeScale, toPx } from '../../../base/scale.ts';
import { ns } from '../../../base/time.ts';
import { detailFor, jobsIn } from '../density.ts';
import { type JobColumn, NEVER } from '../source/source.ts';
import type { PaintCount, Scene } from './scene.ts';
import type { LaneStyle } from './style.ts';

/** Space above and below an outline. */
const AROUND = 6;
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
  const { laneHeight, predictedHeight } = scene.layout;
  const outline = { top: top + laneHeight + 1, height: Math.max(1, predictedHeight - AROUND) };
  if (detailFor(column, range, scale) === 'columns') {
    const x = toPx(scale, column.arrivalAt(range.first));
    const end = toPx(scale, column.knownEndAt(range.last - 1));
    path.rect(x, outline.top + outline.height / 2, end - x, 1);
  } else {
    for (let job = range.first; job < range.last; job++) addOutline(scale, path, column, job, outline);
  }
  context.strokeStyle = style.outline;
  context.lineWidth = 1;
  context.setLineDash(OUTLINE_DASH);
  context.stroke(path);
  context.setLineDash([]);
  count.paints++;
}

function addOutline(
  scale: TimeScale,
  path: Path2D,
  column: JobColumn,
  job: number,
  { top, height }: { readonly top: number; readonly height: number },
): void {
  for (let i = 0; i < column.segmentCountAt(job); i++) {
    const until = column.segmentToAt(job, i);
    const x = Math.max(toPx(scale, column.segmentFromAt(job, i)), scale.leftPx - 4);
    const end = toPx(scale, until === NEVER ? column.knownEndAt(job) : until);
    const right = Math.min(end, scale.leftPx + scale.widthPx + 4);
    if (right > x) path.rect(x + 0.5, top + 0.5, Math.max(1, right - x - 1), height);
  }
}

/** The release clock of a board starts later than the release clock of a simulation. */
function shifted(scale: TimeScale, byNs: number): TimeScale {
  const { from, to } = scale.view;
  return { ...scale, view: { from: ns(from - byNs), to: ns(to - byNs) } };
}
