/** Hands what happens to the sink, and counts it. */
import { KIND_BOOT, NO_OBJECT } from '../trace/kinds.ts';
import type { TraceSink } from '../trace/sink.ts';
import type { SimulationModel } from './model.ts';

export class Recorder {
  /** Events told so far. */
  count = 0;
  readonly #sink: TraceSink;

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  /** What a board tells first. */
  begin({ metadata }: SimulationModel): void {
    this.#sink.metadata(metadata);
    this.#sink.segment(true);
    this.event(0, KIND_BOOT, NO_OBJECT, 0);
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    this.count++;
    this.#sink.event(timeNs, kind, object, value);
  }
}
