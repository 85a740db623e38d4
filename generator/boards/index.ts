/** The board registry. Each board is one folder beside this file and one line in it. */
import type { Board } from '../platform/board.ts';
import type { TargetName } from '../sketch/model.ts';
import { host } from './host/index.ts';
import { mega } from './mega/index.ts';
import { mps2An385 } from './mps2-an385/index.ts';
import { nano } from './nano/index.ts';
import { nanoOld } from './nano-old/index.ts';
import { uno } from './uno/index.ts';

/** The order in which the user sees the boards. */
export const BOARDS: readonly Board[] = [uno, nano, nanoOld, mega, mps2An385, host];

const BY_ID: ReadonlyMap<string, Board> = new Map(BOARDS.map((board) => [board.id, board]));

/** Ids of the boards that support a target. */
export const boardsOf = (target: TargetName): string[] =>
  BOARDS.filter(({ targets }) => targets[target] !== undefined).map(({ id }) => id);

/** The board with the given id, or undefined. */
export function boardById(id: string): Board | undefined {
  return BY_ID.get(id);
}
