/** Paints one row per core: the running task in its colour, with its name where there is space. */
import { visibleLine } from '../../../../../generator/words/visible.ts';
import { textWidth } from '../../../base/text.ts';
import { AXIS_HEIGHT, CORE_HEIGHT, type Row } from '../lane.ts';
import type { PaintCount, Scene } from './scene.ts';
import { eachSpan } from './spans.ts';

const TOP = 3;
const HEIGHT = CORE_HEIGHT - 7;
const PADDING = 4;
/** Largest number of names in one row. More would be unreadable. */
const MAX_NAMES = 100;

export function paintCore(scene: Scene, row: Row, count: PaintCount): void {
  const top = AXIS_HEIGHT + row.top - scene.scrollTop;
  const runs = scene.source.cores?.[row.core];
  if (runs === undefined || top > scene.frame.height || top + row.height < AXIS_HEIGHT) return;
  const { context } = scene.frame;
  const laneOf = new Map(scene.lanes.map(({ taskIndex }, lane) => [taskIndex, lane]));
  const boxes = new Map<number, Path2D>();
  const names: { readonly text: string; readonly x: number; readonly right: number }[] = [];
  eachSpan(scene.scale, runs, (x, right, i) => {
    const lane = laneOf.get(runs.tagAt(i)) ?? -1;
    const path = boxes.get(lane) ?? new Path2D();
    boxes.set(lane, path);
    path.rect(x, top + TOP, right - x, HEIGHT);
    names.push({ text: visibleLine(scene.lanes[lane]?.name ?? ''), x, right });
  });
  for (const [lane, path] of boxes) {
    const style = scene.styles[lane];
    context.fillStyle = style?.fill ?? scene.frame.theme.lineStrong;
    context.fill(path);
    if (style?.overlay) {
      context.fillStyle = style.overlay;
      context.fill(path);
    }
    context.strokeStyle = style?.edge ?? scene.frame.theme.lineStrong;
    context.lineWidth = 1;
    context.setLineDash([...(style?.dash ?? [])]);
    context.stroke(path);
    context.setLineDash([]);
    count.paints += 2;
  }
  if (names.length <= MAX_NAMES) paintNames(scene, names, top, count);
}

function paintNames(
  scene: Scene,
  names: readonly { readonly text: string; readonly x: number; readonly right: number }[],
  top: number,
  count: PaintCount,
): void {
  const { context, theme } = scene.frame;
  context.font = scene.fonts.small;
  context.textBaseline = 'middle';
  context.fillStyle = theme.text;
  for (const { text, x, right } of names) {
    const from = Math.max(x, scene.scale.leftPx) + PADDING;
    if (from + textWidth(context, text) + PADDING > right) continue;
    context.fillText(text, from, top + TOP + HEIGHT / 2 + 0.5);
    count.paints++;
  }
}
