/**
 * Paints the levels of one pin like a logic analyser: a line for the level, and bands with the duty
 * cycle where edges are denser than pixels.
 */
import { crisp } from '../../../base/geometry.ts';
import { toPx } from '../../../base/scale.ts';
import { AXIS_HEIGHT, PIN_HEIGHT, type Row } from '../lane.ts';
import { eachPinShape } from '../pins/pin-shapes.ts';
import type { PaintCount, Scene } from './scene.ts';

const HIGH = 5;
const LOW = PIN_HEIGHT - 6;
const BAND_ALPHA = 0.22;
const DUTY_ALPHA = 0.75;
const FILL_ALPHA = 0.12;

export function paintPinRow(scene: Scene, row: Row, count: PaintCount): void {
  const top = AXIS_HEIGHT + row.top - scene.scrollTop;
  const pin = scene.pinRows[row.pin];
  const pins = scene.source.pins;
  if (pin === undefined || pins == null || top > scene.frame.height || top + row.height < AXIS_HEIGHT) return;
  const levels = pins.levels(pin.pin);
  const { from, to } = scene.state.view;
  const known = { from: Math.max(from, levels?.startNs ?? to), to: Math.min(to, scene.source.span.to) };
  if (known.from > scene.source.span.from) paintGap(scene, top, scene.source.span.from, known.from, count);
  if (levels === null || known.to <= known.from) return;
  const [line, fills, bands, duties] = [new Path2D(), new Path2D(), new Path2D(), new Path2D()];
  eachPinShape(levels, scene.scale, known.from, known.to, (shape) => {
    if (shape.kind === 'edge') {
      line.moveTo(shape.x, top + HIGH);
      line.lineTo(shape.x, top + LOW);
    } else if (shape.kind === 'level') {
      const y = crisp(top + (shape.level === 1 ? HIGH : LOW), scene.frame.density);
      line.moveTo(shape.x, y);
      line.lineTo(shape.right, y);
      if (shape.level === 1) fills.rect(shape.x, y, shape.right - shape.x, LOW - HIGH);
    } else {
      const height = (LOW - HIGH) * shape.duty;
      bands.rect(shape.x, top + HIGH, shape.right - shape.x, LOW - HIGH);
      duties.rect(shape.x, top + LOW - height, shape.right - shape.x, height);
    }
  });
  const { context, theme } = scene.frame;
  const colour = theme.resolve(pin.colour);
  context.fillStyle = colour;
  for (const [path, alpha] of [
    [fills, FILL_ALPHA],
    [bands, BAND_ALPHA],
    [duties, DUTY_ALPHA],
  ] as const) {
    context.globalAlpha = alpha;
    context.fill(path);
  }
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.stroke(line);
  count.paints += 4;
  for (const gap of pins.gaps) paintGap(scene, top, gap.fromNs, Math.min(gap.toNs, known.to), count);
}

/** Hatches a time without a record. */
function paintGap(scene: Scene, top: number, fromNs: number, toNs: number, count: PaintCount): void {
  const x = Math.max(scene.scale.leftPx, toPx(scene.scale, fromNs));
  const right = Math.min(scene.frame.width, toPx(scene.scale, toNs));
  if (right <= x) return;
  const { context, theme } = scene.frame;
  context.fillStyle = theme.canvas;
  context.fillRect(x, top + 1, right - x, PIN_HEIGHT - 2);
  context.fillStyle = scene.gapStyle;
  context.fillRect(x, top + 1, right - x, PIN_HEIGHT - 2);
  count.paints += 2;
}
