/**
 * Writes a generated project to disk. Only changed files are written, so a build tool that compares
 * time stamps compiles only those files. Files that the previous generation wrote and this one does
 * not are removed, if they have not changed since. All other files in the folder are left alone, and no
 * symbolic link in it is followed: someone else may have prepared the folder.
 */
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { makeFolder } from '../../../platformio/setup/folder.mjs';
import * as z from '../../contract/zod.ts';
import { refuseLinks } from '../files/links.ts';
import { readPlainFile } from '../files/plain-file.ts';
import { replaceFile } from '../files/replace-file.ts';
import { systemError } from '../system-errors.ts';

export interface ProjectFile {
  /** Relative to the project's folder, with `/` as the separator. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/**
 * Lists the files that were written, with the SHA-256 of their contents. The next generation uses the list
 * to distinguish generated files from the user's files.
 */
export const PROJECT_MANIFEST = '.polyloop-files.json';
/** No generated file is larger. */
const MOST_BYTES = 64 * 2 ** 20;
const manifestSchema = z.object({ files: z.record(z.string(), z.string()) });

function inside(dir: string, path: string): string {
  const normal = normalize(path);
  const leaves = isAbsolute(normal) || normal === '..' || normal.startsWith(`..${sep}`) || normal.includes('\0');
  if (leaves || normal === '.') throw new Error(`a generated file's path leaves the project: ${path}`);
  return join(dir, normal);
}

function bufferOf(content: string | Uint8Array): Buffer {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
}

async function formerFiles(dir: string): Promise<Readonly<Record<string, string>>> {
  try {
    await refuseLinks(dir, PROJECT_MANIFEST);
    const text = await readPlainFile(join(dir, PROJECT_MANIFEST), MOST_BYTES);
    return manifestSchema.parse(JSON.parse(text.toString('utf8'))).files;
  } catch {
    return {};
  }
}

const digestOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

/** Removes the file if its content is still what was written. */
async function removeFormer(dir: string, path: string, digest: string): Promise<boolean> {
  try {
    const target = inside(dir, path);
    await refuseLinks(dir, path);
    if (digestOf(await readPlainFile(target, MOST_BYTES)) !== digest) return false;
    await rm(target);
    return true;
  } catch {
    // A link, a path that leaves the project, or the file is gone.
    return false;
  }
}

async function isSame(path: string, content: Buffer): Promise<boolean> {
  return readPlainFile(path, MOST_BYTES).then(
    (present) => present.equals(content),
    () => false,
  );
}

async function writeChanged(dir: string, path: string, content: Buffer): Promise<boolean> {
  const target = inside(dir, path);
  await refuseLinks(dir, path);
  if (await isSame(target, content)) return false;
  makeFolder(dirname(target));
  // The content can be generated again at any time, so it need not be synced to disk.
  await replaceFile(target, content, { sync: false });
  return true;
}

export interface WrittenProject {
  /** The paths, as given, of the files that were new or different. */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export async function writeProject(dir: string, files: readonly ProjectFile[]): Promise<WrittenProject> {
  const contents = files.map(({ path, content }) => {
    inside(dir, path);
    return { path, content: bufferOf(content) };
  });
  try {
    makeFolder(dir);
    const digests = Object.fromEntries(contents.map(({ path, content }) => [path, digestOf(content)]));
    const former = await formerFiles(dir);
    const removed: string[] = [];
    for (const [path, digest] of Object.entries(former)) {
      if (!(path in digests) && (await removeFormer(dir, path, digest))) removed.push(path);
    }
    // The manifest is written first. A listed file that does not exist yet is harmless. A generated
    // file that is not listed would never be removed.
    const manifest = `${JSON.stringify({ files: digests }, null, 2)}\n`;
    await writeChanged(dir, PROJECT_MANIFEST, Buffer.from(manifest));
    const changed: string[] = [];
    for (const { path, content } of contents) {
      if (await writeChanged(dir, path, content)) changed.push(path);
    }
    return { changed, removed };
  } catch (error) {
    throw systemError(error, 'write the project to', dir);
  }
}
