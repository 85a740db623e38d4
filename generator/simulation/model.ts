/**
 * The input of the simulator: flat tables in whole nanoseconds, with all policies resolved.
 * build.ts makes a model from a sketch. Tests and benchmarks write their own.
 *
 * Task numbers are those of the trace: the sketch's tasks, then the handlers of its interrupts. A
 * task has at most one current job, which is running or waiting: the oldest. Its later jobs queue
 * behind it (FIFO), or its overrun policy drops them. So the scheduler orders tasks.
 */
import type { ExhaustionPolicy, OverrunPolicy } from '../sketch/model.ts';
import type { TraceMetadata } from '../trace/events.ts';

/** Execution times of a task's jobs. Unit: ns. */
export type ExecutionTimes =
  | { readonly kind: 'constant'; readonly ns: number }
  | { readonly kind: 'uniform'; readonly leastNs: number; readonly mostNs: number }
  /** A share `rareShare` (0…1) of the jobs takes `rareNs`. */
  | { readonly kind: 'bimodal'; readonly usualNs: number; readonly rareNs: number; readonly rareShare: number }
  /** Times of a recorded run in sequence, repeated from the first. Must not be empty. */
  | { readonly kind: 'recorded'; readonly ns: Float64Array };

/** Arrival times. Unit: ns. */
export type ArrivalTimes =
  /** At offset + k·period. */
  | { readonly kind: 'periodic'; readonly offsetNs: number; readonly periodNs: number }
  /**
   * At least `periodNs` apart. The additional time is exponentially distributed with mean `extraNs`
   * (0: as early as allowed).
   */
  | { readonly kind: 'sporadic'; readonly offsetNs: number; readonly periodNs: number; readonly extraNs: number }
  /** `burst` arrivals at once in every period. */
  | { readonly kind: 'bursty'; readonly offsetNs: number; readonly periodNs: number; readonly burst: number }
  /** A Poisson process. */
  | { readonly kind: 'random'; readonly meanNs: number }
  /**
   * Arrives only when another element triggers it: the bottom half of an interrupt triggers its
   * handler's job. Releases are at least `leastApartNs` apart. An early trigger is postponed, and
   * further triggers meanwhile are dropped, as for the runtime's sporadic tasks. Undefined: no
   * minimum.
   */
  | { readonly kind: 'never'; readonly leastApartNs?: number };

/** How a budget C in every T is enforced; see server.ts. */
export type ServerKind = 'sporadic' | 'deferrable' | 'constant-bandwidth' | 'io';

export interface ServerParameters {
  readonly kind: ServerKind;
  readonly budgetNs: number;
  readonly periodNs: number;
}

/** An interval of a job in which it holds a resource, in the job's own processor time. Unit: ns. */
export interface SectionTimes {
  readonly resource: number;
  /** Processor time before the job requests the resource. A shorter job does not reach it. */
  readonly atNs: number;
  readonly lengthNs: number;
}

export interface SimulatedTask {
  /** 0 is the most urgent. Equal priorities run first come, first served. */
  readonly priority: number;
  readonly arrivals: ArrivalTimes;
  /** Maximum delay from an arrival to its release. */
  readonly jitterNs: number;
  /** Relative to the arrival; Infinity: none (background). */
  readonly deadlineNs: number;
  /**
   * C as declared; Infinity: none. A job that uses more is reported, and suspended or demoted if
   * there is a server.
   */
  readonly budgetNs: number;
  readonly execution: ExecutionTimes;
  /** null: budgets are only monitored. */
  readonly server: ServerParameters | null;
  /**
   * What a job does while its server has no budget: it runs below all others, or is suspended.
   * stop: without a server, on a preemptive target, it ends when it needs more than C.
   */
  readonly exhaustion: ExhaustionPolicy;
  readonly overrun: OverrunPolicy;
  readonly catchUpLimit: number;
  /** Runs whenever nothing else is ready, one run after the other. `arrivals` is ignored. */
  readonly background: boolean;
  /** Ascending by `atNs`, not overlapping. */
  readonly sections: readonly SectionTimes[];
  /**
   * Channels that a job reads when it starts (all available items of a ring buffer) and writes when
   * it completes (one item each), in this order.
   */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Index in `clusters` of the task's group of cores. */
  readonly cluster: number;
  /** Cores on which the task may run, ascending. Not empty, and all in its cluster. */
  readonly affinity: readonly number[];
}

/**
 * An interrupt. Its top half runs at once, above all tasks. Its bottom half follows immediately on
 * its I/O server, or on an I/O VCPU when that is scheduled. While the server cannot pay for another
 * delivery, the line is masked. An arrival then waits for the replenishment; only one can wait, as
 * with a hardware flag. The arrivals of a burst come one after the other, each as soon as the line
 * can accept it, so none of a burst is lost.
 */
