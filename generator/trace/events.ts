/**
 * The event vocabulary that telemetry, simulation, the timeline, the statistics and all exports share. Its kinds are the rows of
 * event-table.ts.
 *
 * A trace is a sequence of events in order of time. Time is a whole number of nanoseconds since the trace began, held
 * in a JavaScript number (exact up to 2^53 ns, 104 days).
 */
import { EVENTS, type EventRow, type ObjectClass } from './event-table.ts';

export type EventKind = keyof typeof EVENTS;
export type { ObjectClass };

/** All kinds; the number of a kind, its code, is its index here. */
export const EVENT_KINDS = (Object.keys(EVENTS) as EventKind[]).sort((a, b) => EVENTS[a].code - EVENTS[b].code);

/** By kind number: the row of the table. */
export const EVENT_ROWS: readonly EventRow[] = EVENT_KINDS.map((kind) => EVENTS[kind]);

export interface TraceEvent {
  readonly timeNs: number;
  readonly kind: EventKind;
  /** Index of the task, interrupt, channel, resource or mark; -1 where the kind has none. */
  readonly object: number;
  /** Meaning by kind, see event-table.ts; 0 where the kind has none. */
  readonly value: number;
}

/** What is known of one traced object, from the board's metadata or from the sketch. */
export interface TraceObject {
  readonly class: ObjectClass;
  readonly index: number;
  readonly name: string;
  /** For tasks; null where there is none (background) or it is not known. */
  readonly periodNs: number | null;
  /** null for a sporadic task too: its jobs arrive when they are released, not at φ + k·T. */
  readonly offsetNs: number | null;
  readonly deadlineNs: number | null;
  readonly budgetNs: number | null;
}

/** Names and the clock: everything that events refer to by number. */
export interface TraceMetadata {
  /** Ticks per second of the board's time stamps. */
  readonly clockHz: number;
  readonly objects: readonly TraceObject[];
  /** FNV-1a of the canonical file of the sketch that the program was generated from, where it is known. */
  readonly fingerprint?: number;
  /**
   * When the program's release clock starts, since its boot, where that is known: a simulation's does at 0. A board's starts after
   * its set-up and is taken from the first release.
   */
  readonly releaseStartNs?: number;
}
