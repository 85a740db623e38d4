/** Real boards on serial ports, as devices. The id of a device is its port. */
import type { Board } from '../../../../generator/platform/board.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { DeviceInfo } from '../index.ts';
import { currentPath, listPorts, type SerialPortInfo } from './ports.ts';
import { SERIAL_FEATURES, SerialBoard } from './serial-board.ts';

const PREFIX = 'port:';

/** The device id of the board on a port. */
export const deviceOfPort = (path: string): string => `${PREFIX}${path}`;

/** Boards that can be written. A board without PlatformIO is an emulated one, or this computer. */
export const canBeWritten = (board: Board): boolean => board.platformio !== null;

export const isPort = (id: string): boolean => id.startsWith(PREFIX);

/**
 * Serial ports and the boards on them. It keeps the ports that were seen last, because a board that
 * is plugged in again can have another path.
 */
export class SerialBoards {
  #seen: readonly SerialPortInfo[] = [];
  readonly #listPorts: () => Promise<readonly SerialPortInfo[]>;

  constructor(list: () => Promise<readonly SerialPortInfo[]> = listPorts) {
    this.#listPorts = list;
  }

  /** Ports on which the board can be, the most likely first. Ports of other known boards are last. */
  async list(board: Board, named: string): Promise<readonly DeviceInfo[]> {
    if (!canBeWritten(board)) return [];
    const found = await this.#listPorts();
    const isFound = named === '' || found.some(({ path }) => path === named);
    const ports = isFound ? found : [...found, { path: named, usb: null, boards: [] }];
    this.#seen = [...ports, ...this.#seen.filter(({ path }) => ports.every((port) => port.path !== path))];
    return [...ports]
      .sort((a, b) => rank(a, board) - rank(b, board))
      .map((port) => ({ id: deviceOfPort(port.path), label: labelOf(port, board), features: SERIAL_FEATURES }));
  }

  async open(id: string, board: Board): Promise<SerialBoard> {
    const path = id.slice(PREFIX.length);
    return new SerialBoard(id, currentPath(path, this.#seen, await this.#listPorts()), board);
  }
}

function rank({ boards }: SerialPortInfo, board: Board): number {
  if (boards.includes(board)) return 0;
  return boards.length === 0 ? 1 : 2;
}

function labelOf({ path, boards }: SerialPortInfo, board: Board): string {
  const [first] = boards;
  if (first === undefined) return tr`Unknown board at port ${path}`;
  return boards.includes(board) ? tr`${board.label} at port ${path}` : tr`${first.label} at port ${path}`;
}