export interface SimulatedInterrupt {
  readonly arrivals: ArrivalTimes;
  readonly topHalfNs: number;
  readonly bottomHalfNs: number;
  /**
   * Overhead of a delivery in addition to the halves. It is also charged, but the server may
   * overdraw it. Undefined: 0.
   */
  readonly deliveryNs?: number;
  /** Index in `ioServers`; null: no limit, or the bottom half runs on an I/O VCPU. */
  readonly ioServer: number | null;
  /**
   * Index in `ioVcpus` of the VCPU that runs the bottom half. Undefined: the bottom half follows
   * the top half, above all tasks.
   */
  readonly ioVcpu?: number;
  /** The handler task, which the end of a bottom half releases; null: none. */
  readonly handler: number | null;
  /**
   * Channels that the bottom half writes at its end. The handler's task writes the handler's
   * channels.
   */
  readonly writes: readonly number[];
  /** The core that handles the interrupt. */
  readonly core: number;
}

/**
 * A kernel's I/O VCPU: runs bottom halves in sequence, with its own budget and its own priority
 * among the tasks. It also pays for the top halves, which run at once above all tasks. From a top
 * half to the end of the bottom half its lines are masked.
 */
export interface SimulatedIoVcpu {
  /** On the same scale as the tasks' priorities. */
  readonly priority: number;
  readonly budgetNs: number;
  readonly periodNs: number;
  readonly cluster: number;
  readonly affinity: readonly number[];
}

export interface SimulatedChannel {
  readonly kind: 'four-slot' | 'ring-buffer';
  /** Number of items; 1 for a four-slot channel. */
  readonly capacity: number;
}

export interface SimulatedResource {
  /** Priority of its most urgent user; 0 is the most urgent. */
  readonly ceiling: number;
}

/** ceiling: the holder runs at the resource's ceiling at once (under EDF: preemption level). */
export type ResourceProtocol = 'ceiling' | 'inheritance' | 'none';

/**
 * Overheads of the runtime, as the analysis counts them (Overheads in platform/overheads.ts). Unit:
 * ns.
 */
export interface SimulationCosts {
  /** At each start and each resumption of a job, before the job's own code. */
  readonly contextSwitchNs: number;
  /** Added when a job starts or resumes on another core than its task ran on last. */
  readonly migrationNs: number;
  /** Added to each job, for telemetry. */
  readonly perJobNs: number;
  /**
   * Charged to a task's server when its budget is exhausted, for suspending the task. Undefined: 0.
   */
  readonly heldNs?: number;
  /**
   * The time that the stop of a job takes after its budget. No other job starts meanwhile. Undefined: 0.
   */
  readonly stopNs?: number;
  /** At each release, above all tasks, on the core of the release interrupt (0). */
  readonly releaseNs: number;
  /** The same at each deadline that is not the next release of its task. Undefined: 0. */
  readonly deadlineNs?: number;
  /** Every tickPeriodNs above all tasks, on every core; 0: none. */
  readonly tickNs: number;
  readonly tickPeriodNs: number;
}

export const NO_COSTS: SimulationCosts = {
  contextSwitchNs: 0,
  migrationNs: 0,
  perJobNs: 0,
  releaseNs: 0,
  tickNs: 0,
  tickPeriodNs: 0,
};

/**
 * Which jobs run on which cores; see dispatcher.ts. RTEMS's names are those of its configuration.
 */
export type DispatcherKind = 'priority' | 'rtems-edf' | 'rtems-simple' | 'rtems-priority' | 'rtems-priority-affinity';

/** Cores that share a ready queue. */
export interface Cluster {
  /** Ascending. */
  readonly cores: readonly number[];
  readonly dispatcher: DispatcherKind;
}

export interface SimulationModel {
  readonly tasks: readonly SimulatedTask[];
  readonly interrupts: readonly SimulatedInterrupt[];
  readonly ioServers: readonly ServerParameters[];
  /** Undefined: none. */
  readonly ioVcpus?: readonly SimulatedIoVcpu[];
  readonly channels: readonly SimulatedChannel[];
  readonly resources: readonly SimulatedResource[];
  readonly protocol: ResourceProtocol;
  /**
   * fixed-priority: by `priority`. edf: by absolute deadline, equal deadlines by `priority`, then
   * first come, first served.
   */
  readonly order: 'fixed-priority' | 'edf';
  readonly preemptive: boolean;
  /**
   * random: each release is delayed by 0 … jitterNs. critical: the first release is delayed by
   * jitterNs, the others not at all.
   */
  readonly jitter: 'random' | 'critical';
  readonly cores: number;
  /** Every core is in exactly one cluster. */
  readonly clusters: readonly Cluster[];
  readonly costs: SimulationCosts;
  readonly metadata: TraceMetadata;
}
