/**
 * What the program keeps for each sketch's file, in the user's folder and not in the sketch: another user of the
 * sketch has other boards and other wishes.
 */
import { resolve } from 'node:path';
import * as z from '../../contract/zod.ts';
import { JsonStore } from './json-store.ts';

const MOST_SKETCHES = 200;

export class KeptBySketch<T extends object> {
  readonly #store: JsonStore<{ sketches: (T & { path: string })[] }>;

  /** @param member what is kept of a sketch. A file in another form counts as empty. */
  constructor(path: string, member: z.ZodType<T>) {
    // The latest is first.
    const stored = z.object({ sketches: z.array(z.intersection(member, z.object({ path: z.string() }))) });
    this.#store = new JsonStore(path, stored, { sketches: [] });
  }

  /** Null: nothing is kept of this sketch. */
  async of(path: string): Promise<T | null> {
    const { sketches } = await this.#store.read();
    return sketches.find((sketch) => sketch.path === resolve(path)) ?? null;
  }

  /** Rejects when the file cannot be written. */
  async keep(path: string, kept: T): Promise<void> {
    const entry = { ...kept, path: resolve(path) };
    await this.#store.update(({ sketches }) => ({
      sketches: [entry, ...sketches.filter((sketch) => sketch.path !== entry.path)].slice(0, MOST_SKETCHES),
    }));
  }
}
