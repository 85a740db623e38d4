/**
 * The sketch: the document that the user draws, and that Polyloop checks, simulates, generates code
 * from and saves.
 *
 * Times are in whole microseconds, sizes in whole bytes. Elements refer to each other by name. A
 * name is free text and unique among the elements of its kind; code generation converts it to a C
 * identifier (see identifiers.ts). `null` always means "not given: the default applies", and the
 * file omits such members.
 */
import type { BlocksByPiece } from './blocks/model.ts';
import type { BoardFacts } from './board-facts.ts';
import type { JsonValue } from './json/json.ts';

/** Version of the file format: the value of the file's `polyloop` member. */
export const FORMAT_VERSION = 1;

export const TARGETS = ['superloop', 'preemptive', 'freertos', 'zephyr', 'rtems', 'quest'] as const;
export type TargetName = (typeof TARGETS)[number];

export const POLICIES = ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'] as const;
/** The order of ready jobs. `fixed` uses each task's `priority`. */
export type Policy = (typeof POLICIES)[number];

export const TASK_KINDS = ['periodic', 'sporadic', 'background'] as const;
/**
 * The period of a sporadic task is its minimum inter-arrival time. A background task has no period
 * and no deadline.
 */
export type TaskKind = (typeof TASK_KINDS)[number];

export const OVERRUN_POLICIES = ['skip', 'catch-up', 'stop', 'demote'] as const;
/** What happens to releases that occur while a job of the same task is still running. */
export type OverrunPolicy = (typeof OVERRUN_POLICIES)[number];

export const EXHAUSTION_POLICIES = ['background', 'wait', 'stop'] as const;
/**
 * What happens to a job with an exhausted budget on a preemptive kernel. Until the replenishment,
 * the job runs with a priority below all others, or it is suspended. Where jobs lie on one stack, it
 * continues and is only reported; `stop` ends it.
 */
export type ExhaustionPolicy = (typeof EXHAUSTION_POLICIES)[number];

