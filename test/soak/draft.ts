/**
 * A drawn sketch before its budgets are known. `composeSketch` (compose.ts) makes a sketch file of it for a share of the
 * processor, so that budgets can be raised until admission refuses.
 */

export type Overrun = 'skip' | 'catch-up' | 'stop' | 'demote';

/**
 * What the jobs of a task do with their budget. full: every job uses all of `fill`. short: a part of it. varying: now all, now a
 * part. endless: well for some jobs, then a job that never ends. excessive: every job uses two budgets.
 */
export type Conduct = 'full' | 'short' | 'varying' | 'endless' | 'excessive';

export interface DraftTask {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'background';
  /** Of a background task: 0. */
  readonly periodUs: number;
  readonly deadlineUs: number;
  readonly offsetUs: number;
  readonly jitterUs: number;
  readonly priority: number;
  readonly overrun: Overrun;
  readonly catchUpLimit: number;
  readonly exhaustion: 'background' | 'wait';
  readonly handlers: boolean;
  /** The task's part of the processor's share that is given to `composeSketch`. */
  readonly weight: number;
  /** The part of its budget that a full job uses. */
  readonly fill: number;
  readonly conduct: Conduct;
}

export interface DraftTrigger {
  readonly from: string;
  readonly task: string;
}

export interface DraftResource {
  readonly name: string;
  readonly users: readonly { readonly task: string; readonly share: number }[];
}

export interface DraftChannel {
  readonly name: string;
  readonly kind: 'four-slot' | 'ring-buffer';
  readonly capacity: number;
  /** Bytes of an item without its number and its check value. */
  readonly padding: number;
  readonly writer: string;
  readonly readers: readonly string[];
}

/** When an interrupt comes: bursts of edges. */
export interface Storm {
  readonly fromUs: number;
  readonly everyUs: number;
  readonly burst: number;
  readonly gapUs: number;
}

export interface DraftInterrupt {
  readonly name: string;
  /** Index of the board's way to raise it (profiles.ts). */
  readonly origin: number;
  readonly storm: Storm;
  readonly bottomHalfUs: number;
  readonly fill: number;
  readonly ioBudgetUs: number;
  readonly ioPeriodUs: number;
  /** 0: no handler. */
  readonly handlerWeight: number;
  readonly handlerPeriodUs: number;
}

export interface Draft {
  readonly seed: number;
  readonly board: string;
  readonly target: string;
  readonly policy: string;
  readonly tasks: readonly DraftTask[];
  readonly triggers: readonly DraftTrigger[];
  readonly resources: readonly DraftResource[];
  readonly channels: readonly DraftChannel[];
  readonly interrupts: readonly DraftInterrupt[];
  /** The first task prints its counters after this many jobs. */
  readonly printEvery: number;
}

export const misbehaves = ({ conduct }: Pick<DraftTask, 'conduct'>): boolean =>
  conduct === 'endless' || conduct === 'excessive';
