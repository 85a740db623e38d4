/**
 * Where events go: the decoder, the encoder, the simulation's recorder and the store all meet at this interface, so that
 * a prediction and a measurement are the same kind of thing. Calls come in the order of time.
 */
import type { TraceMetadata } from './events.ts';

export interface TraceSink {
  /** Names and clock of everything that follows; called before the first event that refers to them. */
  metadata(metadata: TraceMetadata): void;
  /** The program begins again: the times that follow count from its start. `booted`: its first event was seen. */
  segment(booted: boolean): void;
  /**
   * One event. `timeNs` since the start of the program, never less than the one before in this segment; `kind` indexes
   * EVENT_KINDS (constants in kinds.ts; never text, which has a call of its own); `object` is -1 where the kind has none.
   */
  event(timeNs: number, kind: number, object: number, value: number): void;
  /** A piece of the program's own text. */
  text(timeNs: number, text: string): void;
}
