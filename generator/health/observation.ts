/** What was seen of a run, as plain data: what the assessment of its health starts from. */
import type { NoticeKind, NoticeUse } from '../trace/notice.ts';
import type { DeviceFacts } from './device-facts.ts';
import type { FindingElement } from './finding.ts';

export interface RunObservation {
  /** ended: no more will come. */
  readonly state: 'running' | 'ended';
  /** How long the program has run since power-up, in its own time; null where the device cannot know. Unit: ns. */
  readonly boardTimeNs: number | null;
  readonly line: LineObservation;
  /** Starts of the program that its telemetry tells of. */
  readonly boots: number;
  /** The latest time that telemetry told, also where nothing happened then; null: none. Unit: ns since power-up. */
  readonly heardNs: number | null;
  /** By this time a program has sent the names of all its elements, without which no event can be shown. Unit: ns. */
  readonly namesDueNs: number;
  /** Start of the program's release clock; null: nothing was released. Unit: ns since power-up. */
  readonly releaseStartNs: number | null;
  /** Time that the record does not cover, and events that the board counted as lost. */
  readonly gapsNs: number;
  readonly lostEvents: number;
  /** Tasks in the order of the sketch, then the handlers of interrupts. */
  readonly tasks: readonly TaskObservation[];
  /** Number of the thread that the kernel reported to have outgrown its stack; null: none. */
  readonly overflowedThread: number | null;
  /** Why the device gave up, in its own words; null: it did not. */
  readonly failure: string | null;
  readonly facts: DeviceFacts;
  /** What the runtime has noticed of the program. */
  readonly notices: ReadonlyMap<NoticeKind, NoticeUse>;
  /** Ticks of the release timer in a second. */
  readonly clockHz: number;
  /** The code of the sketch that runs now, or ran when the stack overflowed; null: none, or not known. */
  readonly code: RunningCode | null;
}

export interface RunningCode {
  readonly element: FindingElement;
  readonly part: 'body' | 'setup';
}

/** What came over the serial line. Counts of bytes and frames. */
export interface LineObservation {
  readonly bytes: number;
  /** Of these, printable ASCII and line ends. */
  readonly printableBytes: number;
  readonly frames: number;
  readonly badFrames: number;
  /** Bytes since the last whole frame. */
  readonly bytesSinceFrame: number;
  /** Version of the telemetry protocol where it is not the one that is read here; null: it is, or is not known. */
  readonly otherVersion: number | null;
}

/** A task or a handler: what the sketch asks of it, and what was seen. Times in ns since power-up. */
export interface TaskObservation {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'background' | 'handler';
  /** null: it has none. */
  readonly periodNs: number | null;
  readonly offsetNs: number;
  readonly deadlineNs: number | null;
  readonly jitterNs: number;
  readonly budgetNs: number | null;
  /** Jobs. */
  readonly released: number;
  readonly completed: number;
  readonly incomplete: number;
  readonly skipped: number;
  readonly misses: number;
  /** The oldest job that has started and not ended. */
  readonly running: RunningJob | null;
  /** Completion of its latest job; null: none has completed. */
  readonly lastEndNs: number | null;
}

export interface RunningJob {
  /** From 0. */
  readonly number: number;
  readonly startNs: number;
  readonly deadlineNs: number | null;
}
