/**
 * A folder of entries that all builds of this computer share. An entry is a directory with files that
 * never change. Several programs may use the folder at once.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';

/** Entries that are kept, those used last. One takes about 300 kB. */
const MOST_ENTRIES = 64;

/** The file of an entry, and its place elsewhere. */
export type Places = ReadonlyMap<string, string>;

export class Entries {
  readonly #folder: string;
  readonly #most: number;

  constructor(folder: string, most = MOST_ENTRIES) {
    this.#folder = folder;
    this.#most = most;
  }

  /** The text of a file of an entry. Null if there is no such entry. */
  read(key: string, name: string): Promise<string | null> {
    return readFile(path.join(this.#folder, key, name), 'utf8').catch(() => null);
  }

  /** Copies files of an entry to their places. False: a file is missing, and some may have been copied. */
  async take(key: string, places: Places): Promise<boolean> {
    const entry = path.join(this.#folder, key);
    try {
      for (const [name, place] of places) {
        await mkdir(path.dirname(place), { recursive: true });
        await copyFile(path.join(entry, name), place);
      }
      const now = new Date();
      await utimes(entry, now, now);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes an entry of copies of the files, instead of an earlier one. Another program never sees a part of it. */
  async put(key: string, places: Places): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    const fresh = await mkdtemp(path.join(this.#folder, 'new-'));
    for (const [name, place] of places) await copyFile(place, path.join(fresh, name));
    const entry = path.join(this.#folder, key);
    await this.#remove(entry);
    // Another program may have made the same entry meanwhile.
    await rename(fresh, entry).catch(() => rm(fresh, { recursive: true, force: true }));
    await this.#removeOldest();
  }

  async #removeOldest(): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.length <= this.#most) return;
    const entries = await Promise.all(
      names.map(async (name) => {
        const place = path.join(this.#folder, name);
        return {
          place,
          usedMs: await stat(place).then(
            ({ mtimeMs }) => mtimeMs,
            () => 0,
          ),
        };
      }),
    );
    entries.sort((a, b) => b.usedMs - a.usedMs);
    for (const { place } of entries.slice(this.#most)) await this.#remove(place);
  }

  /** Another program may remove or replace the entry at the same time, so it gets a name of its own first. */
  async #remove(entry: string): Promise<void> {
    const old = `${entry}.${randomUUID()}`;
    await rename(entry, old).catch(() => {});
    await rm(old, { recursive: true, force: true });
  }
}
