/** Stores the firmware that this host has built, by id, so that runs can start it. */
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Board } from '../../../generator/platform/board.ts';
import { tr } from '../../../generator/words/tr.ts';
import { RpcError } from '../../contract/errors.ts';
import type { FirmwareImage } from '../devices/device.ts';

export interface Firmware {
  readonly id: string;
  readonly image: FirmwareImage;
  readonly board: Board;
  /** The sketch that the firmware was built from. */
  readonly sketchText: string;
  /** The file of the sketch. Null: it was not saved. */
  readonly sketchPath: string | null;
  /** SHA-256 of the image file. */
  readonly digest: string;
}

const MAX_KEPT = 100;

async function digestOf(path: string): Promise<string | null> {
  return readFile(path).then(
    (content) => createHash('sha256').update(content).digest('hex'),
    () => null,
  );
}

export class FirmwareStore {
  readonly #kept = new Map<string, Firmware>();

  async add(
    image: FirmwareImage,
    board: Board,
    sketchText: string,
    sketchPath: string | null = null,
  ): Promise<Firmware> {
    const digest = await digestOf(image.path);
    if (digest === null) throw new Error(tr`the build produced no firmware at ${image.path}`);
    const firmware = { id: randomUUID(), image, board, sketchText, sketchPath, digest };
    this.#kept.set(firmware.id, firmware);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return firmware;
  }

  /**
   * Rejects when the image file has changed since the build. A later build of the same sketch
   * writes to the same file, and a run must not start different firmware.
   */
  async get(id: string): Promise<Firmware> {
    const firmware = this.#kept.get(id);
    if (!firmware) throw new RpcError('not-found', tr`This firmware no longer exists. Please build the sketch again.`);
    if ((await digestOf(firmware.image.path)) === firmware.digest) return firmware;
    throw new RpcError('not-found', tr`A later build has replaced this firmware. Please build the sketch again.`);
  }
}
