/** What the times of a race mean, by the clock of the board that measured them. */
import { type Board, instructionNs } from '../platform/board.ts';
import { tr } from '../words/tr.ts';
import type { RaceClock } from './racer.ts';

export function clockOf(board: Pick<Board, 'virtual'>): RaceClock {
  if (instructionNs(board) !== null) return 'instructions';
  return board.virtual?.emulator === 'host-process' ? 'computer' : 'cycles';
}

export function clockWords(clock: RaceClock): string {
  const words: Readonly<Record<RaceClock, string>> = {
    cycles: tr`Times are processor cycles of the emulated chip, as a real board would take them.`,
    instructions: tr`Times are counts of instructions. They do not correspond to processor cycles.`,
    computer: tr`Times are this computer’s clock. They depend on what else it does.`,
  };
  return words[clock];
}
