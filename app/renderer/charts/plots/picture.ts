/** Pictures of charts, for slides and reports. */
import { visibleLine } from '../../../../generator/words/visible.ts';
import type { Theme } from '../../base/theme.ts';
import type { Shown } from './chart-card.tsx';

const TITLE = 24;
const GAP = 8;

/** All shown charts below each other, with their titles, in the colours of the window. */
export async function pictureOf(shown: Iterable<Shown>, theme: Theme): Promise<Blob> {
  const list = [...shown];
  const density = devicePixelRatio;
  const width = Math.max(1, ...list.map(({ drawing }) => drawing.canvas.width));
  const height = list.reduce((sum, { drawing }) => sum + drawing.canvas.height + (TITLE + GAP) * density, 0);
  const picture = new OffscreenCanvas(width, Math.max(1, height));
  const context = picture.getContext('2d');
  if (context === null) throw new Error('The browser has no canvas for the picture.');
  context.fillStyle = theme.canvas;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  let top = 0;
  for (const { chart, drawing } of list) {
    context.font = `600 ${13 * density}px ${theme.font}`;
    context.fillStyle = theme.text;
    const title = visibleLine(chart.title);
    context.fillText(title, GAP * density, top + (TITLE / 2) * density);
    let x = GAP * density + context.measureText(title).width + 24 * density;
    context.font = `${12 * density}px ${theme.font}`;
    for (const { label: name, colour } of chart.lines.length > 1 ? chart.lines : []) {
      const label = visibleLine(name);
      context.fillStyle = theme.resolve(colour);
      context.fillRect(x, top + (TITLE / 2 - 5) * density, 10 * density, 10 * density);
      context.fillStyle = theme.textDim;
      context.fillText(label, x + 15 * density, top + (TITLE / 2) * density);
      x += context.measureText(label).width + 30 * density;
    }
    context.drawImage(drawing.canvas, 0, top + TITLE * density);
    top += drawing.canvas.height + (TITLE + GAP) * density;
  }
  return picture.convertToBlob({ type: 'image/png' });
}
