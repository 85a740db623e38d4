/** The registry of boards: one file beside this one, one line here. */
import type { Board } from '../sketch/platform.ts';
import { host } from './host.ts';
import { mps2An385 } from './mps2-an385.ts';
import { uno } from './uno.ts';

/** In the order in which a user is offered them. */
export const BOARDS: readonly Board[] = [uno, mps2An385, host];

const BY_ID: ReadonlyMap<string, Board> = new Map(BOARDS.map((board) => [board.id, board]));

/** The board of that id; undefined when there is none. */
export function boardById(id: string): Board | undefined {
  return BY_ID.get(id);
}
