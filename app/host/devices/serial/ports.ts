/** The serial ports of this computer, and the boards that have their USB ids. */
import { readdir, stat } from 'node:fs/promises';
import { anyArduino } from '../../../../generator/boards/any-arduino.ts';
import { BOARDS } from '../../../../generator/boards/index.ts';
import type { Board, UsbId } from '../../../../generator/platform/board.ts';
import { readTable, type TableBoard } from '../../../../platformio/driver/boards/table.ts';

export interface SerialPortInfo {
  /** `/dev/ttyACM0`, `COM3`. */
  readonly path: string;
  /** Null for a port without USB, or if the system does not report it. */
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

/**
 * The ports of the system, for a caller that asks every second. `listPorts` starts a program on Linux and
 * macOS, so it is only called when the files of the ports have changed. A board that is plugged in has a
 * new file even if its name is that of another board before.
 */
export class PortList {
  #known: { readonly files: string; readonly ports: readonly SerialPortInfo[] } | null = null;
  readonly #list: () => Promise<readonly SerialPortInfo[]>;
  readonly #files: () => Promise<string | null>;

  /** @param files changes with the ports; null: unknown */
  constructor(list: () => Promise<readonly SerialPortInfo[]> = listPorts, files = portFiles) {
    this.#list = list;
    this.#files = files;
  }

  async read(): Promise<readonly SerialPortInfo[]> {
    const files = await this.#files();
    if (files !== null && this.#known?.files === files) return this.#known.ports;
    const ports = await this.#list();
    // The system knows what a new port is some moments after its file exists.
    const isComplete = files !== null && ports.every(({ usb }) => usb !== null);
    this.#known = isComplete ? { files, ports } : null;
    return ports;
  }
}

/** Windows has no files for ports, and lists them without a program. */
async function portFiles(): Promise<string | null> {
  if (process.platform === 'win32') return null;
  const names = (await readdir('/dev').catch(() => [])).filter((name) => USB_PORT.test(name)).sort();
  const numbers = await Promise.all(
    names.map((name) =>
      stat(`/dev/${name}`).then(
        ({ ino }) => ino,
        () => 0,
      ),
    ),
  );
  return names.map((name, index) => `${name}:${numbers[index]}`).join(' ');
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

export const hasUsbId = ({ usbIds = [] }: Pick<Board, 'usbIds'>, { vendor, product }: UsbId): boolean =>
  usbIds.some((id) => id.vendor === vendor && id.product === product);

/** Makers of USB adapters that are on boards of many other makers: FTDI, Prolific, Silicon Labs, WCH. */
const ADAPTERS: ReadonlySet<number> = new Set([0x0403, 0x067b, 0x10c4, 0x1a86]);

/** The boards with this USB id: Polyloop's own, then those of PlatformIO, Arduino's first. */
export function boardsWith(usb: UsbId): readonly Board[] {
  const own = BOARDS.filter((board) => hasUsbId(board, usb));
  return own.length > 0 || ADAPTERS.has(usb.vendor) ? own : (tableBoards().get(keyOf(usb)) ?? []);
}

const hex = (number: number): string => number.toString(16).padStart(4, '0');
const keyOf = ({ vendor, product }: UsbId): string => `${hex(vendor)}:${hex(product)}`;

let ofTable: ReadonlyMap<string, readonly Board[]> | null = null;

/** The boards of PlatformIO's platforms by their USB ids. The table is read when the first such port is seen. */
function tableBoards(): ReadonlyMap<string, readonly Board[]> {
  ofTable ??= boardsByUsb(readTable());
  return ofTable;
}

function boardsByUsb(table: readonly TableBoard[]): ReadonlyMap<string, readonly Board[]> {
  const isArduino = ({ vendor }: TableBoard): number => (vendor === 'Arduino' ? 0 : 1);
  const found = new Map<string, Board[]>();
  for (const { id, vendor: _, ...facts } of [...table].sort((a, b) => isArduino(a) - isArduino(b))) {
    const board = anyArduino(id, { ...facts, usb: [...facts.usb] });
    for (const usb of facts.usb) found.set(usb, [...(found.get(usb) ?? []), board]);
  }
  return found;
}
