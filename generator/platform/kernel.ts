/**
 * What kernels can do. The records are data in generator/targets/<kernel>/capabilities.ts. Code never compares a target's id: it asks
 * these records.
 */
import type { ChannelKind, Policy, TargetName, TaskKind } from '../sketch/model.ts';

/** What a kernel can do. Source of the figures: the kernels' own documentation and measurement. */
export interface Capabilities {
  readonly id: TargetName;
  /** As shown to a user: "Super-loop". */
  readonly label: string;
  /** One sentence for a user who chooses. */
  readonly summary: string;
  /** Whether a job can be interrupted by one of higher priority. */
  readonly preemptive: boolean;
  readonly policies: readonly Policy[];
  /** enforced: a job is stopped at its budget. monitored: an overrun is detected and reported. native: by the kernel. */
  readonly budgets: 'enforced' | 'monitored' | 'native';
  /** How it keeps the budgets that it enforces; not given: by sporadic servers. */
  readonly server?: 'sporadic' | 'deferrable' | 'constant-bandwidth';
  /** How many priority levels the kernel has; null when it needs none or has no fixed number. */
  readonly priorityLevels: number | null;
  readonly maxCores: number;
  /** Which cores a task can be kept to by the scheduler of several cores; not given: any. */
  readonly affinities?: Readonly<Record<'fixedPriority' | 'edf', ServedAffinities>>;
  /** Smallest unit in which a period or budget can be given. */
  readonly timeUnitNs: number | 'board-timer' | 'tick';
  /**
   * Whether the kernel has virtual CPUs of its own: tasks are admitted by its rule (Danish, Li, West 2011), and its I/O VCPUs limit
   * interrupts. Else the runtime's sporadic servers limit these.
   */
  readonly vcpus: boolean;
  /** Whether every task has a stack of its own. */
  readonly taskStacks: boolean;
  /** What code generation covers today; null: the sketch can be judged for this kernel, not generated. */
  readonly generates: GenerationCapabilities | null;
  /** Sources that a build needs and that are the user's to bring; null: none. */
  readonly kernel: KernelSources | null;
}

/**
 * Such that no task waits beside a core that it could have, if need be by moving a running one: any set of cores; one core or
 * all; or only tasks that may run on all.
 */
export type ServedAffinities = 'any' | 'one-or-all' | 'all';

/** A kernel as source text, which generated projects take in at build time. */
export interface KernelSources {
  /** As in its own documentation: "FreeRTOS". */
  readonly name: string;
  /** Environment variable that names a checkout of it. */
  readonly variable: string;
  /** Which versions will do, as shown to a user. */
  readonly version: string;
  /** Where it comes from, in a sentence for a user. */
  readonly howToGet: string;
}

export interface GenerationCapabilities {
  readonly taskKinds: readonly TaskKind[];
  readonly channelKinds: readonly ChannelKind[];
  readonly policies: readonly Policy[];
  readonly interrupts: boolean;
  readonly resources: boolean;
  readonly cores: number;
  /** Most tasks that the runtime's tables can hold, handlers of interrupts among them. */
  readonly maxTasks: number;
}

/** RAM of a runtime whose tasks share one stack, on one board. Unit: bytes. */
export interface TableMemory {
  /** Once: queue, telemetry with text, what Arduino's core has of its own. */
  readonly baseBytes: number;
  /** The one stack: what the runtime and an interrupt take of it, and room for a task's code. */
  readonly stackBytes: number;
  /** Of each task and each handler. */
  readonly taskBytes: number;
  /** More of each, where the overrun policy of some task keeps missed releases. */
  readonly overrunBytes: number;
  /** Of each reader's instance of a channel, beside its items. */
  readonly fourSlotBytes: number;
  readonly ringBufferBytes: number;
  /** For interrupts of the sketch, if it has any; and of each of their I/O servers. */
  readonly interruptBytes: number;
  readonly ioServerBytes: number;
}

/** RAM of threads on one board. Unit: bytes. */
export interface ThreadMemory {
  /** A task's stack, when the sketch does not say. */
  readonly stackBytes: number;
  /** What the runtime and a switch take of any task's stack, so that a smaller one cannot do. */
  readonly leastStackBytes: number;
  /** Stacks are whole multiples of this. */
  readonly stackUnitBytes: number;
  /** Stack of the runtime's own thread, which also runs deadline and budget handlers. */
  readonly managerStackBytes: number;
  readonly idleStackBytes: number;
  /** What kernel and runtime keep of a task, beside its stack. */
  readonly controlBytes: number;
  /** What they take once: telemetry, the two threads' records, the stack that interrupts run on. */
  readonly baseBytes: number;
  /** The same for interrupts of the sketch, if it has any; and of each of their I/O servers. */
  readonly interruptBytes: number;
  readonly ioServerBytes: number;
}
