/**
 * Finds a board that leaves the bus when it resets. A board with USB of its own does so twice in an upload, and its
 * boot loader or its program can be at a port of another name.
 */
import type { Board } from '../../../../generator/platform/board.ts';
import { exists } from '../../../../platformio/driver/files.ts';
import { hasUsbId, type PortList, type SerialPortInfo } from './ports.ts';

export type Ports = Pick<PortList, 'read'>;

/** The present port of the board. Null: it has none, or more than one port could be it. */
export type FindBoard = () => Promise<string | null>;

/** To be called while the board is at the port. */
export async function boardAt(path: string, board: Board, ports: Ports): Promise<FindBoard> {
  const before = await ports.read();
  const own = before.find((port) => port.path === path)?.usb ?? null;
  const isNew = (port: SerialPortInfo) => !before.some((other) => other.path === port.path);
  const isIt = ({ usb }: SerialPortInfo) =>
    usb !== null && (hasUsbId(board, usb) || (own?.serialNumber != null && usb.serialNumber === own.serialNumber));
  return async () => {
    if (process.platform !== 'win32' && (await exists(path))) return path;
    const now = await ports.read();
    if (now.some((port) => port.path === path)) return path;
    const [found, ...others] = now.filter((port) => isNew(port) && isIt(port));
    return found !== undefined && others.length === 0 ? found.path : null;
  };
}
