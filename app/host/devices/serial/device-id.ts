/**
 * The ids of the devices at ports. A board with a USB serial number keeps its id when it is plugged in
 * again and gets another port. Any other board is named by its port.
 */
import type { SerialPortInfo } from './ports.ts';

const PORT = 'port:';
const USB = 'usb:';

/** Whether the id is one of a device at a port. */
export const isPort = (id: string): boolean => id.startsWith(PORT) || id.startsWith(USB);

/** The device id of the board at a port. */
export const deviceOfPort = (path: string): string => `${PORT}${path}`;

/** The device id of the board at a port. Cheap boards can share a serial number, and then have none. */
export function deviceAt(port: SerialPortInfo, ports: readonly SerialPortInfo[]): string {
  const id = usbId(port);
  return id === null || ports.some((other) => other !== port && usbId(other) === id) ? deviceOfPort(port.path) : id;
}

function usbId({ usb }: SerialPortInfo): string | null {
  if (usb === null || usb.serialNumber === null) return null;
  return `${USB}${hex(usb.vendor)}:${hex(usb.product)}:${usb.serialNumber}`;
}

const hex = (number: number): string => number.toString(16).padStart(4, '0');

/** The port of a device; null when it is not plugged in. A device that is named by its port always has it. */
export function pathOf(id: string, ports: readonly SerialPortInfo[]): string | null {
  if (id.startsWith(PORT)) return id.slice(PORT.length);
  return ports.find((port) => deviceAt(port, ports) === id)?.path ?? null;
}

/** The USB ids in a device id; null where it has none. */
export function usbOf(id: string): { readonly vendor: number; readonly product: number } | null {
  const [, vendor, product] = /^usb:([0-9a-f]{4}):([0-9a-f]{4}):/.exec(id) ?? [];
  if (vendor === undefined || product === undefined) return null;
  return { vendor: Number.parseInt(vendor, 16), product: Number.parseInt(product, 16) };
}
