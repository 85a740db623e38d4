/** The serial ports of this computer, and the boards that their USB ids tell. */
import { readdir } from 'node:fs/promises';
import { BOARDS } from '../../../../generator/boards/index.ts';
import type { Board, UsbId } from '../../../../generator/platform/board.ts';

export interface SerialPortInfo {
  /** `/dev/ttyACM0`, `COM3`. */
  readonly path: string;
  /** Null where the system does not tell, or for a port without USB. */
  readonly usb: (UsbId & { readonly serialNumber: string | null }) | null;
  /** The boards that have this USB id. Empty for a USB adapter that many boards use. */
  readonly boards: readonly Board[];
}

/** What `serialport` reports about a port. */
interface ListedPort {
  readonly path: string;
  readonly vendorId?: string | undefined;
  readonly productId?: string | undefined;
  readonly serialNumber?: string | undefined;
}

/** Names of USB serial ports in /dev, without the system's own consoles. */
const USB_PORT = /^(?:ttyACM|ttyUSB|cu\.usb|cu\.wchusb|cu\.SLAB)/;

/** Ports of the system in the order of their paths. */
export async function listPorts(): Promise<readonly SerialPortInfo[]> {
  const listed = await listedPorts();
  return listed
    .filter(({ path, vendorId }) => vendorId !== undefined || USB_PORT.test(path.replace(/^\/dev\//, '')))
    .map(toInfo)
    .sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
}

/** On Linux `serialport` needs the program udevadm. Without it, only the names in /dev are known. */
async function listedPorts(): Promise<readonly ListedPort[]> {
  try {
    const { SerialPort } = await import('serialport');
    return await SerialPort.list();
  } catch {
    const names = await readdir('/dev').catch(() => []);
    return names.filter((name) => USB_PORT.test(name)).map((name) => ({ path: `/dev/${name}` }));
  }
}

function toInfo({ path, vendorId, productId, serialNumber }: ListedPort): SerialPortInfo {
  if (vendorId === undefined || productId === undefined) return { path, usb: null, boards: [] };
  const vendor = Number.parseInt(vendorId, 16);
  const product = Number.parseInt(productId, 16);
  const usb = { vendor, product, serialNumber: serialNumber ?? null };
  return { path, usb, boards: boardsWith(usb) };
}

/** The boards with this USB id. */
export function boardsWith({ vendor, product }: UsbId): readonly Board[] {
  return BOARDS.filter(({ usbIds = [] }) => usbIds.some((id) => id.vendor === vendor && id.product === product));
}

/**
 * The port of the board that was at `path` before. A board that is plugged in again can get another
 * path. `before` is the list of ports in which `path` was seen.
 */
export function currentPath(path: string, before: readonly SerialPortInfo[], now: readonly SerialPortInfo[]): string {
  if (now.some((port) => port.path === path)) return path;
  const old = before.find((port) => port.path === path)?.usb;
  if (old == null) return path;
  const same = now.filter(
    ({ usb }) =>
      usb !== null && usb.vendor === old.vendor && usb.product === old.product && usb.serialNumber === old.serialNumber,
  );
  return same.length === 1 && same[0] !== undefined ? same[0].path : path;
}
