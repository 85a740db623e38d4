/**
 * A small JSON file of the program's own, for settings and recent files. Several windows and
 * processes may share the file, so it is read again before each change and always replaced as a
 * whole. An invalid file counts as empty.
 */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../../platformio/setup/folder.mjs';
import type * as z from '../../contract/zod.ts';
import { replaceFile } from './replace-file.ts';

export class JsonStore<T> {
  readonly #path: string;
  readonly #schema: z.ZodType<T>;
  readonly #empty: T;
  #last: Promise<unknown> = Promise.resolve();

  constructor(path: string, schema: z.ZodType<T>, empty: T) {
    this.#path = path;
    this.#schema = schema;
    this.#empty = empty;
  }

  async read(): Promise<T> {
    try {
      return this.#schema.parse(JSON.parse(await readFile(this.#path, 'utf8')));
    } catch {
      return this.#empty;
    }
  }

  /**
   * Applies changes one after the other. Rejects when the file cannot be written, and `change` then
   * has no effect.
   */
  async update(change: (value: T) => T): Promise<T> {
    const turn = this.#last.then(async () => {
      const value = change(await this.read());
      makeFolder(dirname(this.#path));
      await replaceFile(this.#path, `${JSON.stringify(value, null, 2)}\n`);
      return value;
    });
    this.#last = turn.catch(() => {});
    return turn;
  }
}
