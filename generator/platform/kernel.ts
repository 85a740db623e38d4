/**
 * The capabilities of kernels. The records are data in generator/targets/<kernel>/capabilities.ts.
 * Code reads these capabilities and never compares target ids.
 */
import type { ChannelKind, OverrunPolicy, Policy, TargetName, TaskKind } from '../sketch/model.ts';
import { type Us, usOfNs } from '../sketch/time.ts';

/**
 * The capabilities of a kernel. Their sources are the kernels' own documentation and measurements.
 */
export interface Capabilities {
  readonly id: TargetName;
  /** The name that the user sees: "Super-loop". */
  readonly label: string;
  /** One sentence that helps the user choose. */
  readonly summary: string;
  /** Whether a job with a higher priority can preempt another. */
  readonly preemptive: boolean;
  readonly policies: readonly Policy[];
  /**
   * enforced: the runtime stops a job when its budget is exhausted. monitored: the runtime detects
   * and reports an overrun. native: the kernel enforces the budget.
   */
  readonly budgets: 'enforced' | 'monitored' | 'native';
  /** Whether the runtime can end a job when its budget is exhausted (`exhaustion` is `stop`). Default: false. */
  readonly stopsJobs?: true;
  /** The kind of server that enforces budgets. Default: sporadic. */
  readonly server?: 'sporadic' | 'deferrable' | 'constant-bandwidth';
  /**
   * Number of the kernel's priority levels; null if the kernel needs none or has no fixed number.
   */
  readonly priorityLevels: number | null;
  readonly maxCores: number;
  /** The sets of cores to which the multicore scheduler can restrict a task. Default: any set. */
  readonly affinities?: Readonly<Record<'fixedPriority' | 'edf', ServedAffinities>>;
  /** Smallest unit of a period or budget. */
  readonly timeUnitNs: number | 'board-timer' | 'tick';
  /**
   * Whether the kernel has virtual CPUs of its own. If it has, its own rule admits tasks (Danish,
   * Li, West 2011), and its I/O VCPUs limit interrupts. Otherwise the runtime's sporadic servers
   * limit interrupts.
   */
  readonly vcpus: boolean;
  /** turns: tasks with equal periods run in turns, not one before the other. Default: in the order of the drawing. */
  readonly equalPeriods?: 'turns';
  /**
   * Whether the kernel creates VCPUs without testing whether the processor can serve them. Then only
   * Polyloop's check refuses a sketch. Default: false.
   */
  readonly admitsEverything?: true;
  /** Whether every task has a stack of its own, whose size the sketch gives. */
  readonly taskStacks: boolean;
  /**
   * What code generation supports; null: Polyloop can analyse a sketch for this kernel, but cannot
   * generate code.
   */
  readonly generates: GenerationCapabilities | null;
  /** Kernel sources that the user must provide for a build; null if none are needed. */
  readonly kernel: KernelSources | null;
}

/** The unit of periods and budgets, in whole µs, at least 1. A file has whole microseconds. */
export function timeUnitUs({ timeUnitNs }: Pick<Capabilities, 'timeUnitNs'>): Us {
  return typeof timeUnitNs === 'number' ? Math.max(1, usOfNs(timeUnitNs)) : 1;
}

/**
 * Affinity sets for which the scheduler never leaves a task waiting while a core of its set could
 * run it, even if this requires migrating a running task. any: any set of cores. one-or-all: one
 * core or all cores. all: only tasks that may run on all cores.
 */
export type ServedAffinities = 'any' | 'one-or-all' | 'all';

/** A kernel that the user provides: as source text, which a generated project includes when it is built, or installed. */
export interface KernelSources {
  /** The kernel's name as its own documentation writes it: "FreeRTOS". */
  readonly name: string;
  /** Environment variable with the path of a checkout of the kernel. */
  readonly variable: string;
  /** The supported versions, as the user sees them. */
  readonly version: string;
  /** How to get the sources, in one sentence for the user. */
  readonly howToGet: string;
  /**
   * Whether the kernel is built and installed by itself, so that a project does not contain its sources. Default: false.
   */
  readonly isInstalled?: true;
}

