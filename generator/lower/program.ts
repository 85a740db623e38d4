/**
 * A sketch as flat tables: the input of every target's printer. Times are ticks of the board's
 * release timer, and names are C identifiers. Indices are in sketch order, as in telemetry.
 * Handlers of interrupts are tasks, and come after the sketch's own tasks.
 */

import type { ThreadMemory } from '../platform/kernel.ts';
import type {
  ChannelKind,
  ExhaustionPolicy,
  FieldType,
  InterruptMode,
  OverrunPolicy,
  TaskKind,
} from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';

/** A piece of the user's code, and the file name that the compiler reports for it. */
export interface UserText {
  readonly text: string;
  /**
   * `task:<URL-encoded name>/body|setup|deadlineHandler|budgetHandler`, `interrupt:…/body`, or
   * `sketch/prelude`.
   */
  readonly origin: string;
}

/** An element with code, to which channels and resources can be connected. */
export interface Runnable {
  readonly name: string;
  /** Unique among tasks and interrupts. */
  readonly identifier: string;
  readonly element: 'task' | 'interrupt';
}

/** A task, or the handler of an interrupt, which has the interrupt's name. */
export interface LoweredTask extends Runnable {
  readonly kind: TaskKind;
  /** 0 for a background task, like the other times. */
  readonly periodTicks: number;
  readonly budgetTicks: number;
  readonly deadlineTicks: number;
  readonly offsetTicks: number;
  /** 0 is the most urgent. Ranks are unique. Background tasks come last. */
  readonly rank: number;
  readonly overrun: OverrunPolicy;
  readonly catchUpLimit: number;
  /** What the target does, not what the sketch asks for. */
  readonly exhaustion: ExhaustionPolicy;
  /** 0 if tasks do not have their own stacks. */
  readonly stackBytes: number;
  readonly setup: UserText;
  readonly body: UserText;
  readonly deadlineHandler: UserText;
  readonly budgetHandler: UserText;
}

export interface LoweredInterrupt extends Runnable {
  /** Number of its line in the port. */
  readonly line: number;
  readonly mode: InterruptMode;
  /** Arduino functions that use the same interrupt. */
  readonly displaces: readonly string[];
  /** Worst-case time of top and bottom half, at least 1. */
  readonly costTicks: number;
  /** Index of its I/O server; null: no limit. */
  readonly server: number | null;
  /** Index of its handler among the tasks; null: none. */
  readonly handler: number | null;
  /** The sketch's code that runs in the bottom half; empty if there is a handler. */
  readonly body: UserText;
}

export interface LoweredServer {
  /** 0: its interrupts are never delivered. */
  readonly budgetTicks: number;
  readonly periodTicks: number;
}

export interface LoweredResource {
  readonly name: string;
  readonly identifier: string;
  /** Identifiers of the tasks that may hold it. */
  readonly users: readonly string[];
  /** For each user, the declared length of its critical section, rounded up. Unit: ticks. */
  readonly sectionTicks: readonly number[];
  /** Rank of the most urgent task that the held resource blocks. */
  readonly ceilingRank: number;
}

export interface LoweredField {
  readonly identifier: string;
  readonly type: FieldType;
  readonly count: number;
}

export interface LoweredChannel {
  readonly name: string;
  readonly identifier: string;
  readonly kind: ChannelKind;
  readonly fields: readonly LoweredField[];
  readonly capacity: number;
  /** Identifier of the task or interrupt that writes; null: none. */
  readonly writer: string | null;
  /**
   * Identifiers of the readers. Each has its own instance of the channel, so every instance has a
   * single reader.
   */
  readonly readers: readonly string[];
}

/** The cores of a program for several of them. */
export interface Multicore {
  readonly cores: number;
  /** Cores that share a ready queue. */
  readonly clusterCores: number;
  /** The longest tick of which all times are multiples. */
  readonly tickUs: number;
  /** By index of the task. */
  readonly tasks: readonly { readonly cluster: number; readonly cores: readonly number[] }[];
}

export interface Program {
  readonly name: string;
  readonly prelude: UserText;
  readonly tasks: readonly LoweredTask[];
  readonly channels: readonly LoweredChannel[];
  readonly interrupts: readonly LoweredInterrupt[];
  readonly ioServers: readonly LoweredServer[];
  readonly resources: readonly LoweredResource[];
  /** The target's thread memory on this board; null: no threads. */
  readonly threads: ThreadMemory | null;
  /** null: one core. */
  readonly multicore: Multicore | null;
  /** Names and clock as telemetry sends them (docs/telemetry.md). */
  readonly metadata: Uint8Array;
}

/** RAM of one element, or of the runtime. */
export interface MemoryShare {
  /** The name that the user sees: `task "Blink"`. */
  readonly name: string;
  readonly bytes: number;
}

export interface Lowering {
  /** null if a diagnostic is an error. */
  readonly program: Program | null;
  /**
   * The known use of the board's RAM before a build, even if it does not fit; null: not measured
   * for this target and board.
   */
  readonly memory: readonly MemoryShare[] | null;
  /** Every reason why the board or the target cannot run the sketch, and warnings. */
  readonly diagnostics: readonly Problem[];
}
