/** The schedule as SVG 1.1, for web pages, slides and papers. */
import { visible } from '../../../words/visible.ts';
import type { TraceWriter } from '../writer.ts';
import { type Drawing, drawingOf, INKS, type Shape } from './drawing.ts';

const FONT = 8;
const HEAD = 3;

const figure = (value: number): string => `${+value.toFixed(2)}`;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Control characters cannot occur in XML at all. */
const escaped = (text: string): string =>
  visible(text.replaceAll(/[^\P{Cc}]/gu, ' ')).replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

export const svg: TraceWriter = (trace, options) =>
  svgOf(drawingOf(trace, options), trace.origin?.sketch.name ?? 'Polyloop');

/** A drawing as an SVG document. */
export function* svgOf({ width, height, shapes }: Drawing, title: string): Generator<string> {
  const size = `width="${figure(width)}pt" height="${figure(height)}pt" viewBox="0 0 ${figure(width)} ${figure(height)}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n`;
  yield `<title>${escaped(title)}</title>\n`;
  yield `<rect width="100%" height="100%" fill="#ffffff"/>\n`;
  yield `<g font-family="Helvetica, Arial, sans-serif" font-size="${FONT}" stroke-width="0.6">\n`;
  for (const shape of shapes) yield `${shapeOf(shape)}\n`;
  yield '</g>\n</svg>\n';
}

function shapeOf(shape: Shape): string {
  if (shape.kind === 'text') {
    const [x, y] = shape.at.map(figure);
    return `<text x="${x}" y="${y}" text-anchor="${shape.align}" fill="#${INKS.axis}">${escaped(shape.text)}</text>`;
  }
  if (shape.kind === 'box') {
    const { x, y, width, height, fill } = shape;
    return `<rect x="${figure(x)}" y="${figure(y)}" width="${figure(width)}" height="${figure(height)}" fill="#${INKS[fill]}"/>`;
  }
  const [[x1, y1], [x2, y2]] = [shape.from, shape.to];
  const line = `<path d="M${figure(x1)} ${figure(y1)}L${figure(x2)} ${figure(y2)}" stroke="#${INKS[shape.ink]}"/>`;
  if (!shape.arrow) return line;
  const back = y2 + (y2 < y1 ? HEAD : -HEAD);
  const head = `M${figure(x2)} ${figure(y2)}L${figure(x2 - HEAD / 2)} ${figure(back)}L${figure(x2 + HEAD / 2)} ${figure(back)}Z`;
  return `${line}<path d="${head}" fill="#${INKS[shape.ink]}"/>`;
}
