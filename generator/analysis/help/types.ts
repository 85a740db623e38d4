/**
 * Design help: how far a sketch is from the limit of schedulability, and what to change. See
 * index.ts.
 */
import type { Step } from '../method.ts';

/**
 * How far each parameter of a task can change, with all others constant, such that the sketch is
 * admitted.
 */
export interface TaskHelp {
  /** Index in `sketch.tasks`. */
  readonly task: number;
  /**
   * false: there are too many tasks to compute the limits of each. The limits are then null and
   * have no meaning. `taskHelp` computes the limits of one task.
   */
  readonly computed: boolean;
  /**
   * Largest C, and smallest T and D, with which the sketch is admitted, in whole µs: one µs beyond,
   * it is not. The search goes outwards from the present value, or inwards if the sketch is not
   * admitted now. null: no smaller C, no longer T and no later D alone is admitted. If the search
   * reaches the longest or shortest time that can be analysed, it returns that time.
   */
  readonly mostBudgetUs: number | null;
  readonly leastPeriodUs: number | null;
  readonly leastDeadlineUs: number | null;
  /** The factor by which C may grow, rounded down to 1/1000; null as above. */
  readonly budgetFactor: number | null;
  /** D − R: by how much every job may be delayed; null if R is unbounded. */
  readonly slackNs: number | null;
}

export interface PriorityProposal {
  /**
   * The rule that gives the order: Leung and Whitehead 1982, Liu and Layland 1973, Audsley 1991.
   */
  readonly rule: 'deadline-monotonic' | 'rate-monotonic' | 'audsley';
  readonly reference: string;
  /** Indices in `sketch.tasks`, most urgent first. */
  readonly order: readonly number[];
  readonly admitted: boolean;
}

export interface PartitionProposal {
  readonly rule: 'first-fit' | 'best-fit' | 'worst-fit';
  readonly reference: string;
  /**
   * The core of each task in `sketch.tasks`; null if it fits on no core, or is a background task.
   */
  readonly cores: readonly (number | null)[];
  readonly admitted: boolean;
  /** ΣC/T with overheads, by core. */
  readonly utilization: readonly number[];
}

export interface RingCapacityHelp {
  readonly channel: string;
  readonly capacity: number;
  /** Minimum capacity that never overflows; null if none suffices, or the ends are unbounded. */
  readonly leastCapacity: number | null;
  readonly explanation: readonly Step[];
}

/** What the bounds promise about one channel. */
export interface ChannelFlow {
  readonly channel: string;
  /**
   * For each reader, the greatest age of the data behind its output, until the next output replaces
   * it; null if unbounded. Unit: ns.
   */
  readonly ages: readonly { readonly reader: string; readonly ageNs: number | null }[];
  /** Most items that wait in a ring buffer; null if unbounded, or for a four-slot channel. */
  readonly mostItems: number | null;
}

/** A path of data through channels, from the first task's arrival to the last one's completion. */
export interface ChainHelp {
  /** Names of tasks or interrupts. `channels` connects them: elements[i] writes channels[i]. */
  readonly elements: readonly string[];
  readonly channels: readonly string[];
  /** Longest time from a stimulus to the first response to it; null if unbounded. Unit: ns. */
  readonly reactionNs: number | null;
  /**
   * Greatest age of the data behind an output, until the next output replaces it; null if
   * unbounded. Unit: ns.
   */
  readonly ageNs: number | null;
  readonly reference: string;
  readonly explanation: readonly Step[];
}

/**
 * Memory that the sketch needs on the board, computed without a build. It excludes the variables of
 * the sketch's own code. Unit: bytes.
 */
export interface StaticFit {
  readonly ramBytes: number;
  readonly ramLimitBytes: number;
  /**
   * RAM that remains for the variables of the sketch's own code and for its heap (`String`,
   * `malloc`); never below 0.
   */
  readonly freeBytes: number;
  /** About, without libraries and with little code of the sketch; null: unknown before a build. */
  readonly flashBytes: number | null;
  readonly flashLimitBytes: number;
  /** The users of the RAM, largest first. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  readonly fits: boolean;
  /** Where jobs preempt each other on one stack: the tasks of each level. Otherwise empty. */
  readonly levels: readonly (readonly string[])[];
  /** Whether the stack of these levels is that of a build. Otherwise each level has the same estimate. */
  readonly stackIsBuilt: boolean;
}

/** Delivery of one interrupt, the Qduino paper, section II-C. */
export interface InterruptDelay {
  readonly interrupt: string;
  /**
   * Longest time from the event to the end of its handler's job; null if delivery is disabled or
   * unbounded. Unit: ns.
   */
  readonly delayNs: number | null;
  /** Why there is no bound; null if there is one. */
  readonly reason: string | null;
  readonly explanation: readonly Step[];
}

export interface DesignHelp {
  /** In sketch order. Background tasks are omitted. */
  readonly tasks: readonly TaskHelp[];
  /**
   * Largest common factor on all budgets with which the sketch is admitted, rounded down to 1/1000;
   * null if there is none.
   */
  readonly scale: number | null;
  readonly priorities: readonly PriorityProposal[];
  /** Empty on one core. */
  readonly partitions: readonly PartitionProposal[];
  readonly rings: readonly RingCapacityHelp[];
  readonly chains: readonly ChainHelp[];
  /** Whether `chains` contains all chains. */
  readonly chainsComplete: boolean;
  readonly interrupts: readonly InterruptDelay[];
}

/** The result for one target, for comparison with the others. */
export interface TargetComparison {
  readonly target: string;
  readonly label: string;
  readonly admitted: boolean;
  /** Label of the test that decided; null if none did. */
  readonly decidedBy: string | null;
  readonly sentence: string;
  /**
   * The task or handler with the largest R/D, and that ratio. If a task misses its deadline and its
   * response time is unbounded, that task with the ratio null. null if no test gives response
   * times.
   */
  readonly tightest: { readonly name: string; readonly ratio: number | null } | null;
  readonly utilization: number;
  /** The runtime's share of the processor; null if it was not measured on this board. */
  readonly overhead: number | null;
  /**
   * null: no code is generated for this target on this board, or its memory use was not measured.
   */
  readonly ramBytes: number | null;
  readonly ramLimitBytes: number;
  /**
   * Why the sketch in its present form cannot be analysed or generated for this target (policy,
   * cores, board); empty if it can.
   */
  readonly obstacles: readonly string[];
}
