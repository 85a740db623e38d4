/** Design help: not whether a sketch holds, but how far it is from the edge, and what to change. See index.ts. */
import type { Step } from '../method.ts';

/** How far one number of a task can go, all others as they are, such that the sketch is (still, or then) admitted. */
export interface TaskHelp {
  /** Index in `sketch.tasks`. */
  readonly task: number;
  /** false: too many tasks to look at each; the limits are null and mean nothing. `taskHelp` finds those of one task. */
  readonly computed: boolean;
  /**
   * Largest C, and least T and D, with which the sketch is admitted, in whole µs: one µs further it is not. Searched from the present
   * value outwards, or if the sketch is not admitted now, inwards. null: no smaller C, no longer T, no later D
   * alone admits it. Where the longest or shortest time that can be analysed comes first, that is given.
   */
  readonly mostBudgetUs: number | null;
  readonly leastPeriodUs: number | null;
  readonly leastDeadlineUs: number | null;
  /** By what factor C may grow, rounded down to 1/1000; null as above. */
  readonly budgetFactor: number | null;
  /** D − R: what every job may be late; null where R is not bounded. */
  readonly slackNs: number | null;
}

export interface PriorityProposal {
  /** How it was found: Leung and Whitehead 1982, Liu and Layland 1973, Audsley 1991. */
  readonly rule: 'deadline-monotonic' | 'rate-monotonic' | 'audsley';
  readonly reference: string;
  /** Indices in `sketch.tasks`, most urgent first. */
  readonly order: readonly number[];
  readonly admitted: boolean;
}

export interface PartitionProposal {
  readonly rule: 'first-fit' | 'best-fit' | 'worst-fit';
  readonly reference: string;
  /** By index in `sketch.tasks`: the core; null: it fits on none (or is a background task). */
  readonly cores: readonly (number | null)[];
  readonly admitted: boolean;
  /** ΣC/T with overheads, by core. */
  readonly utilization: readonly number[];
}

export interface RingCapacityHelp {
  readonly channel: string;
  readonly capacity: number;
  /** Least capacity that never overflows; null: none suffices, or the ends are not bounded. */
  readonly leastCapacity: number | null;
  readonly explanation: readonly Step[];
}

/** A way of data through channels, from the first task's arrival to the last one's completion. */
export interface ChainHelp {
  /** Names of tasks or interrupts, alternating with the channels between them: elements[i] writes channels[i]. */
  readonly elements: readonly string[];
  readonly channels: readonly string[];
  /** Longest time from a stimulus to the first response that takes it into account; null: not bounded. Unit: ns. */
  readonly reactionNs: number | null;
  /** Greatest age of the data that an output is made from, until the next output replaces it; null: not bounded. Unit: ns. */
  readonly ageNs: number | null;
  readonly reference: string;
  readonly explanation: readonly Step[];
}

/** What the sketch needs of the board, without a build; the variables of its own code are not in it. Unit: bytes. */
export interface StaticFit {
  readonly ramBytes: number;
  readonly ramLimitBytes: number;
  /** What is left for the variables of the sketch's own code and for its heap (`String`, `malloc`); never below 0. */
  readonly freeBytes: number;
  /** null: not known before a build. */
  readonly flashBytes: number | null;
  readonly flashLimitBytes: number;
  /** What the RAM goes to, largest first. */
  readonly parts: readonly { readonly name: string; readonly bytes: number }[];
  readonly fits: boolean;
}

/** Delivery of one interrupt, the Qduino paper, section II-C. */
export interface InterruptDelay {
  readonly interrupt: string;
  /** Longest time from the event to the end of its handler's job; null: delivery is disabled, or nothing bounds it. Unit: ns. */
  readonly delayNs: number | null;
  /** Why there is no figure; null when there is. */
  readonly reason: string | null;
  readonly explanation: readonly Step[];
}

export interface DesignHelp {
  /** In drawing order; background tasks have none. */
  readonly tasks: readonly TaskHelp[];
  /** Largest factor on all budgets together with which the sketch is admitted, rounded down to 1/1000; null: none is. */
  readonly scale: number | null;
  readonly priorities: readonly PriorityProposal[];
  /** Empty on one core. */
  readonly partitions: readonly PartitionProposal[];
  readonly rings: readonly RingCapacityHelp[];
  readonly chains: readonly ChainHelp[];
  /** Whether `chains` is all of them. */
  readonly chainsComplete: boolean;
  readonly interrupts: readonly InterruptDelay[];
}

/** One target beside the others. */
export interface TargetComparison {
  readonly target: string;
  readonly label: string;
  readonly admitted: boolean;
  /** Label of the test that decided; null: none could. */
  readonly decidedBy: string | null;
  readonly sentence: string;
  /**
   * The task or handler with the largest R/D, and that ratio; where a deadline is missed and no bound on the response exists, that one,
   * and null for the ratio. null where no test gives responses.
   */
  readonly tightest: { readonly name: string; readonly ratio: number | null } | null;
  readonly utilization: number;
  /** Share of the processor that goes to the runtime; null: not measured on this board. */
  readonly overhead: number | null;
  /** null: no code is generated for this target on this board, or it was not measured there. */
  readonly ramBytes: number | null;
  readonly ramLimitBytes: number;
  /** Why the sketch cannot be judged or generated as it is for this target (policy, cores, board); empty: it can. */
  readonly obstacles: readonly string[];
}
