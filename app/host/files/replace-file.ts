/**
 * Replaces the whole content of a file or nothing: the new content is written to a temporary file in the
 * same folder, synced to disk, and renamed over the old file. Neither a crash nor a full disk leaves half
 * a file. A symbolic link stays a link, and the file keeps its mode and its owner.
 *
 * The name of a temporary file has the mark of its process (`owner.mjs`). So the next process that writes into the
 * folder recognises those of killed processes, and removes them.
 */
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { hasLeft, MARK, ownMark } from '../../../platformio/setup/owner.mjs';

const TEMPORARY = new RegExp(`^\\..+\\.polyloop-(${MARK})-[0-9a-f]{12}\\.tmp$`);

/** The folders without leftovers of killed processes. */
const clean = new Set<string>();

/** Removes the temporary files of killed processes. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const mark = TEMPORARY.exec(name)?.[1];
    if (mark !== undefined && hasLeft(mark)) await rm(join(folder, name), { force: true });
  }
}

/**
 * Removes what killed processes left in a folder. Nothing depends on it, and it reads the whole folder, so a process
 * does it once in each folder.
 */
export async function tidy(folder: string): Promise<void> {
  if (clean.has(folder)) return;
  clean.add(folder);
  await removeLeftovers(folder).catch(() => {});
}

/** Syncs the folder so that the rename survives a power failure. Not every system can. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content is on disk already, and only the time of the rename is left to the system.
  }
}

async function keepFacts(handle: FileHandle, target: string, mode: number | undefined): Promise<void> {
  const present = await stat(target).catch(() => null);
  const wanted = mode ?? (present === null ? undefined : present.mode & 0o7777);
  // A file of another user that this user may write gets this user as its owner.
  if (present !== null && present.uid !== process.getuid?.())
    await handle.chown(present.uid, present.gid).catch(() => {});
  if (wanted !== undefined) await handle.chmod(wanted);
}

interface ReplaceOptions {
  /** The mode of the file in any case. Without it, a present file keeps its own. */
  readonly mode?: number;
  /** Whether to write the content to disk at once. Otherwise the system decides when. */
  readonly sync?: boolean;
}

export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode, sync = true }: ReplaceOptions = {},
): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const folder = dirname(target);
  await tidy(folder);
  const random = randomBytes(6).toString('hex');
  const temporary = join(folder, `.${basename(target)}.polyloop-${ownMark()}-${random}.tmp`);
  const handle = await open(temporary, 'wx', mode ?? 0o666);
  try {
    try {
      await keepFacts(handle, target, mode);
      // Continues until everything is written, or an error occurs, as on a full disk.
      await handle.writeFile(content);
      if (sync) await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
  if (sync) await syncFolder(folder);
}
