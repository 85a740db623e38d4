/** Passes events to the sink, and counts them. */
import { KIND_BOOT, NO_OBJECT } from '../trace/kinds.ts';
import type { TraceSink } from '../trace/sink.ts';
import { isOfTask, kindOfThread } from './engine/vcpu-threads.ts';
import type { SimulationModel } from './model.ts';

export class Recorder {
  /** Number of events so far. */
  count = 0;
  readonly #sink: TraceSink;
  /** Tasks from this number on are threads of I/O VCPUs. */
  readonly #threads: number;
  /** For each thread of an I/O VCPU, the interrupt that it serves with a bottom half. */
  readonly #serves: Int32Array;

  /**
   * @param threads number of the first task that is a thread of an I/O VCPU @param tasks number of
   * tasks, including threads
   */
  constructor(sink: TraceSink, threads: number, tasks: number) {
    this.#sink = sink;
    this.#threads = threads;
    this.#serves = new Int32Array(tasks - threads);
  }

  /** Records what a board sends first. */
  begin({ metadata }: SimulationModel): void {
    this.#sink.metadata(metadata);
    this.#sink.segment(true);
    this.event(0, KIND_BOOT, NO_OBJECT, 0);
  }

  /** From now on the thread runs the bottom half of this interrupt. */
  serve(thread: number, interrupt: number): void {
    this.#serves[thread - this.#threads] = interrupt;
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    if (object >= this.#threads && isOfTask(kind)) {
      this.#ofThread(timeNs, kindOfThread(kind), this.#serves[object - this.#threads]!);
      return;
    }
    this.count++;
    this.#sink.event(timeNs, kind, object, value);
  }

  #ofThread(timeNs: number, kind: number, interrupt: number): void {
    if (kind < 0) return;
    this.count++;
    this.#sink.event(timeNs, kind, interrupt, 0);
  }
}
