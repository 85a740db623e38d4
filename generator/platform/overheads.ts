/** Time that the runtime itself takes on a board with a target. */
import type { Sketch } from '../sketch/model.ts';
import type { Ns } from '../sketch/time.ts';

/** Something of the runtime's own that interrupts every job: at most ⌈(t + jitter)/period⌉ times in a window of length t. */
export interface RuntimeLoad {
  readonly name: string;
  readonly periodNs: Ns;
  readonly costNs: Ns;
  readonly jitterNs: Ns;
  /** At most so often in a busy period: what was left over when it began. Not given: for ever. */
  readonly most?: number;
}

/** Time that the runtime itself takes, as measured on a board with a target (bench/), worst case. Unit: ns. */
export interface Overheads {
  /** One switch to another task, or one dispatch of a super-loop. Counted twice a preemption, once a dispatch. */
  readonly contextSwitchNs: Ns;
  /** What each task of the sketch adds to it, where every task is looked at; not given: nothing. */
  readonly contextSwitchPerTaskNs?: Ns;
  /** Both under EDF, where deadlines are compared; what is not given is as above. */
  readonly edfSwitchNs?: Ns;
  readonly edfSwitchPerTaskNs?: Ns;
  /** The release of one job by the timer interrupt. */
  readonly releaseNs: Ns;
  /** What each task of the sketch adds to every release, where the interrupt looks at all of them; not given: nothing. */
  readonly releasePerTaskNs?: Ns;
  /** Both under EDF; what is not given is as above. */
  readonly edfReleaseNs?: Ns;
  readonly edfReleasePerTaskNs?: Ns;
  /** A periodic timer interrupt, if there is one: its cost and its period (0: none). */
  readonly tickNs: Ns;
  readonly tickPeriodNs: Ns;
  /** Recording, preparing and sending the telemetry of one job (start, complete, an exceeded budget; its release's bytes). */
  readonly tracePerJobNs: Ns;
  /** The longest time for which interrupts or the dispatcher can be held off by the runtime and the framework. */
  readonly blockingNs: Ns;
  /** What each task of the sketch adds to it; not given: nothing. */
  readonly blockingPerTaskNs?: Ns;
  /**
   * What holding a task whose budget is used up takes from the others beyond what its jobs take, once: the rest of it the budget
   * pays. Not given: nothing.
   */
  readonly heldNs?: Ns;
  /** What each task of the sketch adds to it; not given: nothing. */
  readonly heldPerTaskNs?: Ns;
  /**
   * What a critical section takes from a task that waits for it beyond the declared length: the lock before it, and after it the
   * unlock, or the look by which the runtime finds that it is too long and ends it. Not given: nothing.
   */
  readonly sectionNs?: Ns;
  /** The same where the holder runs below all others and is raised to the ceiling and lowered again; not given: as above. */
  readonly raisedSectionNs?: Ns;
  /** What a job loses when it goes on on another core; not given: nothing. */
  readonly migrationNs?: Ns;
  /** What else interrupts. */
  readonly loads?: readonly RuntimeLoad[];
  /** What the runtime takes for interrupts, where the sketch has some; not given: nothing was measured. */
  readonly interrupts?: InterruptOverheads;
}

/** What the runtime takes for the interrupts of a sketch. */
export interface InterruptOverheads {
  /**
   * All that one delivery takes beside its bottom half, masking and letting through again included. It is charged to the
   * I/O server, which may owe it once.
   */
  readonly deliveryNs: Ns;
  /** What each interrupt of the sketch adds to it. */
  readonly perInterruptNs: Ns;
  /** What each task of the sketch, handlers included, adds to it; not given: nothing. */
  readonly perTaskNs?: Ns;
  /** What they add to the release of a job. */
  readonly releaseNs: Ns;
  /** Telling of them. */
  readonly loads: readonly RuntimeLoad[];
}

/** What one delivery takes beside its bottom half in a sketch with so many tasks and interrupts. Unit: ns. */
export function deliveryCostNs(
  { deliveryNs, perInterruptNs, perTaskNs = 0 }: InterruptOverheads,
  { tasks, interrupts }: Pick<Sketch, 'tasks' | 'interrupts'>,
): Ns {
  const handlers = interrupts.filter(({ handlerBudgetUs }) => handlerBudgetUs > 0).length;
  return deliveryNs + interrupts.length * perInterruptNs + (tasks.length + handlers) * perTaskNs;
}

export const NO_OVERHEADS: Overheads = {
  contextSwitchNs: 0,
  releaseNs: 0,
  tickNs: 0,
  tickPeriodNs: 0,
  tracePerJobNs: 0,
  blockingNs: 0,
};
