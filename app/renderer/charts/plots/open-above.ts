/**
 * Marks the windows of a chart whose value is the least that there can have been: hatched from the value up to the
 * top, because the true one is somewhere there.
 */
import type UPlot from 'uplot';
import { tr } from '../../../../generator/words/tr.ts';
import type { Theme } from '../../base/theme.ts';
import type { ChartData } from './chart.ts';
import { boxOf, halo, LABEL_PX } from './plot-style.ts';

const HATCH_PX = 6;

export function drawOpenAbove(plot: UPlot, data: ChartData, theme: Theme): void {
  const { ctx } = plot;
  const area = areaOf(plot, data);
  if (area === null) return;
  const { left, top, right, bottom } = boxOf(plot);
  const density = devicePixelRatio;
  ctx.save();
  ctx.clip(area);
  ctx.strokeStyle = theme.textDim;
  ctx.globalAlpha = 0.55;
  ctx.lineWidth = density;
  ctx.setLineDash([]);
  ctx.beginPath();
  for (let at = left - (bottom - top); at < right; at += HATCH_PX * density) {
    ctx.moveTo(at, bottom);
    ctx.lineTo(at + (bottom - top), top);
  }
  ctx.stroke();
  ctx.restore();
  ctx.save();
  ctx.font = `${LABEL_PX * density}px ${theme.font}`;
  ctx.fillStyle = theme.text;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  const words = tr`hatched: the real number can be larger, because only a sample is recorded`;
  halo(ctx, words, left + 6 * density, bottom - 4 * density, theme.canvas);
  ctx.restore();
}

/** From each value that is the least to the top of the plot. null: there is none. */
function areaOf(plot: UPlot, { times, values, isLeast = [] }: ChartData): Path2D | null {
  const [row = []] = values;
  const { left, top, right } = boxOf(plot);
  const x = (i: number): number => {
    const timeNs = times[i];
    return timeNs === undefined ? right : Math.min(right, Math.max(left, plot.valToPos(timeNs / 1e9, 'x', true)));
  };
  const area = new Path2D();
  let isEmpty = true;
  for (const [i, value] of row.entries()) {
    const width = x(i + 1) - x(i);
    if (value === null || isLeast[i] !== true || width <= 0) continue;
    isEmpty = false;
    area.rect(x(i), top, width, Math.max(top, plot.valToPos(value, 'y', true)) - top);
  }
  return isEmpty ? null : area;
}
