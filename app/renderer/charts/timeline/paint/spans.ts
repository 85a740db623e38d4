/**
 * Paints time spans that are not jobs: runs and masked times of interrupts, idle time, times for
 * which a resource is held, and times for which a budget is exhausted. At most one span is drawn
 * per pixel, however many there are.
 */
import { tr } from '../../../../../generator/words/tr.ts';
import { type TimeScale, toNs, toPx } from '../../../base/scale.ts';
import { textWidth } from '../../../base/text.ts';
import { AXIS_HEIGHT, IDLE_HEIGHT, INTERRUPT_HEIGHT, type Lane, type Row } from '../lane.ts';
import type { InterruptLane, SpanList } from '../source/source.ts';
import type { PaintCount, Scene } from './scene.ts';
import { holdPhase, TILE_PX } from './style.ts';

const BAR_TOP = 4;
const BAR_HEIGHT = INTERRUPT_HEIGHT - 8;
const LEAST_PX = 1;
/** Spans are cut this far outside the plot, so that the cut is not visible as an end. */
const MARGIN_PX = 8;
/**
 * The line of an exhausted budget is above the boxes, and the line of a lock is at their bottom.
 */
const BUDGET_ABOVE = 3;
const LOCK_HEIGHT = 3;
const TIP = 4;
const NAME_ROOM_PX = 10;

/**
 * Calls `visit(x, right, i)` for the spans of a view, in CSS pixels. Spans that share their pixels
 * are visited once.
 */
export function eachSpan(
  scale: TimeScale,
  list: SpanList,
  visit: (x: number, right: number, i: number) => void,
  tag: number | null = null,
): void {
  const least = scale.leftPx - MARGIN_PX;
  const most = scale.leftPx + scale.widthPx + MARGIN_PX;
  let i = list.firstEndingAfter(toNs(scale, least));
  while (i < list.count) {
    const x = Math.max(least, toPx(scale, list.fromAt(i)));
    if (x > most) return;
    if (tag !== null && list.tagAt(i) !== tag) {
      i++;
      continue;
    }
    const right = Math.min(most, Math.max(toPx(scale, list.toAt(i)), x + LEAST_PX));
    visit(x, right, i);
    i = Math.max(i + 1, list.firstEndingAfter(toNs(scale, right)));
  }
}

function paintInterrupt(scene: Scene, interrupt: InterruptLane, top: number, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const masked = new Path2D();
  const words: { x: number; right: number }[] = [];
  eachSpan(scene.scale, interrupt.masked, (x, right) => {
    masked.rect(x, top + BAR_TOP, right - x, BAR_HEIGHT);
    words.push({ x, right });
  });
  holdPhase(scene.maskedStyle, toPx(scene.scale, 0) % TILE_PX);
  context.fillStyle = scene.maskedStyle;
  context.fill(masked);
  paintWord(scene, words, tr`masked`, top, count);
  const runs = new Path2D();
  eachSpan(scene.scale, interrupt.runs, (x, right) => runs.rect(x, top + BAR_TOP, right - x, BAR_HEIGHT));
  context.fillStyle = theme.text;
  context.fill(runs);
  count.paints += 2;
}

/** Paints the word in spans that have space for it. */
function paintWord(
  scene: Scene,
  places: readonly { readonly x: number; readonly right: number }[],
  word: string,
  top: number,
  count: PaintCount,
): void {
  const { context, theme } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  const width = textWidth(context, word);
  const y = top + BAR_TOP + BAR_HEIGHT / 2;
  for (const { x, right } of places) {
    const from = Math.max(x, scene.scale.leftPx);
    if (right - from < width + NAME_ROOM_PX) continue;
    context.fillStyle = theme.canvas;
    context.fillRect(from + 3, y - 6, width + 4, 12);
    context.fillStyle = theme.textDim;
    context.fillText(word, from + 5, y + 0.5);
    count.paints += 2;
  }
}

function paintIdle(scene: Scene, top: number, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const path = new Path2D();
  const y = top + IDLE_HEIGHT / 2 - 2;
  eachSpan(scene.scale, scene.source.idle, (x, right) => path.rect(x, y, right - x, 4));
  context.fillStyle = theme.lineStrong;
  context.fill(path);
  count.paints++;
}

/** Paints rows that are neither lanes nor marks. */
export function paintSpanRow(scene: Scene, row: Row, count: PaintCount): void {
  const top = AXIS_HEIGHT + row.top - scene.scrollTop;
  if (top > scene.frame.height || top + row.height < AXIS_HEIGHT) return;
  const interrupt = scene.source.interrupts[row.interrupt];
  if (row.kind === 'idle') paintIdle(scene, top, count);
  else if (interrupt !== undefined) paintInterrupt(scene, interrupt, top, count);
}

/** Paints over the jobs of a lane where its budget is exhausted and where it holds a resource. */
export function paintLaneSpans(scene: Scene, lane: Lane, top: number, count: PaintCount): void {
  paintBudget(scene, lane, top, count);
  const { context, theme } = scene.frame;
  const held = new Path2D();
  for (const resource of scene.source.resources) {
    const y = top + scene.layout.baseline - LOCK_HEIGHT;
    const add = (x: number, right: number) => held.rect(x, y, right - x, LOCK_HEIGHT);
    eachSpan(scene.scale, resource.held, add, lane.taskIndex);
  }
  context.fillStyle = theme.text;
  context.fill(held);
  count.paints++;
}

/**
 * Paints ▼ where the budget is exhausted, a line, and ▲ where the budget is replenished. A span of
 * length zero is at the end of a job, which already has its cap.
 */
function paintBudget(scene: Scene, lane: Lane, top: number, count: PaintCount): void {
  const { context, theme } = scene.frame;
  const list = scene.source.exhausted(lane.taskIndex);
  const lines = new Path2D();
  const tips = new Path2D();
  const y = top + scene.layout.boxTop - BUDGET_ABOVE;
  eachSpan(scene.scale, list, (x, right, i) => {
    if (list.toAt(i) === list.fromAt(i)) return;
    lines.rect(x, y - 1, right - x, 2);
    addTip(tips, toPx(scene.scale, list.fromAt(i)), y + TIP, -1);
    addTip(tips, toPx(scene.scale, list.toAt(i)), y - TIP, 1);
  });
  context.fillStyle = theme.budget;
  context.fill(lines);
  context.fill(tips);
  count.paints += 2;
}

/** Adds a triangle with its tip at (x, y) that points down (-1) or up (1). */
function addTip(path: Path2D, x: number, y: number, up: 1 | -1): void {
  path.moveTo(x, y);
  path.lineTo(x - TIP, y + up * TIP * 1.5);
  path.lineTo(x + TIP, y + up * TIP * 1.5);
  path.closePath();
}
