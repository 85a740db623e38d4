/**
 * What the simulator plays: flat tables, whole nanoseconds, every question of policy decided. build.ts makes one of a sketch;
 * tests and benches write their own.
 *
 * Numbers of tasks are those of the trace: the sketch's tasks, after them the handlers of its interrupts. A task has at most one
 * job running or waiting at a time, the oldest; its later jobs queue behind (FIFO) or are given up by its overrun policy. So what
 * the scheduler orders are tasks.
 */
import type { OverrunPolicy } from '../sketch/model.ts';
import type { TraceMetadata } from '../trace/events.ts';

/** Processor time that a task's jobs take. Unit: ns. */
export type ExecutionTimes =
  | { readonly kind: 'constant'; readonly ns: number }
  | { readonly kind: 'uniform'; readonly leastNs: number; readonly mostNs: number }
  /** `rareShare` of the jobs, 0…1, take `rareNs`. */
  | { readonly kind: 'bimodal'; readonly usualNs: number; readonly rareNs: number; readonly rareShare: number }
  /** Those of a recorded run, one after the other, and again from the first. Not empty. */
  | { readonly kind: 'recorded'; readonly ns: Float64Array };

/** When something arrives. Unit: ns. */
export type ArrivalTimes =
  /** At offset + k·period. */
  | { readonly kind: 'periodic'; readonly offsetNs: number; readonly periodNs: number }
  /** At least `periodNs` apart; what comes on top is exponentially distributed with mean `extraNs` (0: as early as it may). */
  | { readonly kind: 'sporadic'; readonly offsetNs: number; readonly periodNs: number; readonly extraNs: number }
  /** `burst` at once, every period. */
  | { readonly kind: 'bursty'; readonly offsetNs: number; readonly periodNs: number; readonly burst: number }
  /** A Poisson process. */
  | { readonly kind: 'random'; readonly meanNs: number }
  /**
   * Only when another element says so: a handler's job comes with its interrupt's bottom half. At least so far apart: one that comes
   * too soon is put off, and what comes meanwhile is given up, as by the runtime's sporadic tasks. Not given: as they come.
   */
  | { readonly kind: 'never'; readonly leastApartNs?: number };

/** How a budget C in every T is kept; see server.ts. */
export type ServerKind = 'sporadic' | 'deferrable' | 'constant-bandwidth' | 'io';

export interface ServerParameters {
  readonly kind: ServerKind;
  readonly budgetNs: number;
  readonly periodNs: number;
}

/** A stretch of a job during which it holds a resource, in the job's own processor time. Unit: ns. */
export interface SectionTimes {
  readonly resource: number;
  /** Processor time used before it asks; a job that is shorter does not get that far. */
  readonly atNs: number;
  readonly lengthNs: number;
}

export interface SimulatedTask {
  /** 0 is the most urgent; equals are served first come, first served. */
  readonly priority: number;
  readonly arrivals: ArrivalTimes;
  /** The most by which a release lags its arrival. */
  readonly jitterNs: number;
  /** Relative to the arrival; Infinity: none (background). */
  readonly deadlineNs: number;
  /** C as declared; Infinity: none. A job that takes more is reported, and held back where there is a server. */
  readonly budgetNs: number;
  readonly execution: ExecutionTimes;
  /** null: budgets are only monitored. */
  readonly server: ServerParameters | null;
  /** What a job does while its server is empty: goes on below all others, or stands still. */
  readonly exhaustion: 'background' | 'wait';
  readonly overrun: OverrunPolicy;
  readonly catchUpLimit: number;
  /** Runs whenever nothing else is ready, one run after the other; `arrivals` then has no meaning. */
  readonly background: boolean;
  /** Ascending by `atNs`, not overlapping. */
  readonly sections: readonly SectionTimes[];
  /**
   * Channels read when a job starts (of a ring buffer all items that are there), and written when it completes, one item each; in
   * this order.
   */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Its group of cores, an index into `clusters`. */
  readonly cluster: number;
  /** Cores on which it may run, ascending; never empty, all of its cluster. */
  readonly affinity: readonly number[];
}

