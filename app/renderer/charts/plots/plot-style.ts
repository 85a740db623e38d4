/** What the charts of the panel have in common in uPlot: axes, and lines across the plot. */
import type UPlot from 'uplot';
import type { Theme } from '../../base/theme.ts';
import type { Limit, Range } from './chart.ts';

export const PLOT_HEIGHT = 148;
export const AXIS_WIDTH = 72;
const DASHES: Readonly<Record<Limit['ink'], number[]>> = { bound: [3, 3], limit: [8, 4] };
export const LABEL_PX = 11;
const LINE_PX = 15;

export const axisStyle = (theme: Theme) => ({
  stroke: theme.textDim,
  font: `11px ${theme.mono}`,
  grid: { stroke: theme.grid, width: 1 },
  ticks: { stroke: theme.line, width: 1 },
});

const inkOf = (ink: Limit['ink'], theme: Theme): string => (ink === 'bound' ? theme.text : theme.miss);

/** The part of the canvas inside the axes, in its own pixels. */
export const boxOf = ({ bbox }: UPlot) => ({
  left: bbox.left,
  top: bbox.top,
  right: bbox.left + bbox.width,
  bottom: bbox.top + bbox.height,
});

/**
 * Draws limits across a plot of time, with their words at the right end. The words of one above the plot are at the
 * top left.
 */
export function drawLimits(plot: UPlot, limits: readonly Limit[], theme: Theme): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = boxOf(plot);
  const density = devicePixelRatio;
  ctx.save();
  let above = 0;
  for (const { label, value, ink } of limits) {
    const y = plot.valToPos(value, 'y', true);
    takeInk(ctx, ink, theme);
    if (y < top) {
      ctx.textAlign = 'left';
      ctx.textBaseline = 'top';
      halo(ctx, `↑ ${label}`, left + 6 * density, top + above++ * LINE_PX * density, theme.canvas);
      continue;
    }
    if (y > bottom) continue;
    stroke(ctx, density, DASHES[ink], [left, y, right, y]);
    // Below its line where there is no room above it.
    const isUnder = y - top < LINE_PX * density;
    ctx.textAlign = 'right';
    ctx.textBaseline = isUnder ? 'top' : 'bottom';
    halo(ctx, label, right - 6 * density, y + (isUnder ? 3 : -2) * density, theme.canvas);
  }
  ctx.restore();
}

/** Draws limits across a histogram: a vertical line at each. */
export function drawMarks(plot: UPlot, limits: readonly Limit[], theme: Theme): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = boxOf(plot);
  const density = devicePixelRatio;
  ctx.save();
  ctx.textBaseline = 'top';
  for (const [i, { label, value, ink }] of limits.entries()) {
    const x = plot.valToPos(value, 'x', true);
    takeInk(ctx, ink, theme);
    const isBeyond = x > right;
    if (!isBeyond && x >= left) stroke(ctx, density, DASHES[ink], [x, top, x, bottom]);
    const y = top + i * LINE_PX * density;
    // To the right of its line where there is no room at its left.
    const isRight = x - left < ctx.measureText(label).width + 10 * density;
    ctx.textAlign = isRight ? 'left' : 'right';
    const words = isBeyond ? `${label} →` : label;
    halo(ctx, words, isRight ? Math.max(left, x) + 5 * density : Math.min(right, x) - 5 * density, y, theme.canvas);
  }
  ctx.restore();
}

function takeInk(ctx: CanvasRenderingContext2D, ink: Limit['ink'], theme: Theme): void {
  ctx.font = `${LABEL_PX * devicePixelRatio}px ${theme.font}`;
  ctx.strokeStyle = inkOf(ink, theme);
  ctx.fillStyle = inkOf(ink, theme);
}

/** Shades what is outside of the range that the user wants. */
export function drawRange(plot: UPlot, { low, high }: Range, scale: string, theme: Theme): void {
  const { ctx } = plot;
  const { left, top, right, bottom } = boxOf(plot);
  const inside = (value: number) => Math.min(bottom, Math.max(top, plot.valToPos(value, scale, true)));
  ctx.save();
  const shade = (from: number, to: number, edge: number): void => {
    ctx.globalAlpha = 0.12;
    ctx.fillStyle = theme.miss;
    ctx.fillRect(left, from, right - left, to - from);
    ctx.globalAlpha = 1;
    ctx.strokeStyle = theme.miss;
    stroke(ctx, devicePixelRatio, DASHES.limit, [left, edge, right, edge]);
  };
  if (high !== null) shade(top, inside(high), inside(high));
  if (low !== null) shade(inside(low), bottom, inside(low));
  ctx.restore();
}

type Stroke = readonly [x1: number, y1: number, x2: number, y2: number];

function stroke(ctx: CanvasRenderingContext2D, density: number, dash: number[], [x1, y1, x2, y2]: Stroke): void {
  ctx.beginPath();
  ctx.lineWidth = density;
  ctx.setLineDash(dash.map((length) => length * density));
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Text that stays legible on lines. */
export function halo(ctx: CanvasRenderingContext2D, words: string, x: number, y: number, ground: string): void {
  const ink = ctx.strokeStyle;
  ctx.setLineDash([]);
  ctx.lineJoin = 'round';
  ctx.lineWidth = 3 * devicePixelRatio;
  ctx.strokeStyle = ground;
  ctx.strokeText(words, x, y);
  ctx.strokeStyle = ink;
  ctx.fillText(words, x, y);
}
