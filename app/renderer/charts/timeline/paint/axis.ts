/** The time axis at the top, and the labels of cursors on it. */
import { formatDuration, formatTime } from '../../../base/format.ts';
import { crisp } from '../../../base/geometry.ts';
import { nsPerPx, toPx } from '../../../base/scale.ts';
import type { Frame } from '../../../base/surface.ts';
import { textWidth } from '../../../base/text.ts';
import { type TimeTicks, timeTicks } from '../../../base/ticks.ts';
import { AXIS_HEIGHT } from '../lane.ts';
import type { Scene } from './scene.ts';

/** Space for the longest label with a margin. */
const LABEL_PX = 96;

export function ticksFor(scene: Scene): TimeTicks {
  return timeTicks(scene.scale.view, LABEL_PX * nsPerPx(scene.scale));
}

export function paintAxis(scene: Scene, ticks: TimeTicks): void {
  const { context, width, density, theme } = scene.frame;
  const left = scene.scale.leftPx;
  context.fillStyle = theme.surface;
  context.fillRect(0, 0, width, AXIS_HEIGHT);
  context.fillStyle = theme.line;
  context.fillRect(0, crisp(AXIS_HEIGHT - 1, density), width, 1 / density);
  context.fillStyle = theme.lineStrong;
  for (const time of ticks.minors) tickMark(scene.frame, toPx(scene.scale, time), 3, left);
  for (const tick of ticks.majors) tickMark(scene.frame, toPx(scene.scale, tick.time), 7, left);
  paintLabels(scene, ticks);
}

function paintLabels(scene: Scene, ticks: TimeTicks): void {
  const { context, width, theme } = scene.frame;
  const left = scene.scale.leftPx;
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, AXIS_HEIGHT);
  context.clip();
  context.font = scene.fonts.axis;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillStyle = theme.textDim;
  for (const tick of ticks.majors) {
    const x = toPx(scene.scale, tick.time) + 4;
    // A label that is cut off reads as another time.
    if (x + textWidth(context, tick.label) <= width) context.fillText(tick.label, x, AXIS_HEIGHT / 2 - 2);
  }
  context.restore();
  if (ticks.anchorLabel === '') return;
  context.font = scene.fonts.axis;
  context.textBaseline = 'middle';
  context.fillStyle = theme.text;
  context.textAlign = 'right';
  context.fillText(ticks.anchorLabel, left - 8, AXIS_HEIGHT / 2 - 1);
  context.textAlign = 'left';
}

function tickMark(frame: Frame, x: number, height: number, left: number): void {
  if (x < left) return;
  frame.context.fillRect(crisp(x, frame.density), AXIS_HEIGHT - 1 - height, 1 / frame.density, height);
}

/**
 * Paints the hairline under the pointer, the measuring cursors with the time between them, and the
 * newest time in live mode.
 */
export function paintCursors(scene: Scene): void {
  const { context, width, height } = scene.frame;
  const left = scene.scale.leftPx;
  context.save();
  context.beginPath();
  context.rect(left, 0, width - left, height);
  context.clip();
  paintMeasure(scene);
  if (scene.state.live) paintNow(scene);
  if (scene.instant !== null) paintPointer(scene, scene.instant);
  context.restore();
}

function paintPointer(scene: Scene, time: number): void {
  const { context, height, density, theme } = scene.frame;
  const x = toPx(scene.scale, time);
  context.globalAlpha = 0.6;
  context.fillStyle = theme.textDim;
  context.fillRect(crisp(x, density), AXIS_HEIGHT, 1 / density, height);
  context.globalAlpha = 1;
  flag(scene, x, formatTime(time, nsPerPx(scene.scale)), theme.text, theme.canvas);
}

function paintNow(scene: Scene): void {
  const { context, height, theme } = scene.frame;
  const x = toPx(scene.scale, scene.state.bounds.to);
  context.fillStyle = theme.accent;
  context.globalAlpha = 0.7;
  context.fillRect(x - 0.5, AXIS_HEIGHT, 1, height);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(x, AXIS_HEIGHT - 1, 3.5, 0, 2 * Math.PI);
  context.fill();
}

function paintMeasure(scene: Scene): void {
  const { context, height, theme } = scene.frame;
  const [a, b] = scene.state.cursors;
  if (a === undefined) return;
  const xa = toPx(scene.scale, a);
  if (b !== undefined) {
    const xb = toPx(scene.scale, b);
    context.globalAlpha = 0.12;
    context.fillStyle = theme.accent;
    context.fillRect(Math.min(xa, xb), AXIS_HEIGHT, Math.abs(xb - xa), height);
    context.globalAlpha = 1;
    cursorLine(scene, xb);
    const text = `Δ ${formatDuration(Math.abs(b - a))}`;
    flag(scene, xb, formatTime(b, nsPerPx(scene.scale)), theme.accent, theme.canvas);
    badge(scene, (xa + xb) / 2, AXIS_HEIGHT + 11, text);
  }
  cursorLine(scene, xa);
  flag(scene, xa, formatTime(a, nsPerPx(scene.scale)), theme.accent, theme.canvas);
}

function cursorLine(scene: Scene, x: number): void {
  const { context, height, theme } = scene.frame;
  context.fillStyle = theme.accent;
  context.fillRect(x - 0.75, AXIS_HEIGHT - 6, 1.5, height);
}

/** A label with a time on the axis that stays within the plot. */
function flag(scene: Scene, x: number, text: string, ground: string, ink: string): void {
  const { context, width } = scene.frame;
  context.font = scene.fonts.axis;
  const w = textWidth(context, text) + 12;
  const from = Math.min(Math.max(x - w / 2, scene.scale.leftPx + 1), width - w - 1);
  context.fillStyle = ground;
  context.beginPath();
  context.roundRect(from, 3, w, AXIS_HEIGHT - 7, 4);
  context.fill();
  context.fillStyle = ink;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.fillText(text, from + 6, AXIS_HEIGHT / 2);
}

function badge(scene: Scene, x: number, y: number, text: string): void {
  const { context, theme } = scene.frame;
  context.font = scene.fonts.axis;
  const w = textWidth(context, text) + 12;
  context.fillStyle = theme.raised;
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x - w / 2, y - 9, w, 18, 4);
  context.fill();
  context.stroke();
  context.fillStyle = theme.text;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText(text, x, y + 0.5);
  context.textAlign = 'left';
}
