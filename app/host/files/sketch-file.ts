/**
 * A sketch's file on disk. It is replaced as a whole or not at all: the new content is written beside it, brought to
 * the disk, and renamed over it, so that neither a crash nor a full disk leaves half a sketch. A symbolic link stays one.
 */
import { createHash } from 'node:crypto';
import { access, constants, open, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { RpcError } from '../../contract/errors.ts';
import { MAX_SKETCH_BYTES, type OpenedFile, type SaveResult } from '../../contract/projects.ts';
import { problemsOf } from '../sketch-text.ts';
import { systemCode, systemError } from '../system-errors.ts';

/** Names the content: equal bytes, equal revision. */
export function revisionOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function sketchPath(path: string): string {
  const absolute = resolve(path);
  if (extname(absolute).toLowerCase() === '.json') return absolute;
  throw new RpcError('not-permitted', `${absolute} is not a sketch: its name must end in .polyloop.json.`);
}

async function readContent(path: string): Promise<Buffer> {
  const info = await stat(path);
  if (!info.isFile()) throw new RpcError('unavailable', `Cannot open ${path}: it is not a file.`);
  if (info.size > MAX_SKETCH_BYTES) {
    const size = `${(info.size / 2 ** 20).toFixed(1)} MiB`;
    const most = `${MAX_SKETCH_BYTES / 2 ** 20} MiB`;
    throw new RpcError('too-large', `Cannot open ${path}: it has ${size}, more than a sketch can have (${most}).`);
  }
  return readFile(path);
}

function decode(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new RpcError('unavailable', `Cannot open ${path}: it is not text in UTF-8.`);
  }
}

async function isWritable(path: string): Promise<boolean> {
  try {
    const target = await realpath(path);
    await Promise.all([access(target, constants.W_OK), access(dirname(target), constants.W_OK)]);
    return true;
  } catch {
    return false;
  }
}

/** Leaves the file untouched, whatever it holds. */
export async function openSketchFile(path: string): Promise<OpenedFile> {
  const absolute = sketchPath(path);
  try {
    const content = await readContent(absolute);
    const text = decode(absolute, content);
    const writable = await isWritable(absolute);
    return { path: absolute, text, revision: revisionOf(content), problems: [...problemsOf(text)], writable };
  } catch (error) {
    throw systemError(error, 'open', absolute);
  }
}

/** null: there is no such file. */
async function currentRevision(path: string): Promise<string | null> {
  try {
    return revisionOf(await readContent(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** So that the new name survives a power cut. Not possible on Windows, nor on every file system. */
async function syncFolder(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(dir, 'r');
    await handle.sync().finally(() => handle.close());
  } catch {
    // The content is on the disk already; only the order of the rename is left to the system.
  }
}

/**
 * write-file-atomic writes in a single call and takes a short write, as on a disk that fills up, for a whole one. The
 * content is therefore written through its hook, by a function that goes on until all is written or fails.
 */
async function replaceFile(path: string, content: Uint8Array): Promise<void> {
  const tmpfileCreated = (temporary: string) => writeFile(temporary, content);
  await writeFileAtomic(path, null, { tmpfileCreated });
  await syncFolder(dirname(path));
}

/** The last save of each path; the next waits for it, so that each compares with what the one before it left. */
const queues = new Map<string, Promise<unknown>>();

async function inTurn<T>(path: string, action: () => Promise<T>): Promise<T> {
  const before = queues.get(path) ?? Promise.resolve();
  const turn = before.then(action, action);
  queues.set(path, turn);
  try {
    return await turn;
  } finally {
    if (queues.get(path) === turn) queues.delete(path);
  }
}

export interface SaveRequest {
  readonly path: string;
  readonly text: string;
  /** What the file must hold; null: it must not exist; undefined: anything. */
  readonly expectedRevision?: string | null | undefined;
}

async function save(path: string, request: SaveRequest): Promise<SaveResult> {
  const problems = problemsOf(request.text).filter((problem) => problem.severity === 'error');
  if (problems.length > 0) return { status: 'refused', problems };
  const { expectedRevision } = request;
  if (expectedRevision !== undefined) {
    const revision = await currentRevision(path);
    if (revision !== expectedRevision) {
      const reason = revision === null ? 'deleted' : expectedRevision === null ? 'exists' : 'changed';
      return { status: 'conflict', reason, path, revision };
    }
  }
  const content = Buffer.from(request.text, 'utf8');
  await replaceFile(path, content);
  return { status: 'saved', path, revision: revisionOf(content) };
}

export async function saveSketchFile(request: SaveRequest): Promise<SaveResult> {
  const path = sketchPath(request.path);
  try {
    return await inTurn(path, () => save(path, request));
  } catch (error) {
    throw systemError(error, 'save', path);
  }
}
