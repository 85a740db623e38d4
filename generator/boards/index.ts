/** The board registry. Each board is one folder beside this file and one line in it. */
import type { Board } from '../platform/board.ts';
import type { BoardFacts } from '../sketch/board-facts.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import { anyArduino } from './any-arduino.ts';
import { host } from './host/index.ts';
import { mega } from './mega/index.ts';
import { mps2An385 } from './mps2-an385/index.ts';
import { nano } from './nano/index.ts';
import { nanoOld } from './nano-old/index.ts';
import { questPc } from './quest-pc/index.ts';
import { realviewPbxA9 } from './realview-pbx-a9/index.ts';
import { uno } from './uno/index.ts';

/** The order in which the user sees the boards. */
export const BOARDS: readonly Board[] = [uno, nano, nanoOld, mega, mps2An385, realviewPbxA9, questPc, host];

const BY_ID: ReadonlyMap<string, Board> = new Map(BOARDS.map((board) => [board.id, board]));

/** Ids of the boards that support a target. */
export const boardsOf = (target: TargetName): string[] =>
  BOARDS.filter(({ targets }) => targets[target] !== undefined).map(({ id }) => id);

/** One of these boards. Undefined: there is none with the id. */
export function boardById(id: string): Board | undefined {
  return BY_ID.get(id);
}

/** The members of a sketch that determine its board. */
export type BoardChoice = Pick<Sketch, 'board' | 'boardFacts'>;

const made = new WeakMap<BoardFacts, Map<string, Board>>();

/** The board of a sketch: one of these, or one that is made of its facts. The same facts give the same object. */
export function boardOf({ board: id, boardFacts }: BoardChoice): Board | undefined {
  if (boardFacts === null) return boardById(id);
  const known = made.get(boardFacts) ?? new Map<string, Board>();
  made.set(boardFacts, known);
  const board = known.get(id) ?? anyArduino(id, boardFacts);
  known.set(id, board);
  return board;
}
