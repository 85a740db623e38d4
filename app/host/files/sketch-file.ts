/** Reads and writes a sketch's file. A save replaces the whole file or nothing. */
import { createHash } from 'node:crypto';
import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, extname, resolve } from 'node:path';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import { MAX_SKETCH_BYTES, type OpenedFile, type SaveResult } from '../../contract/projects.ts';
import { problemsOf } from '../sketch-text.ts';
import { systemCode, systemError } from '../system-errors.ts';
import { replaceFile } from './replace-file.ts';

/** Identifies the content: equal bytes have equal revisions. */
export function revisionOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function sketchPath(path: string): string {
  const absolute = resolve(path);
  if (extname(absolute).toLowerCase() === '.json') return absolute;
  throw new RpcError('not-permitted', tr`${absolute} is not a sketch: its name must end in .polyloop.json.`);
}

async function readContent(path: string): Promise<Buffer> {
  const info = await stat(path);
  if (!info.isFile()) throw new RpcError('unavailable', tr`Cannot open ${path}: it is not a file.`);
  if (info.size > MAX_SKETCH_BYTES) {
    const size = `${(info.size / 2 ** 20).toFixed(1)} MiB`;
    const most = `${MAX_SKETCH_BYTES / 2 ** 20} MiB`;
    throw new RpcError('too-large', tr`Cannot open ${path}: it is ${size}, and a sketch can be at most ${most}.`);
  }
  return readFile(path);
}

function decode(path: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    throw new RpcError('unavailable', tr`Cannot open ${path}: it is not text in UTF-8.`);
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

/** Never changes the file, whatever its content is. */
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

/** Null when the file does not exist. */
export async function currentRevision(path: string): Promise<string | null> {
  try {
    return revisionOf(await readContent(path));
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/**
 * The last save of each path. The next save waits for it, so each save compares with the result of
 * the one before.
 */
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
  /** The expected content of the file. Null: the file must not exist. Undefined: any content. */
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
