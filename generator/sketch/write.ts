/** The document → its file. The same document gives the same text, with one member order and no member at its default. */
import stringify from 'json-stringify-pretty-compact';
import { toFile } from './file.ts';
import type { Sketch } from './model.ts';

/** Up to this length an object or a list stays on one line. */
const LINE_LENGTH = 140;

/**
 * The text of a sketch file. A small sketch is one line, as one would write it by hand; a larger one has a line for each
 * element and ends with a new line, so that version control shows what changed.
 */
export function writeSketch(sketch: Sketch): string {
  const text = stringify(toFile(sketch), { maxLength: LINE_LENGTH });
  return text.includes('\n') ? `${text}\n` : text;
}
