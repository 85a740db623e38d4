/**
 * Adds the preemptions that a program on one stack does not record. Its jobs nest: a job that starts while another
 * one runs on the same core preempts it, and the other one continues at the job's completion. Between the two, this
 * sink writes a switch-out and a switch-in.
 *
 * A kernel with threads records every switch, so it always records the switch-out before the other job's start.
 * Nothing is added to such a trace.
 */
import type { TraceMetadata } from './events.ts';
import {
  KIND_BOOT,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_GAP,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from './kinds.ts';
import type { TraceSink } from './sink.ts';
import { TelemetryDecoder } from './wire/decoder.ts';

export class NestedJobs implements TraceSink {
  readonly #sink: TraceSink;
  /** For each core, the tasks of the jobs on its stack. The last one runs. */
  readonly #stacks: (number[] | undefined)[] = [];

  constructor(sink: TraceSink) {
    this.#sink = sink;
  }

  metadata(metadata: TraceMetadata): void {
    this.#forget();
    this.#sink.metadata(metadata);
  }

  segment(booted: boolean): void {
    this.#forget();
    this.#sink.segment(booted);
  }

  text(timeNs: number, text: string): void {
    this.#sink.text(timeNs, text);
  }

  event(timeNs: number, kind: number, object: number, value: number): void {
    switch (kind) {
      case KIND_START:
        this.#start(timeNs, object, value);
        break;
      case KIND_COMPLETE:
        this.#complete(timeNs, object, value);
        break;
      case KIND_SWITCH_IN:
        this.#stackOf(value).push(object);
        this.#sink.event(timeNs, kind, object, value);
        break;
      case KIND_SWITCH_OUT:
        this.#takeOff(object);
        this.#sink.event(timeNs, kind, object, value);
        break;
      case KIND_BOOT:
      case KIND_GAP:
      case KIND_EVENTS_DROPPED:
        this.#forget();
        this.#sink.event(timeNs, kind, object, value);
        break;
      default:
        this.#sink.event(timeNs, kind, object, value);
    }
  }

  /** After a loss it is not known which jobs have ended. */
  #forget(): void {
    this.#stacks.length = 0;
  }

  #stackOf(core: number): number[] {
    let stack = this.#stacks[core];
    if (stack === undefined) {
      stack = [];
      this.#stacks[core] = stack;
    }
    return stack;
  }

  /** Removes the job of a task that no longer runs. Returns the core on which it ran on top; -1: none. */
  #takeOff(task: number): number {
    for (let core = 0; core < this.#stacks.length; core++) {
      const stack = this.#stacks[core] ?? [];
      const place = stack.lastIndexOf(task);
      if (place < 0) continue;
      const onTop = place === stack.length - 1;
      stack.splice(place, 1);
      return onTop ? core : -1;
    }
    return -1;
  }

  #start(timeNs: number, task: number, core: number): void {
    const stack = this.#stackOf(core);
    const below = stack.at(-1);
    if (below !== task) stack.push(task);
    if (below !== undefined && below !== task) this.#sink.event(timeNs, KIND_SWITCH_OUT, below, 0);
    this.#sink.event(timeNs, KIND_START, task, core);
  }

  #complete(timeNs: number, task: number, value: number): void {
    this.#sink.event(timeNs, KIND_COMPLETE, task, value);
    const core = this.#takeOff(task);
    const below = this.#stacks[core]?.at(-1);
    if (below !== undefined) this.#sink.event(timeNs, KIND_SWITCH_IN, below, core);
  }
}

/** The decoder of a run. The sink gets the preemptions of one stack, too. */
export const decoderOfRun = (sink: TraceSink): TelemetryDecoder => new TelemetryDecoder(new NestedJobs(sink));
