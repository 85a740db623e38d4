/** The virtual board that `run` uses. */
import type { Board } from '../../generator/sketch/platform.ts';
import type { Device } from '../host/devices/device.ts';
import { VirtualUno } from '../host/devices/virtual-uno.ts';
import { CommandError } from './exit-codes.ts';

type Emulator = NonNullable<Board['virtual']>['emulator'];

const EMULATORS: Readonly<Partial<Record<Emulator, (board: Board) => Device>>> = {
  avr8js: (board) => new VirtualUno('virtual', board),
};

/** Throws a CommandError for a board that cannot be run here. */
export function virtualBoard(board: Board): Device {
  const open = board.virtual === null ? undefined : EMULATORS[board.virtual.emulator];
  if (open !== undefined) return open(board);
  throw new CommandError(
    `There is no virtual board for "${board.label}". Choose another board for the sketch, e.g. "uno".`,
  );
}
