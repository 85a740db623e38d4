/** Stamps of files: a file with the same stamp has the same content. */
import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Inode, size, time of the last content change, and time of the last file change, which no program can set back. */
export type Stamp = string;

const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): Stamp => [ino, size, mtimeMs, ctimeMs].join(' ');

/** null if there is no such file. */
async function stampOfFile(file: string): Promise<Stamp | null> {
  return stat(file).then(stampOf, () => null);
}

/** The stamps of files, by path; undefined if one of them is missing. */
export async function stampsOf(files: Iterable<string>): Promise<Record<string, Stamp> | undefined> {
  const stamps: Record<string, Stamp> = {};
  const entries = await Promise.all([...files].map(async (file) => [file, await stampOfFile(file)] as const));
  for (const [file, stamp] of entries) {
    if (stamp === null) return undefined;
    stamps[file] = stamp;
  }
  return stamps;
}

/** All files below a directory, as full paths, without those below a skipped name; sorted. */
export async function allFiles(directory: string, skipped: ReadonlySet<string>): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const lists = entries
    .filter(({ name }) => !skipped.has(name))
    .map((entry) => {
      const place = path.join(directory, entry.name);
      return entry.isDirectory() ? allFiles(place, skipped) : [place];
    });
  return (await Promise.all(lists)).flat().sort();
}

/** Whether a file was changed after this time. Unit: ms since 1970. */
export async function changedSince(files: Iterable<string>, timeMs: number): Promise<boolean> {
  const changes = await Promise.all(
    [...files].map((file) => stat(file).then(({ mtimeMs, ctimeMs }) => Math.max(mtimeMs, ctimeMs) > timeMs)),
  );
  return changes.some(Boolean);
}
