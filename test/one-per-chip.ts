/**
 * One board of each chip. Boards with the same chip and port run the same programs, so tests that
 * compile or run programs use the first one.
 */
import { BOARDS } from '../generator/boards/index.ts';
import type { Board } from '../generator/platform/board.ts';

export const hasChipOf =
  (board: Pick<Board, 'mcu' | 'files'>) =>
  ({ mcu, files }: Pick<Board, 'mcu' | 'files'>): boolean =>
    mcu === board.mcu && files.port === board.files.port;

export const ONE_PER_CHIP: readonly Board[] = BOARDS.filter((board) => BOARDS.find(hasChipOf(board)) === board);