/** A program for several cores, in which the kernel itself releases and schedules the tasks. */
export interface MulticoreGeneration {
  readonly taskKinds: readonly TaskKind[];
  readonly overruns: readonly OverrunPolicy[];
  readonly interrupts: boolean;
  readonly resources: boolean;
  /** The kernel counts times in ticks, and no tick is shorter than this. Unit: µs. */
  readonly leastTickUs: number;
}

export interface GenerationCapabilities {
  readonly taskKinds: readonly TaskKind[];
  readonly channelKinds: readonly ChannelKind[];
  readonly policies: readonly Policy[];
  /** Default: all. */
  readonly overruns?: readonly OverrunPolicy[];
  /** Whether handlers of missed deadlines and of exhausted budgets are called. Default: true. */
  readonly handlers?: false;
  /** Whether a job can ask for its own execution time. Default: true. */
  readonly jobTime?: false;
  readonly interrupts: boolean;
  readonly resources: boolean;
  readonly cores: number;
  /** Where a sketch with several cores differs. Undefined: one core only. */
  readonly multicore?: MulticoreGeneration;
  /** Maximum number of tasks in the runtime's tables, including handlers of interrupts. */
  readonly maxTasks: number;
}

/** RAM of a runtime with one stack for all tasks, on one board. Unit: bytes. */
export interface TableMemory {
  /** Fixed part: queue, telemetry with text, and the Arduino core's own variables. */
  readonly baseBytes: number;
  /** The shared stack: the use of the runtime and of an interrupt, and room for the tasks' code. */
  readonly stackBytes: number;
  /**
   * More of it for each further task and handler, whose job can lie on top of the others. Default: 0, because
   * jobs without preemption use the stack one after the other.
   */
  readonly levelBytes?: number;
  /** For each task and each handler. */
  readonly taskBytes: number;
  /** Extra for each task and handler if the overrun policy of some task keeps missed releases. */
  readonly overrunBytes: number;
  /** For each reader's instance of a channel, in addition to its items. */
  readonly fourSlotBytes: number;
  readonly ringBufferBytes: number;
  /** For the interrupts of the sketch, if it has any, and for each of their I/O servers. */
  readonly interruptBytes: number;
  readonly ioServerBytes: number;
}

/** Flash of the runtime and the Arduino core, about. Unit: bytes. */
export interface FlashMemory {
  readonly baseBytes: number;
  /** For each task and each handler, with a few lines of code. */
  readonly taskBytes: number;
  /** Extra if the code prints text. */
  readonly textBytes: number;
  /** Extra if the sketch has interrupts. */
  readonly interruptBytes: number;
}

/** RAM of threads on one board. Unit: bytes. */
export interface ThreadMemory {
  /** Default size of a task's stack. */
  readonly stackBytes: number;
  /**
   * Stack that the runtime and a context switch need in every task. A smaller stack is not allowed.
   */
  readonly leastStackBytes: number;
  /** Stack sizes are multiples of this size. */
  readonly stackUnitBytes: number;
  /** Stack of the runtime's manager thread, which also runs deadline and budget handlers. */
  readonly managerStackBytes: number;
  readonly idleStackBytes: number;
  /** Control data of the kernel and the runtime for each task, in addition to its stack. */
  readonly controlBytes: number;
  /**
   * Fixed overhead: telemetry, the records of the manager thread and the idle thread, and the
   * interrupt stack.
   */
  readonly baseBytes: number;
  /**
   * Fixed overhead of the interrupts of the sketch, if it has any, and of each of their I/O
   * servers.
   */
  readonly interruptBytes: number;
  readonly ioServerBytes: number;
}
