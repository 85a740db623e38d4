/**
 * The schedule as a picture of TikZ, for papers and slides in LaTeX: `\input` it in a document that
 * loads the package `tikz`. It needs no library of TikZ. Texts are in the document's font.
 */
import type { TraceWriter } from '../writer.ts';
import { drawingOf, INKS, type Shape } from './drawing.ts';
import { latexText, TEXT_COMMAND } from './latex-text.ts';

const figure = (value: number): string => `${+value.toFixed(2)}`;
const nameOf = (ink: string): string => `polyloop${ink}`;
const ANCHORS = { start: 'base west', middle: 'base', end: 'base east' } as const;

export const tikz: TraceWriter = function* (trace, options) {
  const { shapes } = drawingOf(trace, options);
  yield '% \\usepackage{tikz}\n';
  yield TEXT_COMMAND;
  // The axis of TikZ goes up.
  yield '\\begin{tikzpicture}[x=1bp, y=-1bp, font=\\sffamily\\scriptsize, line width=0.6bp, >=latex]\n';
  for (const [ink, colour] of Object.entries(INKS))
    yield `\\definecolor{${nameOf(ink)}}{HTML}{${colour.toUpperCase()}}\n`;
  for (const shape of shapes) yield `${shapeOf(shape)}\n`;
  yield '\\end{tikzpicture}\n';
};

function shapeOf(shape: Shape): string {
  if (shape.kind === 'text') {
    const [x, y] = shape.at.map(figure);
    return `\\node[anchor=${ANCHORS[shape.align]}, inner sep=0] at (${x}, ${y}) {${latexText(shape.text)}};`;
  }
  if (shape.kind === 'box') {
    const [left, top] = [figure(shape.x), figure(shape.y)];
    const [right, bottom] = [figure(shape.x + shape.width), figure(shape.y + shape.height)];
    return `\\fill[${nameOf(shape.fill)}] (${left}, ${top}) rectangle (${right}, ${bottom});`;
  }
  const [[x1, y1], [x2, y2]] = [shape.from.map(figure), shape.to.map(figure)];
  return `\\draw[${shape.arrow ? '->, ' : ''}${nameOf(shape.ink)}] (${x1}, ${y1}) -- (${x2}, ${y2});`;
}