export const CHANNEL_KINDS = ['four-slot', 'ring-buffer'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

export const FIELD_TYPES = [
  'bool',
  'int8',
  'uint8',
  'int16',
  'uint16',
  'int32',
  'uint32',
  'int64',
  'uint64',
  'float',
  'double',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const INTERRUPT_MODES = ['rising', 'falling', 'change', 'low'] as const;
export type InterruptMode = (typeof INTERRUPT_MODES)[number];

export const EXECUTION_SHAPES = ['constant', 'uniform', 'bimodal'] as const;
export type ExecutionShape = (typeof EXECUTION_SHAPES)[number];

export const ARRIVAL_PATTERNS = ['periodic', 'sporadic', 'bursty', 'random'] as const;
export type ArrivalPattern = (typeof ARRIVAL_PATTERNS)[number];

export const TIME_UNITS = ['auto', 'us', 'ms', 's'] as const;
export type TimeUnit = (typeof TIME_UNITS)[number];

/**
 * Position of an element's top left corner on the canvas, in canvas pixels; null until the element
 * is placed.
 */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * Execution times of a task's jobs in the simulation. constant: always `mostUs`. uniform: any time
 * from `leastUs` to `mostUs`. bimodal: `leastUs`, except for `rarePercent` of the jobs, which take
 * `mostUs`. Values above the budget are allowed, to show the effect of an overrun.
 */
export interface Execution {
  readonly shape: ExecutionShape;
  readonly leastUs: number;
  readonly mostUs: number;
  readonly rarePercent: number;
}

/**
 * When the environment raises an interrupt in the simulation. periodic: every `periodUs`. sporadic:
 * with at least `periodUs` between arrivals. bursty: `burst` arrivals at once every `periodUs`.
 * random: a Poisson process with the mean interval `periodUs`.
 */
export interface Arrivals {
  readonly pattern: ArrivalPattern;
  readonly periodUs: number;
  readonly burst: number;
}

export const BUDGET_SOURCES = ['estimate', 'measured'] as const;
/** estimate: computed from the code. measured: the longest job of a run, and a margin. */
export type BudgetSource = (typeof BUDGET_SOURCES)[number];

/**
 * Where an automatic budget is from. A budget without this record was chosen by the user.
 * budgets/budget-from.ts says whether it still belongs to the code.
 */
export interface BudgetFrom {
  readonly source: BudgetSource;
  /** Number of measured jobs of a measured budget; otherwise null. */
  readonly jobs: number | null;
  /** The longest of them. */
  readonly longestUs: number | null;
  /** FNV-1a, 32 bits, of the code that they ran. */
  readonly code: number | null;
}

export interface Task {
  readonly name: string;
  readonly kind: TaskKind;
  /** T; null only for a background task. */
  readonly periodUs: number | null;
  /**
   * C. For a background task, the longest execution time of one run, or null if it is not given.
   */
  readonly budgetUs: number | null;
  /** Source of an automatic budget. Undefined: the user chose the budget. */
  readonly budgetFrom?: BudgetFrom | undefined;
  /** D, relative to the arrival. null means D = T. */
  readonly deadlineUs: number | null;
  /** φ, the first arrival after start. */
  readonly offsetUs: number;
  /** J, the maximum delay from an arrival to its release. */
  readonly jitterUs: number;
  /**
   * A larger value is more urgent. Only the policy `fixed` uses it. null means "after all tasks
   * that have a priority".
   */
  readonly priority: number | null;
  /**
   * The task's core, from 0. With partitioned scheduling, the core to which the task is bound. With
   * clusters of several cores, any core of the task's cluster. null: any core, or, with one ready
   * queue per core or cluster, not assigned yet.
   */
  readonly core: number | null;
  /** The cores on which the task may run, ascending. Empty: every core that `core` allows. */
  readonly affinity: readonly number[];
  /** null means the target's default. */
  readonly stackBytes: number | null;
  readonly overrun: OverrunPolicy;
  /** With `catch-up`: maximum number of missed releases that are executed later. */
  readonly catchUpLimit: number;
  readonly exhaustion: ExhaustionPolicy;
  /** null: every job uses its whole budget. */
  readonly execution: Execution | null;
  /** Code that runs when a deadline is missed; empty for none. */
  readonly deadlineHandler: string;
  /** Code that runs when the budget is exhausted; empty for none. */
  readonly budgetHandler: string;
  /** Code that runs once before the first release. */
  readonly setup: string;
  /** Code of one job. */
  readonly body: string;
  readonly blocks?: BlocksByPiece | undefined;
  readonly position: Position | null;
}

/** One member of a channel's item. A `count` above 1 makes it an array. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly count: number;
}

export interface Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly item: readonly Field[];
  /** Number of items that a ring buffer can hold. A four-slot channel ignores it. */
  readonly capacity: number;
  /** Name of the task or interrupt that writes; null if the end is not connected. */
  readonly writer: string | null;
  /**
   * Names of the tasks or interrupts that read. In the file, the member is `reader`: a name or a
   * list of names.
   */
  readonly readers: readonly string[];
  readonly position: Position | null;
}

export interface Interrupt {
  readonly name: string;
  /** Board pin, e.g. "2" or "A0"; null if `source` is given. */
  readonly pin: string | null;
  /**
   * The board's name of an interrupt source that is not a pin, e.g. "timer2"; null if `pin` is
   * given.
   */
  readonly source: string | null;
  readonly mode: InterruptMode;
  /** CPU time of the top half, which only records the interrupt and masks its line. */
  readonly topHalfUs: number;
  /** δ_bh: CPU time of the bottom half, which the I/O budget pays for. */
  readonly bottomHalfUs: number;
  /** C_io. 0 disables delivery. null: the interrupt uses the sketch's I/O server. */
  readonly ioBudgetUs: number | null;
  /** T_io. */
  readonly ioPeriodUs: number | null;
  /**
   * C_h: budget of the handler's Main VCPU. 0: the interrupt has no handler, only a bottom half.
   */
  readonly handlerBudgetUs: number;
  /** Source of an automatic budget of the handler. Undefined: the user chose the budget. */
  readonly handlerBudgetFrom?: BudgetFrom | undefined;
  /** T_h. */
  readonly handlerPeriodUs: number;
  /** What happens to a job of the handler that has exhausted C_h. */
  readonly handlerExhaustion: ExhaustionPolicy;
  /** Times of arrival; null: the interrupt arrives as often as the I/O budget allows. */
  readonly arrivals: Arrivals | null;
  /** Code of the handler. */
  readonly body: string;
  /** Has at most the piece `body`. */
  readonly blocks?: BlocksByPiece | undefined;
  readonly position: Position | null;
}

/** The budget that all interrupts without a budget of their own share. */
export interface IoServer {
  readonly budgetUs: number;
  readonly periodUs: number;
}

export interface ResourceUser {
  readonly task: string;
  readonly criticalSectionUs: number;
}

export interface Resource {
  readonly name: string;
  /** Priority ceiling; null means the highest priority among the users. */
  readonly ceiling: number | null;
  readonly users: readonly ResourceUser[];
  readonly position: Position | null;
}

/** generator/parts describes each kind. */
export const PART_KINDS = [
  'led',
  'rgb-led',
  'button',
  'slide-switch',
  'potentiometer',
  'light-sensor',
  'servo',
  'buzzer',
  'ultrasonic',
  'seven-segment',
  'lcd',
  'led-strip',
  'signal-generator',
] as const;
export type PartKind = (typeof PART_KINDS)[number];

export const LED_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'white'] as const;
export type LedColor = (typeof LED_COLORS)[number];

