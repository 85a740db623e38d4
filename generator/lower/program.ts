/**
 * A sketch flattened into tables: what every target's printer starts from. Times are ticks of the board's release
 * timer, names are C identifiers. Indices are those of the drawing, which are also the ones that telemetry uses;
 * handlers of interrupts are tasks, and come after the sketch's own.
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

/** A piece of the user's code and the name under which the compiler reports it. */
export interface UserText {
  readonly text: string;
  /** `task:<URL-encoded name>/body|setup|deadlineHandler|budgetHandler`, `interrupt:…/body`, or `sketch/prelude`. */
  readonly origin: string;
}

/** What has code of its own that channels and resources can be wired to. */
export interface Runnable {
  readonly name: string;
  /** Unique among tasks and interrupts. */
  readonly identifier: string;
  readonly element: 'task' | 'interrupt';
}

/** A task, or the handler of an interrupt, which has the interrupt's name. */
export interface LoweredTask extends Runnable {
  readonly kind: TaskKind;
  /** 0 for a background task, as are the other times. */
  readonly periodTicks: number;
  readonly budgetTicks: number;
  readonly deadlineTicks: number;
  readonly offsetTicks: number;
  /** 0 is the most urgent; no two tasks share one. Background tasks come last. */
  readonly rank: number;
  readonly overrun: OverrunPolicy;
  readonly catchUpLimit: number;
  readonly exhaustion: ExhaustionPolicy;
  /** 0 where tasks have no stacks of their own. */
  readonly stackBytes: number;
  readonly setup: UserText;
  readonly body: UserText;
  readonly deadlineHandler: UserText;
  readonly budgetHandler: UserText;
}

export interface LoweredInterrupt extends Runnable {
  /** Number of its source in the port. */
  readonly line: number;
  readonly mode: InterruptMode;
  /** Arduino's functions that would take the same interrupt. */
  readonly displaces: readonly string[];
  /** Top and bottom half at their longest, at least 1. */
  readonly costTicks: number;
  /** Index of its I/O server; null: nothing limits it. */
  readonly server: number | null;
  /** Index of its handler among the tasks; null: it has none. */
  readonly handler: number | null;
  /** The sketch's code in the interrupt itself; empty where it has a handler. */
  readonly bottomHalf: UserText;
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
  /** By user: the declared length of its critical section, rounded up. Unit: ticks. */
  readonly sectionTicks: readonly number[];
  /** Rank of the most urgent task that it must keep out while it is held. */
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
  /** Identifier of the task or interrupt that writes; null for none. */
  readonly writer: string | null;
  /** Identifiers of those that read. Each has an instance of the channel of its own, so that one reader is alone. */
  readonly readers: readonly string[];
}

export interface Program {
  readonly name: string;
  readonly prelude: UserText;
  readonly tasks: readonly LoweredTask[];
  readonly channels: readonly LoweredChannel[];
  readonly interrupts: readonly LoweredInterrupt[];
  readonly ioServers: readonly LoweredServer[];
  readonly resources: readonly LoweredResource[];
  /** The target's threads on this board; null: it has none. */
  readonly threads: ThreadMemory | null;
  /** Names and clock as telemetry sends them (docs/telemetry.md). */
  readonly metadata: Uint8Array;
}

/** What one element, or the runtime, takes of RAM. */
export interface MemoryShare {
  /** As shown to a user: `task "Blink"`. */
  readonly name: string;
  readonly bytes: number;
}

export interface Lowering {
  /** null when a diagnostic is an error. */
  readonly program: Program | null;
  /** What of the board's RAM is known before a build, also where it does not fit; null: not measured for this target and board. */
  readonly memory: readonly MemoryShare[] | null;
  /** Every reason why the board or the target cannot run the sketch, and warnings. */
  readonly diagnostics: readonly Problem[];
}
