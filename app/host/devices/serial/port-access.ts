/** Whether a port can be used now, and why not. */
import { constants } from 'node:fs';
import { access, readdir, readFile, readlink, realpath, stat } from 'node:fs/promises';
import { tr } from '../../../../generator/words/tr.ts';
import { exists } from '../../../../platformio/driver/files.ts';
import { portUser } from './port-lock.ts';
import type { FindBoard } from './returning-board.ts';

interface PortUser {
  readonly pid: number;
  readonly name: string;
}

const WATCH_INTERVAL_MS = 500;
/** A board may leave the bus for a moment when it resets for an upload. */
const ABSENT_MS = 3000;

/**
 * Calls `onGone` once when the port has not existed for some time. The serial library does not
 * notice the loss of every kind of port.
 *
 * @param find finds the board, whose boot loader may be at a port of another name
 */
export function watchPort(path: string, onGone: () => void, find?: FindBoard): NodeJS.Timeout {
  let absentMs = 0;
  const isThere = async () => (find === undefined ? exists(path) : (await find()) !== null);
  const timer = setInterval(async () => {
    absentMs = process.platform === 'win32' || (await isThere()) ? 0 : absentMs + WATCH_INTERVAL_MS;
    if (absentMs < ABSENT_MS) return;
    clearInterval(timer);
    onGone();
  }, WATCH_INTERVAL_MS);
  return timer;
}

export const lostWords = (path: string): string =>
  tr`The connection to the board on ${path} was lost. Plug the board in again, then run again.`;

/** Null when nothing speaks against opening the port; otherwise a sentence with the way out. */
export async function portProblem(path: string): Promise<string | null> {
  if (path.trim() === '') return tr`The name of the port is empty. Name a port, for example /dev/ttyACM0 or COM3.`;
  const busy = portUser(path);
  // Windows has no file for a port.
  if (busy !== null || process.platform === 'win32') return busy;
  const info = await stat(path).catch(() => null);
  if (info === null) return tr`There is no port ${path}. Plug the board in, or choose another port.`;
  if (!info.isCharacterDevice() || isMemoryDevice(info)) return tr`${path} is not a serial port. Choose another port.`;
  const isAllowed = await access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isAllowed) return notAllowed(path, await groupName(info.gid));
  const [user] = await usersOf(path);
  if (user === undefined) return null;
  return tr`${user.name} (process ${user.pid}) uses the port ${path}. Close the port there, then run again.`;
}

/** On Linux /dev/null, /dev/zero and their kin are character devices of this major number, and no serial ports. */
const MEMORY_MAJOR = 1;
const isMemoryDevice = ({ rdev }: { readonly rdev: number }): boolean =>
  process.platform === 'linux' && ((rdev >> 8) & 0xfff) === MEMORY_MAJOR;

function notAllowed(path: string, group: string | null): string {
  if (group === null || group === 'root')
    return tr`You may not use the port ${path}. Ask the administrator of this computer for access.`;
  const command = `sudo usermod --append --groups ${group} $USER`;
  return tr`You may not use the port ${path}. It belongs to the group ${group}. Run \`${command}\`, then log out and in again.`;
}

async function groupName(gid: number): Promise<string | null> {
  const groups = await readFile('/etc/group', 'utf8').catch(() => '');
  const entry = groups.split('\n').find((line) => line.split(':')[2] === String(gid));
  return entry?.split(':')[0] ?? null;
}

/**
 * The processes that have opened the port, as far as this user can see. Linux only: elsewhere a
 * failed attempt to open the port shows that it is busy.
 */
async function usersOf(path: string): Promise<readonly PortUser[]> {
  const file = await realpath(path).catch(() => path);
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const users = await Promise.all(pids.map((pid) => userOf(Number(pid), file)));
  return users.filter((user) => user !== null);
}

async function userOf(pid: number, file: string): Promise<PortUser | null> {
  const directory = `/proc/${pid}/fd`;
  // The list is empty for a process of another user.
  const descriptors = await readdir(directory).catch(() => []);
  const targets = await Promise.all(descriptors.map((fd) => readlink(`${directory}/${fd}`).catch(() => '')));
  if (!targets.includes(file)) return null;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return { pid, name: name.trim() || String(pid) };
}