export const COMMON_TERMINALS = ['cathode', 'anode'] as const;
/** What the LEDs of one part share: the cathode (lit by a high level) or the anode (by a low one). */
export type CommonTerminal = (typeof COMMON_TERMINALS)[number];

/** A component wired to the board: an LED, a button. */
export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  /** Maps each terminal of the part to a board pin, e.g. { anode: "13" }. */
  readonly pins: Readonly<Record<string, string>>;
  /** Color of an LED. null means red. */
  readonly color: LedColor | null;
  /** Common terminal of an RGB LED or a seven-segment digit. null means cathode. */
  readonly common: CommonTerminal | null;
  /** Number of LEDs in an LED strip. null means 8. */
  readonly pixels: number | null;
  /** Rate of a signal generator at the start of a run. Unit: Hz. null means 10. */
  readonly rateHz: number | null;
  readonly position: Position | null;
}

export const GROUP_COLORS = ['grey', 'blue', 'green', 'yellow', 'orange', 'red', 'purple'] as const;
export type GroupColor = (typeof GROUP_COLORS)[number];

/**
 * A titled frame around elements on the canvas. It does not change the program. Each list has the
 * names of the members of one kind. A group has at least one member, and an element belongs to at
 * most one group.
 */
export interface Group {
  readonly name: string;
  /** Text for the reader of the sketch, shown in the frame. */
  readonly note: string;
  readonly color: GroupColor;
  readonly tasks: readonly string[];
  readonly channels: readonly string[];
  readonly interrupts: readonly string[];
  readonly resources: readonly string[];
  readonly parts: readonly string[];
}

/** An Arduino library that the program uses. */
export interface Library {
  /**
   * Its name in PlatformIO's registry, e.g. "arduino-libraries/Servo"; of a library in a folder, any
   * name.
   */
  readonly name: string;
  /** A version, e.g. "1.2.1", or a range that PlatformIO accepts, e.g. "^1.2". null: the newest. */
  readonly version: string | null;
  /** Full path of the library's folder on this computer. null: the registry has it. */
  readonly folder: string | null;
}

export interface Sketch {
  readonly name: string;
  /** Id of a board in generator/boards, or PlatformIO's id of the board that `boardFacts` describes. */
  readonly board: string;
  /** Null: generator/boards has the board. */
  readonly boardFacts: BoardFacts | null;
  readonly target: TargetName;
  readonly policy: Policy;
  readonly cores: number;
  /**
   * Number of cores that share a ready queue. 1: partitioned scheduling. More: clustered
   * scheduling. null: all cores, which is global scheduling.
   */
  readonly clusterCores: number | null;
  /** Unit in which the window shows times and reads input. The file always uses microseconds. */
  readonly timeUnit: TimeUnit;
  /** Code before all other code: includes, constants, shared functions. */
  readonly prelude: string;
  /** Libraries beside those of the Arduino core, which need no entry. */
  readonly libraries: readonly Library[];
  readonly tasks: readonly Task[];
  readonly channels: readonly Channel[];
  readonly interrupts: readonly Interrupt[];
  readonly ioServer: IoServer | null;
  readonly resources: readonly Resource[];
  readonly parts: readonly Part[];
  readonly groups: readonly Group[];
  /**
   * `$schema` and `x-…` members of the file. The file keeps them, and Polyloop ignores them.
   * Undefined if there are none.
   */
  readonly extensions?: Readonly<Record<string, JsonValue>>;
}

/** D: the task's deadline, or its period if none is given; null for a background task. Unit: µs. */
export function deadlineUsOf(task: Task): number | null {
  return task.deadlineUs ?? task.periodUs;
}

/** The defaults of all optional members of a task. The reader applies them. */
export const TASK_DEFAULTS = {
  kind: 'periodic',
  deadlineUs: null,
  offsetUs: 0,
  jitterUs: 0,
  priority: null,
  core: null,
  affinity: [],
  stackBytes: null,
  overrun: 'skip',
  catchUpLimit: 1,
  exhaustion: 'background',
  execution: null,
  deadlineHandler: '',
  budgetHandler: '',
  setup: '',
  body: '',
  position: null,
} as const satisfies Partial<Task>;
