/** Reads a file that somebody else may have prepared: a device never ends, and a pipe waits for its other end. */
import { constants, open } from 'node:fs/promises';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';

/**
 * The content of a regular file, which a link may name. Rejects with the system's error, with `unavailable` for
 * anything else than a file, and with `too-large`.
 */
export async function readPlainFile(path: string, mostBytes: number): Promise<Buffer> {
  // Without waiting for the other end of a pipe. Windows has no such files.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await handle.stat();
    if (!info.isFile()) throw new RpcError('unavailable', tr`Cannot open ${path}: it is not a file.`);
    const size = `${(info.size / 2 ** 20).toFixed(1)} MiB`;
    if (info.size > mostBytes) throw new RpcError('too-large', tr`Cannot open ${path}: it is too large (${size}).`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
