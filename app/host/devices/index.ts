/**
 * All devices that can run a program for a board. A further kind of device is one file in this
 * folder and one entry in KINDS.
 *
 *   const device = await openDevice('virtual', board);
 */
import type { Board } from '../../../generator/platform/board.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import type { Device, DeviceFeatures } from './device.ts';
import { HOST_FEATURES, HostProcess } from './host-process.ts';
import { QEMU_FEATURES, QemuBoard } from './qemu.ts';
import { isPort } from './serial/device-id.ts';
import { canBeWritten, type PortWishes, SerialBoards } from './serial/index.ts';
import { VIRTUAL_FEATURES, VirtualAvr } from './virtual-avr.ts';

/** A device as the user sees it. */
export interface DeviceInfo {
  readonly id: string;
  readonly label: string;
  readonly features: DeviceFeatures;
  /** True for a board that the user chose and that is not plugged in. */
  readonly isAbsent?: boolean;
  /** The board that it is by its USB ids, if that is not the sketch's. */
  readonly otherBoard?: string;
}

interface DeviceKind {
  /** Lists the devices of this kind that can run a program for the board. */
  list(board: Board): Promise<readonly DeviceInfo[]>;
  open(id: string, board: Board): Device;
}

const avr: DeviceKind = {
  list: async (board) =>
    board.virtual?.emulator === 'avr8js'
      ? [{ id: 'virtual', label: tr`Virtual ${board.label}`, features: VIRTUAL_FEATURES }]
      : [],
  open: (id, board) => new VirtualAvr(id, board),
};

const hostProcess: DeviceKind = {
  list: async (board) =>
    board.virtual?.emulator === 'host-process' ? [{ id: 'host', label: board.label, features: HOST_FEATURES }] : [],
  open: (id, board) => new HostProcess(id, board),
};

const qemu: DeviceKind = {
  list: async (board) =>
    board.virtual?.emulator === 'qemu' ? [{ id: 'qemu', label: board.label, features: QEMU_FEATURES }] : [],
  open: (id, board) => new QemuBoard(id, board),
};

const serial = new SerialBoards();

/** The devices without hardware. */
const KINDS: readonly DeviceKind[] = [avr, qemu, hostProcess];

/** Lists the devices for a board that need no hardware. The first one is the default. */
export async function listVirtualDevices(board: Board): Promise<readonly DeviceInfo[]> {
  return (await Promise.all(KINDS.map((kind) => kind.list(board)))).flat();
}

const NO_WISHES: PortWishes = { named: '', chosen: null };

/** Lists all devices for a board, real boards last. The first one is the default for a new user. */
export async function listDevices(board: Board, wishes = NO_WISHES): Promise<DeviceInfo[]> {
  return (await Promise.all([listVirtualDevices(board), serial.list(board, wishes)])).flat();
}

/** Changes when a port appears or vanishes. */
export const portsVersion = (): Promise<string> => serial.version();

/**
 * Rejects with `not-found` when the device does not exist or does not support this board.
 *
 * @param user the program that uses the device, as other programs name it
 */
export async function openDevice(id: string, board: Board, user = tr`A window of Polyloop`): Promise<Device> {
  // A port can be named that no list contains: of an adapter without USB, or of a simulated board.
  if (isPort(id) && canBeWritten(board)) return serial.open(id, board, user);
  for (const kind of KINDS) {
    if ((await kind.list(board)).some((device) => device.id === id)) return kind.open(id, board);
  }
  const ids = (await listDevices(board)).map((device) => device.id);
  const offer = ids.length > 0 ? tr`it can run on ${ids.join(', ')}` : tr`there is none for this board`;
  throw new RpcError('not-found', tr`There is no device "${id}" for the ${board.label}; ${offer}.`);
}
