/** Lists folders and sketches for the file picker of a window without native dialogs. */
import { access, readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';
import type { Folder, FolderEntry } from '../../contract/projects.ts';
import { systemError } from '../system-errors.ts';

const MAX_ENTRIES = 2000;
export const SKETCH_SUFFIX = '.polyloop.json';

async function entryOf(dir: string, name: string): Promise<FolderEntry | null> {
  const path = join(dir, name);
  try {
    const info = await stat(path);
    const isSketch = info.isFile() && name.toLowerCase().endsWith(SKETCH_SUFFIX);
    if (!info.isDirectory() && !isSketch) return null;
    return { name, path, kind: isSketch ? 'sketch' : 'folder', modifiedAtMs: info.mtimeMs };
  } catch {
    // The entry was deleted meanwhile, or is a broken link.
    return null;
  }
}

function byKindAndName(a: FolderEntry, b: FolderEntry): number {
  if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
  return a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: 'base' });
}

async function roots(): Promise<string[]> {
  if (process.platform !== 'win32') return ['/'];
  const drives = Array.from({ length: 26 }, (_, index) => `${String.fromCharCode(65 + index)}:\\`);
  const found = await Promise.all(
    drives.map((drive) =>
      access(drive).then(
        () => drive,
        () => null,
      ),
    ),
  );
  return found.filter((drive) => drive !== null);
}

/** Returns the folder of the last sketch if it exists, and the home folder otherwise. */
export async function startFolder(lastFile: string | undefined): Promise<string> {
  if (lastFile === undefined) return homedir();
  const dir = dirname(lastFile);
  return access(dir).then(
    () => dir,
    () => homedir(),
  );
}

export async function browseFolder(dir: string): Promise<Folder> {
  const absolute = resolve(dir);
  const names = await readdir(absolute).catch((error: unknown) => {
    throw systemError(error, 'show', absolute);
  });
  const visible = names.filter((name) => !name.startsWith('.'));
  // Sketches come first, so that many other files in a folder do not hide them.
  const isSketchName = (name: string) => name.toLowerCase().endsWith(SKETCH_SUFFIX);
  const ordered = [...visible.filter(isSketchName), ...visible.filter((name) => !isSketchName(name))];
  const entries = (await Promise.all(ordered.slice(0, MAX_ENTRIES).map((name) => entryOf(absolute, name)))).filter(
    (entry) => entry !== null,
  );
  const isRoot = parse(absolute).root === absolute;
  return {
    dir: absolute,
    parent: isRoot ? null : dirname(absolute),
    roots: await roots(),
    home: homedir(),
    separator: sep,
    entries: entries.sort(byKindAndName),
    truncated: visible.length > MAX_ENTRIES,
  };
}
