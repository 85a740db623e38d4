/**
 * A part of a trace in columns, which a worker transfers to the window without copying: 19 bytes
 * per event. BatchSink collects batches from any writer of a trace. `pourBatch` writes a batch into
 * any other sink.
 */
import type { TraceMetadata } from '../../../generator/trace/events.ts';
import type { TraceSink } from '../../../generator/trace/sink.ts';

export interface EventBatch {
  readonly count: number;
  /** Times since the start of the program. Unit: ns. */
  readonly times: Float64Array<ArrayBuffer>;
  readonly kinds: Uint8Array<ArrayBuffer>;
  readonly objects: Int16Array<ArrayBuffer>;
  readonly values: Float64Array<ArrayBuffer>;
}

const ROOM = 4096;

/**
 * Collects events until they are taken. It stores neither metadata nor segments, because a
 * simulation has exactly one of each, known in advance.
 */
export class BatchSink implements TraceSink {
  /** Number of events to skip at the start of the trace, because the window has them already. */
  #skip: number;
  #batch = emptyBatch(ROOM);
  #count = 0;

  constructor(skip = 0) {
    this.#skip = skip;
  }

  get count(): number {
    return this.#count;
  }

  metadata(_metadata: TraceMetadata): void {}

  segment(_booted: boolean): void {}

  text(_timeNs: number, _text: string): void {}

  event(timeNs: number, kind: number, object: number, value: number): void {
    if (this.#skip > 0) {
      this.#skip--;
      return;
    }
    if (this.#count === this.#batch.kinds.length) this.#batch = grown(this.#batch);
    const { times, kinds, objects, values } = this.#batch;
    times[this.#count] = timeNs;
    kinds[this.#count] = kind;
    objects[this.#count] = object;
    values[this.#count++] = value;
  }

  /** Returns the events since the last call. */
  take(): EventBatch {
    const taken = { ...this.#batch, count: this.#count };
    this.#batch = emptyBatch(ROOM);
    this.#count = 0;
    return taken;
  }
}

/** Writes a batch's events into an existing segment of the sink. */
export function pourBatch({ count, times, kinds, objects, values }: EventBatch, sink: TraceSink): void {
  for (let i = 0; i < count; i++) {
    sink.event(times[i] as number, kinds[i] as number, objects[i] as number, values[i] as number);
  }
}

/** Returns the buffers to transfer instead of copying. */
export const buffersOf = ({ times, kinds, objects, values }: EventBatch): ArrayBuffer[] => [
  times.buffer,
  kinds.buffer,
  objects.buffer,
  values.buffer,
];

function emptyBatch(room: number): EventBatch {
  return {
    count: 0,
    times: new Float64Array(room),
    kinds: new Uint8Array(room),
    objects: new Int16Array(room),
    values: new Float64Array(room),
  };
}

function grown(batch: EventBatch): EventBatch {
  const next = emptyBatch(2 * batch.kinds.length);
  next.times.set(batch.times);
  next.kinds.set(batch.kinds);
  next.objects.set(batch.objects);
  next.values.set(batch.values);
  return next;
}