/**
 * An interrupt: its top half runs at once, above all tasks; its bottom half right after it on its I/O server, or on an I/O VCPU
 * when that comes to run. While the server cannot pay for
 * one more, the line is masked: what arrives then waits (one arrival, as a board's flag does) for the replenishment. The arrivals of
 * a burst come one after the other, each as soon as the line can take it, so that none of a burst is lost.
 */
export interface SimulatedInterrupt {
  readonly arrivals: ArrivalTimes;
  readonly topHalfNs: number;
  readonly bottomHalfNs: number;
  /** What the runtime takes for a delivery beside the halves. Charged as well, but it may be owed. Not given: nothing. */
  readonly deliveryNs?: number;
  /** Index into `ioServers`; null: nothing limits it, or its bottom half runs on an I/O VCPU. */
  readonly ioServer: number | null;
  /** Index into `ioVcpus`: its bottom half runs there. Not given: its bottom half follows its top half, above all tasks. */
  readonly ioVcpu?: number;
  /** The task that is its handler, released when a bottom half ends; null: none. */
  readonly handler: number | null;
  /** Channels written at the end of a bottom half; those of a handler are written by its task. */
  readonly writes: readonly number[];
  /** The core that takes it. */
  readonly core: number;
}

/**
 * A kernel's I/O VCPU: runs bottom halves, one after the other, on a budget of its own and at its own place among the tasks. It pays
 * for the top halves, too, which run at once above all tasks. From a top half to the end of the bottom half its lines are masked.
 */
export interface SimulatedIoVcpu {
  /** On the scale of the tasks' priorities. */
  readonly priority: number;
  readonly budgetNs: number;
  readonly periodNs: number;
  readonly cluster: number;
  readonly affinity: readonly number[];
}

export interface SimulatedChannel {
  readonly kind: 'four-slot' | 'ring-buffer';
  /** Items; 1 of a four-slot channel. */
  readonly capacity: number;
}

export interface SimulatedResource {
  /** Priority of its most urgent user; 0 is the most urgent of all. */
  readonly ceiling: number;
}

/** ceiling: the holder runs at the resource's ceiling at once (under EDF: preemption level). */
export type ResourceProtocol = 'ceiling' | 'inheritance' | 'none';

/** Time that the runtime takes, as the analysis counts it (Overheads in platform/overheads.ts). Unit: ns. */
export interface SimulationCosts {
  /** At each start and each resumption of a job, before the job's own code. */
  readonly contextSwitchNs: number;
  /** On top when a job goes on, or starts, on another core than its task ran on last. */
  readonly migrationNs: number;
  /** Added to each job: telemetry. */
  readonly perJobNs: number;
  /** What a task's server is charged when its budget is used up: the task pays for being held. Not given: nothing. */
  readonly heldNs?: number;
  /** At each release, above all tasks, on the core of the release interrupt (0). */
  readonly releaseNs: number;
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

/** Which jobs run where; see dispatcher.ts. The names of RTEMS's are those of its configuration. */
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
  /** Not given: none. */
  readonly ioVcpus?: readonly SimulatedIoVcpu[];
  readonly channels: readonly SimulatedChannel[];
  readonly resources: readonly SimulatedResource[];
  readonly protocol: ResourceProtocol;
  /** fixed-priority: by `priority`. edf: by absolute deadline, equals by `priority`, then first come, first served. */
  readonly order: 'fixed-priority' | 'edf';
  readonly preemptive: boolean;
  /** random: each release lags by 0 … jitterNs. critical: the first job by all of it, the others not at all. */
  readonly jitter: 'random' | 'critical';
  readonly cores: number;
  /** Every core is in exactly one. */
  readonly clusters: readonly Cluster[];
  readonly costs: SimulationCosts;
  readonly metadata: TraceMetadata;
}
