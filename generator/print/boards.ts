/** What programs for a board are made of, whatever their target: its port, its static files, its headers. */
import type { Board } from '../sketch/platform.ts';

export interface BoardFiles {
  /** Folder of runtime-c/port. */
  readonly port: string;
  /** Whether Arduino's functions are Polyloop's own, from templates/arduino; else a core of the board brings them. */
  readonly ownArduino: boolean;
  /** Headers that every task's code can use. */
  readonly headers: readonly string[];
}

/** By id; the static files of each are in templates/boards/<id>. */
export const BOARD_FILES: Readonly<Record<string, BoardFiles>> = {
  uno: { port: 'atmega328p', ownArduino: false, headers: ['Arduino.h', 'PolyloopSerial.h', 'polyloop_pins.h'] },
  'mps2-an385': { port: 'mps2-an385', ownArduino: true, headers: ['Arduino.h'] },
  host: { port: 'host', ownArduino: true, headers: ['Arduino.h'] },
};

/** @throws when there is none: lowering has asked the capabilities before. */
export function filesOfBoard(board: Board): BoardFiles {
  const files = Object.hasOwn(BOARD_FILES, board.id) ? BOARD_FILES[board.id] : undefined;
  if (files === undefined) throw new Error(`no port for the board ${board.id}`);
  return files;
}
