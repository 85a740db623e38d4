/** Finds which user sent a request, if the system reports it. */
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

type Ends = Pick<Socket, 'remotePort' | 'localPort'>;

/** Linux's tables of TCP connections (proc(5)). A program can reach 127.0.0.1 with a socket of either kind. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'];
/** 127.0.0.1 in these tables: words of 32 bits in the processor's byte order. */
const LOOPBACKS = new Set(['0100007F', '0000000000000000FFFF00000100007F']);

function isLoopback(end: string | undefined, port: number): boolean {
  const [address, digits] = (end ?? '').split(':');
  return LOOPBACKS.has(address ?? '') && Number.parseInt(digits ?? '', 16) === port;
}

/**
 * The id of the user whose process has the other end of a connection over 127.0.0.1. Null if the table has no
 * such connection.
 */
export function userInTable(table: string, peerPort: number, ownPort: number): number | null {
  for (const line of table.split('\n')) {
    const [, local, remote, , , , , uid] = line.trim().split(/\s+/);
    if (isLoopback(local, peerPort) && isLoopback(remote, ownPort)) return Number(uid);
  }
  return null;
}

/**
 * Whether another user's process sent the request. The system's administrator can do everything anyway. A
 * connection that is in no table is closed already, so a stranger has no use for the answer, but could use up
 * the key. If the system does not report the user of a connection, no connection counts as foreign.
 */
export async function isStranger({ remotePort, localPort }: Ends): Promise<boolean> {
  if (process.platform !== 'linux' || remotePort === undefined || localPort === undefined) return false;
  const texts = await Promise.all(TABLES.map((path) => readFile(path, 'utf8').catch(() => null)));
  if (texts[0] === null) return false;
  const users = texts.map((text) => userInTable(text ?? '', remotePort, localPort));
  const user = users.find((one) => one !== null);
  return user !== 0 && user !== process.getuid?.();
}
