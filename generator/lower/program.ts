/**
 * A sketch flattened into tables: what every target's printer starts from. Times are ticks of the board's release
 * timer, names are C identifiers, references are indices. Indices of tasks and channels are those of the drawing, which
 * are also the ones that telemetry uses.
 */
import type { ChannelKind, FieldType, OverrunPolicy, TaskKind } from '../sketch/model.ts';
import type { Problem } from '../sketch/problem.ts';

/** A piece of the user's code and the name under which the compiler reports it. */
export interface UserText {
  readonly text: string;
  /** `task:<URL-encoded name>/body|setup|deadlineHandler`, or `sketch/prelude`. */
  readonly origin: string;
}

export interface LoweredTask {
  readonly name: string;
  readonly identifier: string;
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
  readonly setup: UserText;
  readonly body: UserText;
  readonly deadlineHandler: UserText;
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
  /** Index of the task that writes; null for none. */
  readonly writer: number | null;
  /** Indices of the tasks that read. Each has an instance of the channel of its own, so that one reader is alone. */
  readonly readers: readonly number[];
}

export interface Program {
  readonly name: string;
  readonly prelude: UserText;
  readonly tasks: readonly LoweredTask[];
  readonly channels: readonly LoweredChannel[];
  /** Names and clock as telemetry sends them (docs/telemetry.md). */
  readonly metadata: Uint8Array;
}

export interface Lowering {
  /** null when a diagnostic is an error. */
  readonly program: Program | null;
  /** Every reason why the board or the target cannot run the sketch, and warnings. */
  readonly diagnostics: readonly Problem[];
}
