/**
 * What is not a job: interrupts and marks in the row on top, and through all lanes the stretches where the record is not
 * complete, the events that were dropped, and the program's restarts.
 */
import { formatCount, formatDuration } from '../../../base/format.ts';
import { crisp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import { textWidth } from '../../../base/text.ts';
import { AXIS_HEIGHT, EVENT_ROW_HEIGHT } from '../lane.ts';
import type { TimedEvent } from '../source.ts';
import type { PaintCount, Scene } from './scene.ts';

/** With more than this in a view, their density is painted instead. */
const MAX_POINTS = 3_000;
/** With fewer pixels than this between two, likewise. */
const LEAST_POINT_PX = 2;
const LEAST_GAP_PX = 3;
const WORD_GAP_PX = 10;
const BAR_TOP = 5;
const BAR_HEIGHT = EVENT_ROW_HEIGHT - 9;

interface PointPaths {
  readonly interrupts: Path2D;
  readonly marks: Path2D;
  readonly marked: { readonly x: number; readonly label: string }[];
  lastX: number;
}

export function paintEvents(scene: Scene, count: PaintCount): void {
  let textFrom = scene.scale.leftPx;
  let lastPx = Number.NEGATIVE_INFINITY;
  scene.source.eachBreak(scene.state.view, (event) => {
    // Of many breaks within a pixel one is enough.
    const px = toPx(scene.scale, event.to);
    if (px < lastPx + 1) return;
    lastPx = px;
    textFrom = event.kind === 'boot' ? paintBoot(scene, event, textFrom) : paintGap(scene, event, textFrom, count);
  });
  if (scene.layout.rows[0]?.kind === 'events') paintPoints(scene, count);
}

function paintPoints(scene: Scene, count: PaintCount): void {
  const paths: PointPaths = {
    interrupts: new Path2D(),
    marks: new Path2D(),
    marked: [],
    lastX: Number.NEGATIVE_INFINITY,
  };
  const limit = Math.min(MAX_POINTS, scene.scale.widthPx / LEAST_POINT_PX);
  if (!scene.source.eachPoint(scene.state.view, limit, (event) => addPoint(scene, event, paths))) {
    paintPointDensity(scene, count);
    return;
  }
  const { context, theme } = scene.frame;
  context.fillStyle = theme.textDim;
  context.fill(paths.interrupts);
  context.fillStyle = theme.accent;
  context.fill(paths.marks);
  count.paints += 2;
  paintMarkLabels(scene, paths.marked, count);
}

/** How many there are in each pixel column, as heights; the square root, so that a few still show beside many. */
function paintPointDensity(scene: Scene, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const counts = new Uint32Array(Math.ceil(scene.scale.widthPx));
  scene.source.countPoints(scene.state.view, counts);
  let most = 1;
  for (const n of counts) most = Math.max(most, n);
  const path = new Path2D();
  const base = AXIS_HEIGHT - scene.scrollTop + BAR_TOP + BAR_HEIGHT;
  for (const [x, n] of counts.entries()) {
    if (n === 0) continue;
    const height = Math.max(2, Math.sqrt(n / most) * BAR_HEIGHT);
    path.rect(scene.scale.leftPx + x, base - height, 1, height);
  }
  context.fillStyle = theme.textFaint;
  context.fill(path);
  count.paints++;
}

function addPoint(scene: Scene, event: TimedEvent, paths: PointPaths): void {
  const top = AXIS_HEIGHT - scene.scrollTop;
  const x = toPx(scene.scale, event.from);
  if (event.kind === 'interrupt') {
    const right = Math.max(toPx(scene.scale, event.to), x + 1);
    if (right <= paths.lastX) return;
    paths.interrupts.rect(Math.max(x, paths.lastX), top + BAR_TOP, right - Math.max(x, paths.lastX), BAR_HEIGHT);
    paths.lastX = right;
    return;
  }
  const y = top + EVENT_ROW_HEIGHT / 2;
  paths.marks.moveTo(x, y - 5);
  paths.marks.lineTo(x + 4, y);
  paths.marks.lineTo(x, y + 5);
  paths.marks.lineTo(x - 4, y);
  paths.marks.closePath();
  if (paths.marked.length < 200) paths.marked.push({ x, label: event.label });
}

function paintMarkLabels(scene: Scene, marked: PointPaths['marked'], count: PaintCount): void {
  const { context, width, theme } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  const y = AXIS_HEIGHT - scene.scrollTop + EVENT_ROW_HEIGHT / 2;
  for (const [i, mark] of marked.entries()) {
    const room = (marked[i + 1]?.x ?? width) - mark.x - 14;
    const w = textWidth(context, mark.label);
    if (mark.label === '' || w > room) continue;
    context.fillStyle = theme.canvas;
    context.fillRect(mark.x + 6, y - 7, w + 3, 14);
    context.fillStyle = theme.textDim;
    context.fillText(mark.label, mark.x + 7, y + 0.5);
    count.paints++;
  }
}

/**
 * A hatched band over all lanes; where the length is not known, a narrow one. Its words are left out where they would
 * begin before `textFrom`; returns up to where words reach now.
 */
function paintGap(scene: Scene, event: TimedEvent, textFrom: number, count: PaintCount): number {
  const { context, width, height, theme } = scene.frame;
  const x = Math.max(toPx(scene.scale, event.from), scene.scale.leftPx - 4);
  const right = Math.min(Math.max(toPx(scene.scale, event.to), x + LEAST_GAP_PX), width + 4);
  if (right < scene.scale.leftPx || x > width) return textFrom;
  context.fillStyle = theme.canvas;
  context.globalAlpha = 0.75;
  context.fillRect(x, AXIS_HEIGHT, right - x, height);
  context.globalAlpha = 1;
  context.fillStyle = scene.gapStyle;
  context.fillRect(x, AXIS_HEIGHT, right - x, height);
  count.paints += 2;
  const text = gapText(event);
  context.font = scene.fonts.small;
  const w = textWidth(context, text);
  const at = w + 12 < right - x ? (x + right - w) / 2 : right + 4;
  if (at < textFrom || at + w > width) return textFrom;
  breakText(scene, text, at);
  return at + w + WORD_GAP_PX;
}

function gapText(event: TimedEvent): string {
  if (event.kind === 'dropped') return `${formatCount(event.count)} lost`;
  return event.to > event.from ? `no data for ${formatDuration(event.to - event.from, 3)}` : 'data lost';
}

function paintBoot(scene: Scene, event: TimedEvent, textFrom: number): number {
  const { context, height, density, theme } = scene.frame;
  const x = toPx(scene.scale, event.from);
  if (x < scene.scale.leftPx) return textFrom;
  context.fillStyle = theme.lineStrong;
  context.fillRect(crisp(x, density) - 1 / density, AXIS_HEIGHT, 2 / density, height);
  context.font = scene.fonts.small;
  if (x + 4 < textFrom) return textFrom;
  breakText(scene, event.label, x + 4);
  return x + 4 + textWidth(context, event.label) + WORD_GAP_PX;
}

/** At the foot of the lanes, on a ground of its own. */
function breakText(scene: Scene, text: string, x: number): void {
  const { context, height, theme } = scene.frame;
  context.fillStyle = theme.canvas;
  context.globalAlpha = 0.8;
  context.fillRect(x - 3, height - 17, textWidth(context, text) + 6, 14);
  context.globalAlpha = 1;
  context.textBaseline = 'middle';
  context.fillStyle = theme.textDim;
  context.fillText(text, x, height - 10);
}
