/** Real boards on serial ports, as devices. */
import type { Board } from '../../../../generator/platform/board.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { DeviceInfo } from '../index.ts';
import { deviceAt, deviceOfPort, isPort, pathOf, usbOf } from './device-id.ts';
import { boardsWith, hasUsbId, PortList, type SerialPortInfo } from './ports.ts';
import { SERIAL_FEATURES, SerialBoard } from './serial-board.ts';

/** Boards that can be written. A board without PlatformIO is an emulated one, or this computer. */
export const canBeWritten = (board: Board): boolean => board.platformio !== null;

export interface PortWishes {
  /** A port that the system does not list. Empty: there is none. */
  readonly named: string;
  /** The device that the user chose earlier. It is listed although it is not plugged in. */
  readonly chosen: string | null;
}

export class SerialBoards {
  readonly #ports: PortList;

  constructor(ports = new PortList()) {
    this.#ports = ports;
  }

  /** Changes when a port appears or vanishes, or when the system knows more about it. */
  async version(): Promise<string> {
    return JSON.stringify((await this.#ports.read()).map(({ path, usb }) => [path, usb]));
  }

  /** Devices at ports, the most likely board first, and those of other known boards last. */
  async list(board: Board, { named, chosen }: PortWishes): Promise<readonly DeviceInfo[]> {
    if (!canBeWritten(board)) return [];
    const found = await this.#ports.read();
    const isFound = named === '' || found.some(({ path }) => path === named);
    const ports = isFound ? found : [...found, { path: named, usb: null, boards: [] }];
    const devices = [...ports]
      .sort((a, b) => rank(a, board) - rank(b, board))
      .map((port) => ({ ...infoOf(port, board), id: deviceAt(port, ports) }));
    if (chosen === null || !isPort(chosen) || devices.some(({ id }) => id === chosen)) return devices;
    const port = ports.find(({ path }) => deviceOfPort(path) === chosen);
    // The board at the port has a serial number by now, and so another id.
    if (port !== undefined)
      return devices.map((each) => (each.id === deviceAt(port, ports) ? { ...each, id: chosen } : each));
    return [...devices, { id: chosen, label: absentLabel(chosen), features: SERIAL_FEATURES, isAbsent: true }];
  }

  async open(id: string, board: Board, user: string): Promise<SerialBoard> {
    const path = pathOf(id, await this.#ports.read());
    if (path === null) throw new Error(tr`The board is not plugged in. Plug it in, or choose another device.`);
    return new SerialBoard(id, path, board, { user, ports: this.#ports });
  }
}

/** Whether the port has a USB id of the board. */
const isOf = ({ usb, boards }: SerialPortInfo, board: Board): boolean =>
  boards.includes(board) || (usb !== null && hasUsbId(board, usb));

/** Several makers use one USB id for boards that work alike. */
function nameOf([board, ...others]: readonly Board[]): string | null {
  if (board === undefined) return null;
  return others.length === 0 ? board.label : tr`${board.label} or a board with its USB id`;
}

function rank(port: SerialPortInfo, board: Board): number {
  const { boards } = port;
  if (isOf(port, board)) return 0;
  return boards.length === 0 ? 1 : 2;
}

function infoOf(port: SerialPortInfo, board: Board): Omit<DeviceInfo, 'id'> {
  const { path } = port;
  const features = SERIAL_FEATURES;
  if (isOf(port, board)) return { label: tr`${board.label} at port ${path}`, features };
  const other = otherBoard(port, board);
  if (other === null) return { label: tr`Unknown board at port ${path}`, features };
  return { label: tr`${other} at port ${path}`, features, otherBoard: other };
}

/** The board that is at a port by its USB ids, if it is another one. Null: it is this one, or unknown. */
export function otherBoard(port: SerialPortInfo, board: Board): string | null {
  return isOf(port, board) ? null : nameOf(port.boards);
}

function absentLabel(id: string): string {
  const usb = usbOf(id);
  const name = usb === null ? null : nameOf(boardsWith(usb));
  if (usb === null) return tr`Board at port ${pathOf(id, []) ?? ''} (not plugged in)`;
  return name === null ? tr`Unknown board (not plugged in)` : tr`${name} (not plugged in)`;
}
