/** The device on which each sketch ran last. */
import * as z from '../../contract/zod.ts';
import { KeptBySketch } from '../files/kept-by-sketch.ts';

export class UsedDevices {
  readonly #kept: KeptBySketch<{ deviceId: string }>;

  constructor(path: string) {
    this.#kept = new KeptBySketch(path, z.object({ deviceId: z.string() }));
  }

  /** Null: the sketch has not run yet. */
  async of(path: string): Promise<string | null> {
    return (await this.#kept.of(path))?.deviceId ?? null;
  }

  /** A failure to store must not make a run fail. */
  async note(path: string, deviceId: string): Promise<void> {
    await this.#kept.keep(path, { deviceId }).catch(() => {});
  }
}
