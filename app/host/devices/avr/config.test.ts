import { expect, it } from 'vitest';
import { BOARDS } from '../../../../generator/boards/index.ts';
import { avrBoardConfig } from './config.ts';

const boards = BOARDS.filter(({ virtual }) => virtual?.emulator === 'avr8js');

// The host accepts the board's pins before the emulator is loaded.
it.each(boards)('the emulator of $label has every pin of the board', (board) => {
  const pins = board.pins.map(({ name }) => name);
  const emulated = avrBoardConfig({ ...board, pins }).pins.map(({ name }) => name);
  expect([...emulated].sort()).toEqual([...pins].sort());
});
