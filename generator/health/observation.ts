/** The observation of a run as plain data: the input of the health assessment. */
import type { NoticeKind, NoticeUse } from '../trace/notice.ts';
import type { DeviceFacts } from './device-facts.ts';
import type { FindingElement } from './finding.ts';

export interface RunObservation {
  /** ended: no more data will come. */
  readonly state: 'running' | 'ended';
  /**
   * The program's run time since power-up, in its own time; null if the device cannot know it.
   * Unit: ns.
   */
  readonly boardTimeNs: number | null;
  readonly line: LineObservation;
  /** Starts of the program in its telemetry. */
  readonly boots: number;
  /**
   * The latest time in telemetry, even if no event occurred then; null: none. Unit: ns since
   * power-up.
   */
  readonly heardNs: number | null;
  /**
   * By this time a program has sent the names of all its elements, which are required to show
   * events. Unit: ns.
   */
  readonly namesDueNs: number;
  /** Start of the program's release clock; null: no task was released. Unit: ns since power-up. */
  readonly releaseStartNs: number | null;
  /** Total time of gaps in the record, and events that the board counted as lost. */
  readonly gapsNs: number;
  readonly lostEvents: number;
  /** Tasks in sketch order, then the handlers of interrupts. */
  readonly tasks: readonly TaskObservation[];
  /** Number of the thread for which the kernel reported a stack overflow; null: none. */
  readonly overflowedThread: number | null;
  /** Why the device failed, in its own words; null: it did not fail. */
  readonly failure: string | null;
  readonly facts: DeviceFacts;
  /** The runtime's notices about the program. */
  readonly notices: ReadonlyMap<NoticeKind, NoticeUse>;
  /** Ticks of the release timer in a second. */
  readonly clockHz: number;
  /**
   * The code of the sketch that runs now, or that ran at the stack overflow; null: none, or
   * unknown.
   */
  readonly code: RunningCode | null;
}

export interface RunningCode {
  readonly element: FindingElement;
  readonly part: 'body' | 'setup';
}

/** Counts of the bytes and frames received over the serial line. */
export interface LineObservation {
  readonly bytes: number;
  /** Printable ASCII and line ends among these bytes. */
  readonly printableBytes: number;
  readonly frames: number;
  readonly badFrames: number;
  /** Bytes since the last complete frame. */
  readonly bytesSinceFrame: number;
  /**
   * Version of the telemetry protocol if Polyloop cannot read it; null: it can, or the version is
   * unknown.
   */
  readonly otherVersion: number | null;
}

/**
 * A task or a handler: its requirements in the sketch, and its observed behavior. Times in ns since
 * power-up.
 */
export interface TaskObservation {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'background' | 'handler';
  /** The budget is a guess that the run measures, so the program holds the job to its period instead. */
  readonly estimated?: boolean;
  /**
   * How long a job is expected to take, by that guess or by the calls of delay() in its code. null or left out:
   * unknown. Unit: ns.
   */
  readonly guessNs?: number | null;
  /** The period; null: the task is not periodic. */
  readonly periodNs: number | null;
  readonly offsetNs: number;
  readonly deadlineNs: number | null;
  readonly jitterNs: number;
  /** The budget that the program enforces for each job. */
  readonly budgetNs: number | null;
  /** The runtime stops a job at the end of its budget, so no job takes longer. */
  readonly stops?: boolean;
  /** Number of jobs. */
  readonly released: number;
  readonly completed: number;
  readonly incomplete: number;
  readonly dropped: number;
  readonly misses: number;
  /** Jobs that exceeded their budget, as the runtime reported it. */
  readonly exhausted: number;
  /** The longest measured execution of a complete job, with interrupts; null: none. Unit: ns. */
  readonly longestNs: number | null;
  /** The oldest job that has started and not completed. */
  readonly running: RunningJob | null;
  /** Completion of its latest job; null: no job has completed. */
  readonly lastEndNs: number | null;
}

export interface RunningJob {
  /** From 0. */
  readonly number: number;
  readonly startNs: number;
  readonly deadlineNs: number | null;
  /** CPU time so far. */
  readonly executionNs: number;
}
