/**
 * What a sketch is judged against and generated for: the capabilities of a target (a kernel) and the facts of a board.
 * The records themselves are data in generator/targets/<kernel>/capabilities.ts and generator/boards/<board>.ts; nobody
 * compares a target's or a board's id, everybody asks these records.
 */
import type { ChannelKind, InterruptMode, Policy, Sketch, TargetName, TaskKind } from './model.ts';

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
  /** By board: the files that a build takes, from the checkout's root; a path that ends with `/` is all .c and .h in it. */
  readonly files: Readonly<Record<string, readonly string[]>>;
}

export interface GenerationCapabilities {
  /** Ids of the boards for which there is a port. */
  readonly boards: readonly string[];
  readonly taskKinds: readonly TaskKind[];
  readonly channelKinds: readonly ChannelKind[];
  readonly policies: readonly Policy[];
  readonly interrupts: boolean;
  readonly resources: boolean;
  readonly cores: number;
  /** Most tasks that the runtime's tables can hold, handlers of interrupts among them. */
  readonly maxTasks: number;
  /** By board, what its threads take; null: tasks have no stacks of their own. */
  readonly threads: Readonly<Record<string, ThreadMemory>> | null;
  /** By board, what the runtime's tables take where tasks have no stacks; a board without: not measured. */
  readonly tables?: Readonly<Record<string, TableMemory>>;
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

/** Something of the runtime's own that interrupts every job: at most ⌈(t + jitter)/period⌉ times in a window of length t. */
export interface RuntimeLoad {
  readonly name: string;
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
  /** At most so often in a busy period: what was left over when it began. Not given: for ever. */
  readonly most?: number;
}

/** Time that the runtime itself takes, as measured on a board with a target (bench/), worst case. Unit: ns. */
export interface Overheads {
  /** One switch to another task, or one dispatch of a super-loop. Counted twice a preemption, once a dispatch. */
  readonly contextSwitchNs: number;
  /** What each task of the sketch adds to it, where every task is looked at; not given: nothing. */
  readonly contextSwitchPerTaskNs?: number;
  /** Both under EDF, where deadlines are compared; what is not given is as above. */
  readonly edfSwitchNs?: number;
  readonly edfSwitchPerTaskNs?: number;
  /** The release of one job by the timer interrupt. */
  readonly releaseNs: number;
  /** What each task of the sketch adds to every release, where the interrupt looks at all of them; not given: nothing. */
  readonly releasePerTaskNs?: number;
  /** Both under EDF; what is not given is as above. */
  readonly edfReleaseNs?: number;
  readonly edfReleasePerTaskNs?: number;
  /** A periodic timer interrupt, if there is one: its cost and its period (0: none). */
  readonly tickNs: number;
  readonly tickPeriodNs: number;
  /** Recording, preparing and sending the telemetry of one job (start, complete, an exceeded budget; its release's bytes). */
  readonly tracePerJobNs: number;
  /** The longest time for which interrupts or the dispatcher can be held off by the runtime and the framework. */
  readonly blockingNs: number;
  /** What each task of the sketch adds to it; not given: nothing. */
  readonly blockingPerTaskNs?: number;
  /**
   * What holding a task whose budget is used up takes from the others beyond what its jobs take, once: the rest of it the budget
   * pays. Not given: nothing.
   */
  readonly heldNs?: number;
  /** What each task of the sketch adds to it; not given: nothing. */
  readonly heldPerTaskNs?: number;
  /**
   * What a critical section takes from a task that waits for it beyond the declared length: the lock before it, and after it the
   * unlock, or the look by which the runtime finds that it is too long and ends it. Not given: nothing.
   */
  readonly sectionNs?: number;
  /** The same where the holder runs below all others and is raised to the ceiling and lowered again; not given: as above. */
  readonly raisedSectionNs?: number;
  /** What a job loses when it goes on on another core; not given: nothing. */
  readonly migrationNs?: number;
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
  readonly deliveryNs: number;
  /** What each interrupt of the sketch adds to it. */
  readonly perInterruptNs: number;
  /** What each task of the sketch, handlers included, adds to it; not given: nothing. */
  readonly perTaskNs?: number;
  /** What they add to the release of a job. */
  readonly releaseNs: number;
  /** Telling of them. */
  readonly loads: readonly RuntimeLoad[];
}

/** What one delivery takes beside its bottom half in a sketch with so many tasks and interrupts. Unit: ns. */
export function deliveryCostNs(
  { deliveryNs, perInterruptNs, perTaskNs = 0 }: InterruptOverheads,
  { tasks, interrupts }: Pick<Sketch, 'tasks' | 'interrupts'>,
): number {
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

export interface BoardPin {
  /** As printed on the board and used in sketches: "13", "A0". */
  readonly name: string;
  readonly digital: boolean;
  readonly analogIn: boolean;
  readonly pwm: boolean;
  /** Name of the interrupt that the pin makes, e.g. "INT0"; null: it makes none. */
  readonly interrupt: string | null;
  /** Its line in the runtime's port; null: none. */
  readonly interruptLine: number | null;
  /** What can be told apart on it; empty: none. */
  readonly interruptModes: readonly InterruptMode[];
}

/** A source of interrupts that is not a pin. The program sets it up; the runtime serves it. */
export interface InterruptSource {
  /** As in a sketch's `source`: "timer2". */
  readonly name: string;
  /** Its line in the runtime's port. */
  readonly line: number;
  /** Arduino's functions that would take the same interrupt. */
  readonly displaces: readonly string[];
  /** As shown to a user. */
  readonly label: string;
}

/** QEMU's clock moves by 2^icountShift ns with every instruction: times on such a board are counts of instructions. */
export type VirtualBoard =
  | { readonly emulator: 'avr8js' | 'host-process' }
  | {
      readonly emulator: 'qemu';
      readonly machine: string;
      readonly icountShift: number;
      /** Address of a free-running counter of hundredths of a second, by which the board's time is known though it says nothing. */
      readonly counterAddress: number;
    };

export interface DirectBuild {
  /** Prefix of the compiler's programs. */
  readonly compiler: 'arm-none-eabi';
  /** For C, C++ and linking. */
  readonly flags: readonly string[];
  readonly linkFlags: readonly string[];
  /** File of the port. */
  readonly linkerScript: string;
}

/** How long an instruction takes where the clock is one of instructions; null where it is one of time. Unit: ns. */
export function instructionNs({ virtual }: Pick<Board, 'virtual'>): number | null {
  return virtual?.emulator === 'qemu' ? 2 ** virtual.icountShift : null;
}

export interface Board {
  readonly id: string;
  readonly label: string;
  readonly mcu: string;
  readonly clockHz: number;
  readonly ramBytes: number;
  /** All of the flash; a program may use `usableFlashBytes`. */
  readonly flashBytes: number;
  /** What a boot loader takes of the flash. */
  readonly bootFlashBytes: number;
  /** Ticks per second of the timer that releases jobs; periods must be a whole number of them and below 2^31. */
  readonly timerHz: number;
  readonly telemetryBaud: number;
  /** Length of C `int` in bits, and whether `double` is 64 bits wide. */
  readonly intBits: number;
  /** Widest integer that is loaded and stored in one go: it limits what a ring buffer holds. */
  readonly indexBits: number;
  readonly pins: readonly BoardPin[];
  readonly interruptSources: readonly InterruptSource[];
  /** Measured overheads by target. */
  readonly overheads: Partial<Record<TargetName, Overheads>>;
  /** How a virtual board runs its firmware; null: real hardware only. */
  readonly virtual: VirtualBoard | null;
  /** Values for the board's section in platformio.ini; null: not built through PlatformIO. */
  readonly platformio: { readonly platform: string; readonly board: string; readonly framework: string } | null;
  /** How a compiler builds for it without PlatformIO; not given: through PlatformIO, or as a program of this computer. */
  readonly direct?: DirectBuild;
  /** Fully qualified board name for arduino-cli; null: not supported there. */
  readonly fqbn: string | null;
}

/** Flash that a program may use: 32,256 B on an Uno. */
export function usableFlashBytes(board: Board): number {
  return board.flashBytes - board.bootFlashBytes;
}
