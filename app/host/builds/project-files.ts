/**
 * Writes a generated project to disk. Only changed files are written, so a build tool that compares
 * time stamps compiles only those files. Files that the previous generation wrote and this one does
 * not are removed. All other files in the folder are left alone.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from '../../contract/zod.ts';
import { systemError } from '../system-errors.ts';

export interface ProjectFile {
  /** Relative to the project's folder, with `/` as the separator. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Lists the files that were written. The next generation uses the list to distinguish generated
 * files from the user's files.
 */
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
  // The content can be generated again at any time, so fsync is unnecessary.
  await writeFileAtomic(path, content, { fsync: false });
  return true;
}

export interface WrittenProject {
  /** The paths, as given, of the files that were new or different. */
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
    // The manifest is written first. A listed file that does not exist yet is harmless. A generated
    // file that is not listed would never be removed.
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
