/** Overheads: time that the runtime itself uses on a board with a target. */
import type { Policy } from '../sketch/model.ts';
import type { Ns } from '../sketch/time.ts';
import type { Capabilities } from './kernel.ts';

/**
 * A periodic activity of the runtime that preempts every job: at most ⌈(t + jitter)/period⌉ times
 * in a window of length t.
 */
export interface RuntimeLoad {
  readonly name: string;
  readonly periodNs: Ns;
  readonly costNs: Ns;
  readonly jitterNs: Ns;
  /**
   * Maximum number of occurrences in a busy period, for work that was left over when the busy
   * period began. Undefined: no limit.
   */
  readonly most?: number;
}

/** Worst-case overheads of the runtime, as measured on a board with a target (bench/). Unit: ns. */
export interface Overheads {
  /**
   * One context switch, or one dispatch of a super-loop. The analysis counts it twice per
   * preemption and once per dispatch.
   */
  readonly contextSwitchNs: Ns;
  /** Additional time for each task of the sketch, if the switch examines every task. Default: 0. */
  readonly contextSwitchPerTaskNs?: Ns;
  /** The two members above under EDF, which compares deadlines. Undefined: the value above. */
  readonly edfSwitchNs?: Ns;
  readonly edfSwitchPerTaskNs?: Ns;
  /** The release of one job by the timer interrupt. */
  readonly releaseNs: Ns;
  /**
   * Additional time of a release for each task of the sketch, if the interrupt examines all tasks.
   * Default: 0.
   */
  readonly releasePerTaskNs?: Ns;
  /** The two members above under EDF. Undefined: the value above. */
  readonly edfReleaseNs?: Ns;
  readonly edfReleasePerTaskNs?: Ns;
  /**
   * The alarm at a deadline that ends before the next release. It comes once for each job of such a
   * task, whether the job has ended or not. Default: 0.
   */
  readonly deadlineNs?: Ns;
  /** Additional time for each task of the sketch, because the alarm examines all deadlines. Default: 0. */
  readonly deadlinePerTaskNs?: Ns;
  /**
   * Additional time of each activity that sets the alarm, if the sketch has a task with such a
   * deadline: a release, a delivery, the end of a section or of a stopped job. Default: 0.
   */
  readonly watchNs?: Ns;
  /** Additional time for each task of the sketch. Default: 0. */
  readonly watchPerTaskNs?: Ns;
  /** Cost and period of a periodic timer interrupt. A period of 0 means that there is none. */
  readonly tickNs: Ns;
  readonly tickPeriodNs: Ns;
  /**
   * Recording, preparing and sending the telemetry of one job: its start, completion and exceeded
   * budget, and the bytes of its release.
   */
  readonly tracePerJobNs: Ns;
  /**
   * The longest time for which the runtime and the framework can delay interrupts or the
   * dispatcher.
   */
  readonly blockingNs: Ns;
  /** Additional blocking for each task of the sketch. Default: 0. */
  readonly blockingPerTaskNs?: Ns;
  /**
   * Time that the other tasks lose when a task with an exhausted budget is suspended, in addition
   * to the cost of its jobs. It occurs once; the budget pays for the rest. Default: 0.
   */
  readonly heldNs?: Ns;
  /** Additional time for each task of the sketch. Default: 0. */
  readonly heldPerTaskNs?: Ns;
  /**
   * Time by which a critical section delays a waiting task beyond the declared length. It contains
   * the lock before the section. After the section it contains the unlock, or the check that
   * detects and ends a section that is too long. Default: 0.
   */
  readonly sectionNs?: Ns;
  /**
   * The same if the holder has the lowest priority, and the runtime raises it to the ceiling and
   * lowers it again. Undefined: the value above.
   */
  readonly raisedSectionNs?: Ns;
  /**
   * Time that a job takes beyond its budget when it is stopped, in addition to the cost of a job that
   * ends by itself. Default: 0.
   */
  readonly stopNs?: Ns;
  /** Time that a job loses when it migrates to another core. Default: 0. */
  readonly migrationNs?: Ns;
  /** Other periodic activities that preempt the jobs. */
  readonly loads?: readonly RuntimeLoad[];
  /** Activities of libraries, by the library's name. They count if the sketch uses the library. */
  readonly libraryLoads?: Readonly<Record<string, readonly RuntimeLoad[]>>;
  /** Overheads of the sketch's interrupts, if it has any. Undefined: nothing was measured. */
  readonly interrupts?: InterruptOverheads;
}

/** Overheads of the interrupts of a sketch. */
export interface InterruptOverheads {
  /**
   * The whole cost of one delivery except its bottom half, including masking and unmasking the
   * line. The I/O server pays for it and may overdraw its budget by this amount once.
   */
  readonly deliveryNs: Ns;
  /** The part of it for masking and unmasking. A calibration measures the rest. Default: 0. */
  readonly maskingNs?: Ns;
  /** Additional time of a delivery for each interrupt of the sketch. */
  readonly perInterruptNs: Ns;
  /** Additional time of a delivery for each task of the sketch, including handlers. Default: 0. */
  readonly perTaskNs?: Ns;
  /** Additional time that interrupts add to the release of a job. */
  readonly releaseNs: Ns;
  /** Telemetry of the interrupts. */
  readonly loads: readonly RuntimeLoad[];
}

/** Cost of one delivery, except its bottom half, in a system of so many runnables and interrupts. Unit: ns. */
export function deliveryCostNs(
  { deliveryNs, perInterruptNs, perTaskNs = 0 }: InterruptOverheads,
  { runnables, interrupts }: { readonly runnables: readonly unknown[]; readonly interrupts: readonly unknown[] },
): Ns {
  return deliveryNs + interrupts.length * perInterruptNs + runnables.length * perTaskNs;
}

export const NO_OVERHEADS: Overheads = {
  contextSwitchNs: 0,
  releaseNs: 0,
  tickNs: 0,
  tickPeriodNs: 0,
  tracePerJobNs: 0,
  blockingNs: 0,
};

/**
 * Cost of one switch with this number of tasks. EDF compares deadlines at each switch; fixed
 * priorities do not.
 */
export function switchCostNs(measured: Overheads, policy: Policy, count: number): Ns {
  const { contextSwitchNs, contextSwitchPerTaskNs = 0 } = measured;
  if (policy !== 'edf') return contextSwitchNs + count * contextSwitchPerTaskNs;
  const { edfSwitchNs = contextSwitchNs, edfSwitchPerTaskNs = contextSwitchPerTaskNs } = measured;
  return edfSwitchNs + count * edfSwitchPerTaskNs;
}

/** The overhead of one job: its switches, and its telemetry. */
export function jobOverheadNs(
  { preemptive }: Pick<Capabilities, 'preemptive'>,
  { contextSwitchNs, tracePerJobNs }: Pick<Overheads, 'contextSwitchNs' | 'tracePerJobNs'>,
): Ns {
  return (preemptive ? 2 : 1) * contextSwitchNs + tracePerJobNs;
}
