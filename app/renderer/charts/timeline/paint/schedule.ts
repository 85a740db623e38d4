/**
 * Paints what a simulated schedule has in addition to its jobs: the label that marks it as a
 * prediction, the busy period and the critical instants of the focused task, and the playhead.
 */
import { tr } from '../../../../../generator/words/tr.ts';
import { crisp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import { textWidth } from '../../../base/text.ts';
import { AXIS_HEIGHT } from '../lane.ts';
import { addPointer } from './pointer.ts';
import type { PaintCount, Scene } from './scene.ts';

const LONG_SIGN = tr`predicted, not measured`;
const SIGN_HEIGHT = 16;
const SIGN_DASH = [4, 2];
/** Space below the lanes for the long label. */
const FOOT_PX = 34;
const BUSY_ALPHA = 0.13;
const BUSY_BAR = 3;
const INSTANT_DASH = [2, 3];
const FLAG = 5;
const HEAD = 6;
const VEIL = 0.72;

/**
 * Paints the label next to the axis, where it is always visible, and at the bottom if the lanes
 * leave space for it.
 */
export function paintSign(scene: Scene, count: PaintCount): void {
  const { width, height } = scene.frame;
  signAt(scene, 8, 5, tr`predicted`);
  count.paints += 3;
  const foot = AXIS_HEIGHT + scene.layout.height - scene.scrollTop;
  if (height - foot < FOOT_PX) return;
  const x = width - textWidth(scene.frame.context, LONG_SIGN) - 24;
  signAt(scene, x, height - 26, LONG_SIGN);
  count.paints += 3;
}

function signAt(scene: Scene, x: number, y: number, text: string): void {
  const { context, theme } = scene.frame;
  context.font = scene.fonts.sign;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const w = textWidth(context, text) + 12;
  context.strokeStyle = theme.textDim;
  context.lineWidth = 1;
  context.setLineDash(SIGN_DASH);
  context.strokeRect(x + 0.5, y + 0.5, w, SIGN_HEIGHT);
  context.setLineDash([]);
  context.fillStyle = theme.textDim;
  context.fillText(text, x + 6.5, y + SIGN_HEIGHT / 2 + 1);
}

/**
 * Paints a band through the lanes that contribute to the busy period, and a bar at the top of the
 * focused lane.
 */
export function paintBusyPeriod(scene: Scene, count: PaintCount): void {
  const { marks } = scene;
  if (marks?.busy == null) return;
  const { context, width, theme } = scene.frame;
  const x = Math.max(scene.scale.leftPx, toPx(scene.scale, marks.busy.from));
  const right = Math.min(width, toPx(scene.scale, marks.busy.to));
  if (right <= x) return;
  context.fillStyle = theme.accent;
  for (const row of scene.layout.rows) {
    const lane = scene.lanes[row.lane];
    if (lane === undefined || !marks.level.has(lane.taskIndex)) continue;
    const top = AXIS_HEIGHT + row.top - scene.scrollTop;
    context.globalAlpha = BUSY_ALPHA;
    context.fillRect(x, top, right - x, row.height - 1);
    context.globalAlpha = 1;
    if (lane === marks.lane) context.fillRect(x, top + 1, right - x, BUSY_BAR);
    count.paints++;
  }
}

export function paintInstants(scene: Scene, count: PaintCount): void {
  const { marks } = scene;
  if (marks === null || marks.instants.length === 0) return;
  const { context, height, theme } = scene.frame;
  // The row with their name has flags of its own.
  const named = scene.layout.rows.find(({ kind }) => kind === 'instants');
  const flagTops = [AXIS_HEIGHT, ...(named === undefined ? [] : [AXIS_HEIGHT + named.top - scene.scrollTop + 4])];
  const lines = new Path2D();
  const flags = new Path2D();
  let drawn = Number.NEGATIVE_INFINITY;
  for (const time of marks.instants) {
    const x = toPx(scene.scale, time);
    if (x - drawn < 1) continue;
    drawn = x;
    lines.moveTo(x, AXIS_HEIGHT);
    lines.lineTo(x, height);
    for (const top of flagTops) addPointer(flags, x, top, FLAG, FLAG + 2);
  }
  context.strokeStyle = theme.accent;
  context.lineWidth = 1;
  context.setLineDash(INSTANT_DASH);
  context.stroke(lines);
  context.setLineDash([]);
  context.fillStyle = theme.accent;
  context.fill(flags);
  count.paints += 2;
}

/** Dims everything after the playhead, which has not happened yet. */
export function paintPlayhead(scene: Scene, count: PaintCount): void {
  const { playhead } = scene.state;
  if (playhead === null) return;
  const { context, width, height, density, theme } = scene.frame;
  const x = toPx(scene.scale, playhead);
  const from = Math.max(x, scene.scale.leftPx);
  context.globalAlpha = VEIL;
  context.fillStyle = theme.canvas;
  if (from < width) context.fillRect(from, AXIS_HEIGHT, width - from, height);
  context.globalAlpha = 1;
  context.fillStyle = theme.text;
  context.fillRect(crisp(x, density) - 0.5, AXIS_HEIGHT, 1.5, height);
  context.beginPath();
  addPointer(context, x, AXIS_HEIGHT, HEAD, HEAD + 3);
  context.fill();
  count.paints += 3;
}
