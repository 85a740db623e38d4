/**
 * The event vocabulary that telemetry, simulation, the timeline, the statistics and all exports
 * share. Its kinds are the rows of event-table.ts.
 *
 * A trace is a sequence of events in time order. Time is a whole number of nanoseconds since the
 * start of the trace, in a JavaScript number (exact up to 2^53 ns, 104 days).
 */
import { EVENTS, type EventRow, type ObjectClass } from './event-table.ts';

export type EventKind = keyof typeof EVENTS;
export type { ObjectClass };

/** All kinds. The number of a kind, its code, is its index here. */
export const EVENT_KINDS = (Object.keys(EVENTS) as EventKind[]).sort((a, b) => EVENTS[a].code - EVENTS[b].code);

/** The table row of each kind number. */
export const EVENT_ROWS: readonly EventRow[] = EVENT_KINDS.map((kind) => EVENTS[kind]);

export interface TraceEvent {
  readonly timeNs: number;
  readonly kind: EventKind;
  /** Index of the task, interrupt, channel, resource or mark; -1 if the kind has none. */
  readonly object: number;
  /** Its meaning depends on the kind, see event-table.ts; 0 if the kind has none. */
  readonly value: number;
}

/** The description of one traced object, from the board's metadata or from the sketch. */
export interface TraceObject {
  readonly class: ObjectClass;
  readonly index: number;
  readonly name: string;
  /** For tasks; null if there is none (background) or it is unknown. */
  readonly periodNs: number | null;
  /** null for a sporadic task, too: its jobs arrive when they are released, not at φ + k·T. */
  readonly offsetNs: number | null;
  readonly deadlineNs: number | null;
  readonly budgetNs: number | null;
}

/** Names and the clock: everything that events refer to by number. */
export interface TraceMetadata {
  /** Ticks per second of the board's time stamps. */
  readonly clockHz: number;
  readonly objects: readonly TraceObject[];
  /** FNV-1a of the canonical file of the sketch from which the program was generated, if known. */
  readonly fingerprint?: number;
  /**
   * Start of the program's release clock, since its boot, if known: 0 for a simulation. A board
   * starts it after its setup, and the first release gives its time.
   */
  readonly releaseStartNs?: number;
}
