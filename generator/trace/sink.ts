/**
 * The destination of events. The decoder, the encoder, the simulation's recorder and the store all
 * use this interface, so a prediction and a measurement have the same form. Calls come in time
 * order.
 */
import type { TraceMetadata } from './events.ts';

export interface TraceSink {
  /**
   * Names and clock of everything that follows. Called before the first event that refers to them.
   */
  metadata(metadata: TraceMetadata): void;
  /**
   * The program starts again: the following times count from its start. `booted`: whether its first
   * event was recorded.
   */
  segment(booted: boolean): void;
  /**
   * One event. `timeNs` counts from the start of the program and never decreases within a segment.
   * `kind` indexes EVENT_KINDS (constants in kinds.ts; never text, which has its own method).
   * `object` is -1 if the kind has none.
   */
  event(timeNs: number, kind: number, object: number, value: number): void;
  /** A piece of the program's own text. */
  text(timeNs: number, text: string): void;
}
