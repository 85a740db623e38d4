/** Where the super-loop's port and its project's static files are, for each board that it runs on. */
import type { Board } from '../../sketch/platform.ts';

export interface SuperloopPort {
  /** Folder of runtime-c/port. */
  readonly port: string;
  /** Folder of templates/targets/superloop. */
  readonly templates: string;
  /** Headers that every task's code can use. */
  readonly headers: readonly string[];
}

export const PORTS: Readonly<Record<string, SuperloopPort>> = {
  uno: { port: 'atmega328p', templates: 'avr', headers: ['Arduino.h', 'PolyloopSerial.h', 'polyloop_pins.h'] },
  'mps2-an385': { port: 'mps2-an385', templates: 'cortex-m3', headers: ['Arduino.h'] },
  host: { port: 'host', templates: 'host', headers: ['Arduino.h'] },
};

/** @throws when there is none: lowering has asked the capabilities before. */
export function portFor(board: Board): SuperloopPort {
  const port = Object.hasOwn(PORTS, board.id) ? PORTS[board.id] : undefined;
  if (port === undefined) throw new Error(`no super-loop port for the board ${board.id}`);
  return port;
}
