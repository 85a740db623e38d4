/** The document → its file. The same document gives the same text, with one member order and no member at its default. */
import stringify from 'json-stringify-pretty-compact';
import { toFile } from './file.ts';
import type { Sketch } from './model.ts';

/** Up to this length a sketch, or an element of a larger one, stays on one line. Unit: characters. */
const LINE_LENGTH = 140;

/**
 * The text of a sketch file. A small sketch is one line, as one would write it by hand; a larger one has a line for each
 * element and ends with a new line, so that version control shows what changed.
 */
export function writeSketch(sketch: Sketch): string {
  const file = toFile(sketch);
  const line = stringify(file, { maxLength: LINE_LENGTH });
  if (!line.includes('\n')) return line;
  const members = Object.entries(file).map(([key, value]) => `  ${JSON.stringify(key)}: ${member(value)}`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function member(value: unknown): string {
  const isList = Array.isArray(value) && value.some((element) => typeof element === 'object' && element !== null);
  if (!isList) return indented(value, '  ');
  return `[\n${value.map((element) => `    ${indented(element, '    ')}`).join(',\n')}\n  ]`;
}

function indented(value: unknown, indent: string): string {
  return stringify(value, { maxLength: LINE_LENGTH - indent.length }).replaceAll('\n', `\n${indent}`);
}
