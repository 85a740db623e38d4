/**
 * Keeps the objects of a project's libraries from one build to the next. The sketch's own source is
 * always compiled, so that its warnings are shown again.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from './files.ts';
import { allFiles, stampsOf } from './repeat/stamps.ts';

const LIBRARIES = 'lib/';

const digest = (parts: readonly unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The content of everything that a library's sources can include. */
async function contentOf(directories: readonly string[]): Promise<string> {
  const files = (await Promise.all(directories.map((directory) => allFiles(directory, new Set())))).flat();
  return digest(await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')])));
}

export class KeptObjects {
  readonly #projectDir: string;
  readonly #content: Promise<string>;

  /** @param includeDirs relative to the project */
  constructor(projectDir: string, includeDirs: readonly string[]) {
    this.#projectDir = projectDir;
    const directories = [LIBRARIES, ...includeDirs].map((directory) => path.resolve(projectDir, directory));
    this.#content = contentOf([...new Set(directories)]);
  }

  /**
   * What decides the object of a source: the compiler, its options, and the content of all libraries.
   * Null for a source that is always compiled.
   */
  async keyOf(source: string, command: readonly string[]): Promise<string | null> {
    if (!source.startsWith(LIBRARIES)) return null;
    const compiler = await stampsOf(command.slice(0, 1));
    return digest([command, compiler, await this.#content]);
  }

  async isCurrent(object: string, key: string): Promise<boolean> {
    const known = await readFile(this.#noteOf(object), 'utf8').catch(() => null);
    return known === key && (await exists(path.join(this.#projectDir, object)));
  }

  /** Call this before the object is overwritten. */
  forget(object: string): Promise<void> {
    return rm(this.#noteOf(object), { force: true });
  }

  keep(object: string, key: string): Promise<void> {
    return writeFile(this.#noteOf(object), key);
  }

  #noteOf(object: string): string {
    return path.join(this.#projectDir, `${object}.key`);
  }
}
