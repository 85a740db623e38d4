/**
 * Converts a document to the text of its file. The same document always gives the same text: the
 * order of members is fixed, and members at their default are omitted.
 */
import stringify from 'json-stringify-pretty-compact';
import { toFile } from './file.ts';
import type { Sketch } from './model.ts';

/**
 * A sketch of up to this length, or an element of a larger sketch, is written on one line. Unit:
 * characters.
 */
const LINE_LENGTH = 140;

/**
 * The text of a sketch file. A small sketch is one line, as a person would write it. A larger
 * sketch has one line for each element and ends with a newline, so that version control shows the
 * changes.
 */
export function writeSketch(sketch: Sketch): string {
  return fileText(toFile(sketch));
}

/** The text of an object in the layout of a sketch file. */
export function fileText(file: Readonly<Record<string, unknown>>): string {
  // Spaces make a line longer, so a text that is too long without them needs no layout.
  if (JSON.stringify(file).length <= LINE_LENGTH) {
    const line = stringify(file, { maxLength: LINE_LENGTH });
    if (!line.includes('\n')) return line;
  }
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
