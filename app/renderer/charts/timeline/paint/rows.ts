/** Paints the background: the time grid and the backgrounds of the lanes. */
import { crisp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import type { TimeTicks } from '../../../base/ticks.ts';
import { AXIS_HEIGHT } from '../lane.ts';
import type { Scene } from './scene.ts';

export function paintRows(scene: Scene, ticks: TimeTicks): void {
  paintGrid(scene, ticks);
  const { context, width, density, theme } = scene.frame;
  const left = scene.scale.leftPx;
  for (const row of scene.layout.rows) {
    const top = AXIS_HEIGHT + row.top - scene.scrollTop;
    if (top > scene.frame.height || top + row.height < AXIS_HEIGHT) continue;
    if (scene.hovered && row.kind === 'lane' && row.lane === scene.hovered.lane) {
      context.globalAlpha = 0.5;
      context.fillStyle = theme.raised;
      context.fillRect(left, top, width - left, row.height);
      context.globalAlpha = 1;
    }
    if (row.kind === 'group') {
      context.fillStyle = theme.surface;
      context.fillRect(left, top, width - left, row.height);
    }
    context.fillStyle = theme.grid;
    context.fillRect(left, crisp(top + row.height - 1, density), width - left, 1 / density);
    if (row.kind !== 'lane') continue;
    context.fillStyle = theme.line;
    context.fillRect(left, crisp(top + scene.layout.baseline, density), width - left, 1 / density);
  }
}

function paintGrid(scene: Scene, ticks: TimeTicks): void {
  const { context, height, density, theme } = scene.frame;
  context.fillStyle = theme.grid;
  for (const tick of ticks.majors) {
    const x = toPx(scene.scale, tick.time);
    if (x >= scene.scale.leftPx) context.fillRect(crisp(x, density), AXIS_HEIGHT, 1 / density, height - AXIS_HEIGHT);
  }
}
