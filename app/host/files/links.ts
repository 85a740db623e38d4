/** Links in a folder that someone else may have prepared: a program that writes through one changes a file elsewhere. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';

const refused = (link: string): RpcError =>
  new RpcError(
    'not-permitted',
    tr`${link} is a symbolic link, and Polyloop follows none. Remove it, or choose another folder.`,
  );

/** Rejects if a part of the path below `dir` is a symbolic link. The folder itself may be one: the user chose it. */
export async function refuseLinks(dir: string, path: string): Promise<void> {
  let at = dir;
  for (const part of normalize(path).split(sep)) {
    at = join(at, part);
    const info = await lstat(at).catch(() => null);
    if (info === null) return;
    if (info.isSymbolicLink()) throw refused(at);
  }
}

/**
 * Rejects if one of these folders of `dir` is a link, or has a link that leads out of `dir` or nowhere, at any depth.
 * Build tools write wherever a link leads. A link to a place in `dir` changes nothing elsewhere.
 */
export async function refuseLinksOut(dir: string, names: readonly string[]): Promise<void> {
  const root = await realpath(dir).catch(() => dir);
  const look = async (folder: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const at = join(folder, entry.name);
      if (entry.isDirectory()) await look(at);
      if (!entry.isSymbolicLink()) continue;
      const target = await realpath(at).catch(() => null);
      if (target === null || !target.startsWith(`${root}${sep}`)) throw refused(at);
    }
  };
  for (const name of names) {
    await refuseLinks(dir, name);
    await look(join(dir, name));
  }
}
