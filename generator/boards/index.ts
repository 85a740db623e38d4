/** The registry of boards: one folder beside this file, one line here. */
import type { Board } from '../platform/board.ts';
import type { TargetName } from '../sketch/model.ts';
import { host } from './host/index.ts';
import { mps2An385 } from './mps2-an385/index.ts';
import { uno } from './uno/index.ts';

/** In the order in which a user is offered them. */
export const BOARDS: readonly Board[] = [uno, mps2An385, host];

const BY_ID: ReadonlyMap<string, Board> = new Map(BOARDS.map((board) => [board.id, board]));

/** Ids of the boards that run a target. */
export const boardsOf = (target: TargetName): string[] =>
  BOARDS.filter(({ targets }) => targets[target] !== undefined).map(({ id }) => id);

/** The board of that id; undefined when there is none. */
export function boardById(id: string): Board | undefined {
  return BY_ID.get(id);
}
