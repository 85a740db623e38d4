/**
 * A generated project on disk. Only what changed is written, so that a build tool that goes by time stamps builds
 * again only that; what a former generation wrote and this one does not is removed; all else in the folder is left.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from '../../contract/zod.ts';
import { systemError } from '../system-errors.ts';

export interface ProjectFile {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** Names the files that were written, so that the next generation can tell its own from the user's. */
export const PROJECT_MANIFEST = '.polyloop-files.json';
const manifestSchema = z.object({ files: z.array(z.string()) });

function inside(dir: string, path: string): string {
  const normal = normalize(path);
  const leaves = isAbsolute(normal) || normal === '..' || normal.startsWith(`..${sep}`) || normal.includes('\0');
  if (leaves || normal === '.') throw new Error(`a generated file's path leaves the project: ${path}`);
  return join(dir, normal);
}

function bufferOf(content: string | Uint8Array): Buffer {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
}

async function formerFiles(dir: string): Promise<string[]> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(dir, PROJECT_MANIFEST), 'utf8'))).files;
  } catch {
    return [];
  }
}

async function isSame(path: string, content: Buffer): Promise<boolean> {
  return readFile(path).then(
    (present) => present.equals(content),
    () => false,
  );
}

async function writeChanged(path: string, content: Buffer): Promise<boolean> {
  if (await isSame(path, content)) return false;
  await mkdir(dirname(path), { recursive: true });
  // The content can be generated again at any time: no need to wait for the disk.
  await writeFileAtomic(path, content, { fsync: false });
  return true;
}

export interface WrittenProject {
  /** Paths as given, of the files that were new or different. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export async function writeProject(dir: string, files: readonly ProjectFile[]): Promise<WrittenProject> {
  const targets = files.map((file) => ({ ...file, target: inside(dir, file.path) }));
  try {
    await mkdir(dir, { recursive: true });
    const paths = new Set(files.map((file) => file.path));
    const removed = (await formerFiles(dir)).filter((path) => !paths.has(path));
    for (const path of removed) await rm(inside(dir, path), { force: true });
    // The manifest first: a file that it names and that is not there yet does no harm, the other way round would.
    const manifest = `${JSON.stringify({ files: [...paths] }, null, 2)}\n`;
    await writeChanged(join(dir, PROJECT_MANIFEST), Buffer.from(manifest));
    const changed: string[] = [];
    for (const { path, content, target } of targets) {
      if (await writeChanged(target, bufferOf(content))) changed.push(path);
    }
    return { changed, removed };
  } catch (error) {
    throw systemError(error, 'write the project to', dir);
  }
}
