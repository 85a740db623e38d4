/**
 * The event vocabulary that telemetry, simulation, the timeline, the statistics and all exports share.
 *
 * A trace is a sequence of events in order of time. Time is a whole number of nanoseconds since the trace began, held
 * in a JavaScript number (exact up to 2^53 ns, 104 days).
 */

export const EVENT_KINDS = [
  'boot', // 0  the program (re)started; time begins again at a new segment
  'release', // 1  a job became ready; task
  'start', // 2  a job began to run for the first time; task, value = its core
  'switch-in', // 3  a preempted job went on; task, value = its core
  'switch-out', // 4  a job was preempted or blocked; task
  'complete', // 5  a job ended; task
  'deadline-miss', // 6  detected by the runtime; task
  'budget-exhausted', // 7  task or interrupt server
  'replenish', // 8  value = amount in ns
  'interrupt-enter', // 9  interrupt
  'interrupt-exit', // 10 interrupt
  'interrupt-mask', // 11 value 1 = masked, 0 = unmasked
  'channel-write', // 12 channel
  'channel-read', // 13 channel
  'channel-overflow', // 14 channel
  'lock-wait', // 15 resource; value = task
  'lock-acquire', // 16 resource; value = task
  'lock-release', // 17 resource; value = task
  'mark', // 18 object = mark id; value = user's number
  'text', // 19 user's text; value = index into the store's texts
  'idle', // 20 nothing to do from here on
  'dropped', // 21 value = events lost on the board because its ring was full
  'gap', // 22 made by the decoder: bytes were lost here; value = ns if known, else -1
  'skip', // 23 value = releases skipped by the overrun policy; task
  'stack', // 24 task, or a thread behind them; value: stack.ts
  'notice', // 25 what the runtime noticed of the program: notice.ts; value by notice
  'lock-exceeded', // 26 a release after more than the declared length, or by the runtime; resource; value = task
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/** What an event's `object` indexes. */
export type ObjectClass = 'task' | 'interrupt' | 'channel' | 'resource' | 'mark';

export interface TraceEvent {
  readonly timeNs: number;
  readonly kind: EventKind;
  /** Index of the task, interrupt, channel, resource or mark; -1 where the kind has none. */
  readonly object: number;
  /** Meaning by kind, see EVENT_KINDS; 0 where the kind has none. */
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
