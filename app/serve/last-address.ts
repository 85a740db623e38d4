/**
 * The port and the token of the last start. The next start uses them again, so windows that are still open
 * can reconnect and save after the server was killed.
 *
 * Only on Linux: there the server knows which user opened a connection, so a token is of no use to another
 * user. Elsewhere another user could take the free port, receive the token from an old window, and use it
 * later.
 */
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platformio/setup/folder.mjs';
import * as z from '../contract/zod.ts';
import { JsonStore } from '../host/files/json-store.ts';

/** Then the next start has a new token. */
const KEEP_MS = 7 * 24 * 3600 * 1000;

const schema = z
  .object({ port: z.int().min(1024).max(65_535), token: z.string().regex(/^[\w-]{43}$/), sinceMs: z.number() })
  .nullable();

interface Address {
  readonly port: number;
  readonly token: string;
}

const storeIn = (config: string) => new JsonStore(join(config, 'private', 'serve.json'), schema, null);

export async function lastAddress(config: string): Promise<Address | null> {
  if (process.platform !== 'linux') return null;
  const last = await storeIn(config).read();
  return last !== null && Math.abs(Date.now() - last.sinceMs) < KEEP_MS ? last : null;
}

/** An address that cannot be noted is only a new one at the next start. */
export async function noteAddress(config: string, { port, token }: Address): Promise<void> {
  if (process.platform !== 'linux') return;
  const folder = join(config, 'private');
  try {
    makeFolder(folder, { mode: 0o700 });
    await chmod(folder, 0o700);
    await storeIn(config).update((last) => (last?.token === token ? last : { port, token, sinceMs: Date.now() }));
  } catch {
    // The folder cannot be written.
  }
}
