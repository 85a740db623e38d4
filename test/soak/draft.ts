/**
 * A drawn sketch before its budgets are known. `composeSketch` (compose.ts) converts it to a sketch
 * file with a given utilization, so that budgets can be raised to the limit of admission.
 */

export type Overrun = 'skip' | 'catch-up' | 'stop' | 'demote';

/**
 * The execution times of a task's jobs. full: every job uses `fill` of the budget. short: a part of
 * that. varying: sometimes all of it, sometimes a part. endless: some normal jobs, then a job that
 * never ends. excessive: every job takes twice its budget.
 */
export type Conduct = 'full' | 'short' | 'varying' | 'endless' | 'excessive';

export interface DraftTask {
  readonly name: string;
  readonly kind: 'periodic' | 'sporadic' | 'background';
  /** Period in µs. 0: background task. */
  readonly periodUs: number;
  readonly deadlineUs: number;
  readonly offsetUs: number;
  readonly jitterUs: number;
  readonly priority: number;
  readonly overrun: Overrun;
  readonly catchUpLimit: number;
  readonly exhaustion: 'background' | 'wait' | 'stop';
  readonly handlers: boolean;
  /** The task's part of the utilization that `composeSketch` gets. */
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

/** The arrivals of an interrupt: bursts of edges. */
export interface Storm {
  readonly fromUs: number;
  readonly everyUs: number;
  readonly burst: number;
  readonly gapUs: number;
}

export interface DraftInterrupt {
  readonly name: string;
  /** Index of the interrupt's source among the board's origins (profiles.ts). */
  readonly origin: number;
  readonly storm: Storm;
  readonly bottomHalfUs: number;
  readonly fill: number;
  readonly ioBudgetUs: number;
  readonly ioPeriodUs: number;
  /** 0: no handler. */
  readonly handlerWeight: number;
  readonly handlerPeriodUs: number;
  /** endless: after some normal jobs, the handler has jobs that never end. */
  readonly handlerConduct: 'full' | 'endless';
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
