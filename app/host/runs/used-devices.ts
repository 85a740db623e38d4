/**
 * The device on which each sketch ran last. The user's folder holds it, and not the sketch's file:
 * another user has other boards.
 */
import { resolve } from 'node:path';
import * as z from '../../contract/zod.ts';
import { JsonStore } from '../files/json-store.ts';

const MOST_SKETCHES = 200;

const stored = z.object({
  /** The sketch that ran last is first. */
  sketches: z.array(z.object({ path: z.string(), deviceId: z.string() })).catch([]),
});

export class UsedDevices {
  readonly #store: JsonStore<z.infer<typeof stored>>;

  constructor(path: string) {
    this.#store = new JsonStore(path, stored, { sketches: [] });
  }

  /** Null: the sketch has not run yet. */
  async of(path: string): Promise<string | null> {
    const { sketches } = await this.#store.read();
    return sketches.find((sketch) => sketch.path === resolve(path))?.deviceId ?? null;
  }

  /** A failure to store must not make a run fail. */
  async note(path: string, deviceId: string): Promise<void> {
    const entry = { path: resolve(path), deviceId };
    await this.#store
      .update(({ sketches }) => ({
        sketches: [entry, ...sketches.filter((sketch) => sketch.path !== entry.path)].slice(0, MOST_SKETCHES),
      }))
      .catch(() => {});
  }
}
