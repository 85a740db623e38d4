/** A folder of its own for the files of a generated project that a compiler reads. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporary } from '../../../platformio/setup/temporary.mjs';

/** What a check of `src/main.cpp` reads: headers, the source, and the descriptions of the build. */
const READ = /\.(?:h|hpp)$|^src\/main\.cpp$|^platformio\.ini$|^build\.json$/;

/** Writes only changed files. After an edit of code, only the source has changed. */
export class Scratch {
  #dir: Promise<string> | null = null;
  #written: ReadonlyMap<string, string> = new Map();

  /** Writes the files of a project, and removes those of the project before it. Returns the folder. */
  async write(project: ReadonlyMap<string, string>): Promise<string> {
    this.#dir ??= makeTemporary('check');
    const dir = await this.#dir;
    const files = new Map([...project].filter(([path]) => READ.test(path)));
    const before = this.#written;
    // Nothing is known of the folder if a write fails.
    this.#written = new Map();
    for (const path of before.keys()) if (!files.has(path)) await rm(join(dir, path), { force: true });
    for (const [path, text] of files) {
      if (before.get(path) === text) continue;
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    this.#written = files;
    return dir;
  }

  async remove(): Promise<void> {
    const dir = await this.#dir?.catch(() => null);
    if (dir != null) await rm(dir, { recursive: true, force: true });
  }
}
