/** Parses and checks a sketch's text against the known boards. */
import { BOARDS } from '../../generator/boards/index.ts';
import type { Problem } from '../../generator/sketch/problem.ts';
import { type ReadResult, readSketch } from '../../generator/sketch/read.ts';

const BOARD_IDS = BOARDS.map((board) => board.id);

export function readSketchText(text: string): ReadResult {
  return readSketch(text, { boards: BOARD_IDS });
}

/** Returns all problems of a text. If none of them is an error, the text is a valid sketch. */
export function problemsOf(text: string): readonly Problem[] {
  const read = readSketchText(text);
  return read.ok ? read.warnings : read.problems;
}
