/** The board that a command runs a program on: virtual, or a real one at a serial port. */
import { uploadDoubts } from '../../generator/judge/upload-doubts.ts';
import type { Board } from '../../generator/platform/board.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import type { Device } from '../host/devices/device.ts';
import { listVirtualDevices, openDevice } from '../host/devices/index.ts';
import { deviceOfPort } from '../host/devices/serial/device-id.ts';
import { canBeWritten, otherBoard } from '../host/devices/serial/index.ts';
import { portProblem } from '../host/devices/serial/port-access.ts';
import { listPorts } from '../host/devices/serial/ports.ts';
import { CommandError } from './exit-codes.ts';
import { currentMemory } from './memory-report.ts';
import { printable, type Terminal } from './terminal.ts';

/** The help text of `--port`. */
export const PORT_HELP = 'the serial port of a real board, e.g. /dev/ttyACM0 or COM3 (`polyloop ports` lists them)';

/** Throws a CommandError for a board that does not exist as hardware. */
export function requireRealBoard(board: Board): void {
  if (canBeWritten(board)) return;
  throw new CommandError(
    `"${board.label}" has no serial port: it runs on this computer only. Leave out --port, or choose another board for the sketch, e.g. "uno".`,
  );
}

/** Throws a CommandError for a port that cannot be used now, before anything is built. */
export async function requireFreePort(port: string): Promise<void> {
  const problem = await portProblem(port);
  if (problem !== null) throw new CommandError(problem);
}

/** Notes what speaks against writing the sketch into the board at the port. The upload itself compares the chip. */
export async function noteUploadDoubts(
  terminal: Terminal,
  { file, sketch, board, port }: { file: string; sketch: Sketch; board: Board; port: string },
): Promise<void> {
  const found = (await listPorts()).find(({ path }) => path === port);
  const other = found === undefined ? null : otherBoard(found, board);
  for (const doubt of uploadDoubts(sketch, other, await currentMemory(file, sketch)))
    terminal.note(`${terminal.styleNote('yellow', 'warning')}: ${printable(doubt)}`);
}

/** @param command as other programs name it: `polyloop run` */
export async function boardOnPort(port: string, board: Board, command: string): Promise<Device> {
  requireRealBoard(board);
  await requireFreePort(port);
  return openDevice(deviceOfPort(port), board, command);
}

/** Throws a CommandError for a board that cannot run here. */
async function virtualBoard(board: Board): Promise<Device> {
  const [found] = await listVirtualDevices(board);
  if (found !== undefined) return openDevice(found.id, board);
  throw new CommandError(
    `There is no virtual board for "${board.label}". Choose another board for the sketch, e.g. "uno".`,
  );
}

/**
 * The board that runs the program: the real one at a port, or the virtual one.
 *
 * @param command as other programs name it: `polyloop run`
 */
export const runnableBoard = (port: string | undefined, board: Board, command: string): Promise<Device> =>
  port === undefined ? virtualBoard(board) : boardOnPort(port, board, command);
