/** A sketch's text, read against the boards that there are. */
import { BOARDS } from '../../generator/boards/index.ts';
import type { Problem } from '../../generator/sketch/problem.ts';
import { type ReadResult, readSketch } from '../../generator/sketch/read.ts';

const BOARD_IDS = BOARDS.map((board) => board.id);

export function readSketchText(text: string): ReadResult {
  return readSketch(text, { boards: BOARD_IDS });
}

/** Everything that there is to say about a text; without an error among it, the text is a sketch. */
export function problemsOf(text: string): readonly Problem[] {
  const read = readSketchText(text);
  return read.ok ? read.warnings : read.problems;
}
