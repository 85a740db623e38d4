/**
 * The metadata chunks of a run, from both sides of a loss. All chunks of one run belong to one
 * blob. After a loss the run is uncertain until the next sync, which joins the chunks after the
 * loss to those of its run. Chunks between two losses are omitted: they can belong to any run,
 * including an earlier one with bytes that were still on their way.
 */
import { MetadataAssembler, type MetadataBlob } from './metadata.ts';

export class MetadataChunks {
  readonly #ofRun = new MetadataAssembler();
  readonly #sinceLoss = new MetadataAssembler();
  /** Whether a sync has come since the last loss. */
  #certain = false;

  /** Returns the whole blob if this chunk was the last one missing. */
  push(index: number, count: number, chunk: Uint8Array): MetadataBlob | null {
    return (this.#certain ? this.#ofRun : this.#sinceLoss).push(index, count, chunk);
  }

  /** Frames were lost, or the program has started: the run is uncertain. */
  lose(): void {
    this.#sinceLoss.restart();
    this.#certain = false;
  }

  /** A sync identifies the current run. Returns the whole blob if no chunk is missing now. */
  sync(sameRun: boolean): MetadataBlob | null {
    if (!sameRun) this.#ofRun.restart();
    this.#certain = true;
    return this.#ofRun.merge(this.#sinceLoss);
  }
}
