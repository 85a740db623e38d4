/** The sketches that were opened or saved most recently. */
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { RecentFile } from '../../contract/projects.ts';
import * as z from '../../contract/zod.ts';
import { JsonStore } from '../files/json-store.ts';

const MAX_RECENT = 20;

const stored = z.object({
  files: z.array(z.object({ path: z.string(), openedAtMs: z.number() })).catch([]),
});

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

export class RecentFiles {
  readonly #store: JsonStore<z.infer<typeof stored>>;

  constructor(path: string) {
    this.#store = new JsonStore(path, stored, { files: [] });
  }

  async list(): Promise<RecentFile[]> {
    const { files } = await this.#store.read();
    const there = await Promise.all(files.map(({ path }) => exists(path)));
    return files
      .filter((_file, index) => there[index])
      .map(({ path, openedAtMs }) => ({ path, openedAtMs, name: basename(path), folder: dirname(path) }));
  }

  /** A failure to store the list must not make opening or saving a sketch fail. */
  async note(path: string): Promise<void> {
    const entry = { path, openedAtMs: Date.now() };
    await this.#store
      .update(({ files }) => ({ files: [entry, ...files.filter((file) => file.path !== path)].slice(0, MAX_RECENT) }))
      .catch(() => {});
  }

  async forget(path: string): Promise<void> {
    await this.#store.update(({ files }) => ({ files: files.filter((file) => file.path !== path) }));
  }
}
