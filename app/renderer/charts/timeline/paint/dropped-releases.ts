/**
 * Paints releases that the overrun policy dropped: a red arrow with a cross at its tip, where a
 * normal release has a plain arrow. Releases that the trace reports together have one arrow, at the
 * time of the last one.
 */
import { toPx } from '../../../base/scale.ts';
import type { DroppedReleases } from '../source/source.ts';
import type { PaintCount, Scene } from './scene.ts';

const CROSS = 3;
/** Arrows closer together than this cannot be distinguished. */
const LEAST_PX = 2;

export function paintDroppedReleases(scene: Scene, given: DroppedReleases, top: number, count: PaintCount): void {
  const { from, to } = scene.state.view;
  const last = given.firstFrom(to);
  const [stems, crosses] = [new Path2D(), new Path2D()];
  const y = top + scene.layout.arrowTop;
  let drawn = Number.NEGATIVE_INFINITY;
  for (let index = given.firstFrom(from); index < last; index++) {
    const x = toPx(scene.scale, given.atNs(index));
    if (x < drawn + LEAST_PX) continue;
    drawn = x;
    stems.moveTo(x, top + scene.layout.baseline);
    stems.lineTo(x, y + CROSS);
    crosses.moveTo(x - CROSS, y - CROSS);
    crosses.lineTo(x + CROSS, y + CROSS);
    crosses.moveTo(x + CROSS, y - CROSS);
    crosses.lineTo(x - CROSS, y + CROSS);
  }
  if (drawn === Number.NEGATIVE_INFINITY) return;
  const { context, theme } = scene.frame;
  context.strokeStyle = theme.miss;
  context.lineWidth = 1;
  context.stroke(stems);
  context.lineWidth = 2;
  context.stroke(crosses);
  count.paints += 2;
}
