/**
 * Trust in a sketch before it runs as a program of the user's account. Virtual and real Arduino boards need none: a
 * sketch there cannot reach the user's computer.
 *
 * The user trusts folders, with all that is in them. Polyloop never trusts one by itself, because any file may have
 * been downloaded, copied or unpacked.
 */
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { hasSandbox } from '../../../platformio/driver/sandbox.ts';
import { RpcError } from '../../contract/errors.ts';
import { UNTRUSTED, type Untrusted } from '../../contract/runs.ts';

/** Links are resolved, so a link in a trusted folder does not lead out of it. */
const realPath = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

export const folderOf = async (sketchPath: string): Promise<string> => dirname(await realPath(sketchPath));

/** Whether a folder is a trusted one or is inside one. */
export async function isTrusted(folder: string, trusted: readonly string[]): Promise<boolean> {
  const roots = await Promise.all(trusted.map(realPath));
  return roots.some((root) => {
    const way = relative(root, folder);
    return way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === folder && !/^[A-Za-z]:/.test(way);
  });
}

/** Rejects with the folder to trust. A sketch without a file has none, so it is trusted for one window only. */
export async function requireTrust(
  sketchPath: string | null,
  trustedFolders: () => Promise<readonly string[]>,
  isConfined: () => Promise<boolean> = hasSandbox,
): Promise<void> {
  const folder = sketchPath === null ? null : await folderOf(sketchPath);
  if (folder !== null && (await isTrusted(folder, await trustedFolders()))) return;
  const details: Untrusted = { reason: UNTRUSTED, folder, confined: await isConfined() };
  const text =
    folder === null
      ? tr`The sketch was not started: you have not said that you trust it.`
      : tr`The sketch was not started: you have not said that you trust the folder ${folder}.`;
  throw new RpcError('not-permitted', text, details);
}

interface FolderStore {
  get(): Promise<{ readonly trustedFolders: readonly string[] }>;
  set(change: { trustedFolders: string[] }): Promise<unknown>;
}

/** Remembers that the user trusts a folder. */
export async function trustFolder(folder: string, settings: FolderStore): Promise<void> {
  const { trustedFolders } = await settings.get();
  if (await isTrusted(folder, trustedFolders)) return;
  await settings.set({ trustedFolders: [...trustedFolders, folder] });
}
