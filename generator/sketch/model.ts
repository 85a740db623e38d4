/**
 * The sketch: the one document that is drawn, checked, simulated, generated from and saved.
 *
 * Times are whole microseconds, sizes whole bytes. Elements refer to each other by name; a name is free text, unique
 * among the elements of its kind, and becomes a C identifier only when code is generated (see identifiers.ts).
 * `null` always means "not given: the default rule applies" and is not written to the file.
 */
import type { JsonValue } from './json.ts';

/** Version of the file format; the value of the file's `polyloop` member. */
export const FORMAT_VERSION = 1;

export const TARGETS = ['superloop', 'freertos', 'zephyr', 'rtems', 'quest'] as const;
export type TargetName = (typeof TARGETS)[number];

export const POLICIES = ['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'] as const;
/** How ready jobs are ordered. `fixed` takes each task's own `priority`. */
export type Policy = (typeof POLICIES)[number];

export const TASK_KINDS = ['periodic', 'sporadic', 'background'] as const;
/** A sporadic task's period is its minimum inter-arrival time; a background task has no period and no deadline. */
export type TaskKind = (typeof TASK_KINDS)[number];

export const OVERRUN_POLICIES = ['skip', 'catch-up', 'stop', 'demote'] as const;
/** What happens to the releases that pass while a job still runs. */
export type OverrunPolicy = (typeof OVERRUN_POLICIES)[number];

export const EXHAUSTION_POLICIES = ['background', 'wait'] as const;
/**
 * What becomes of a job whose budget is used up, where the kernel preempts: it goes on below all others, or stands
 * still, until the budget is replenished.
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

/** Where an element's top left corner lies on the canvas, in canvas pixels; null until it is placed. */
export interface Position {
  readonly x: number;
  readonly y: number;
}

/**
 * How long the jobs of a task take, for the simulation. constant: `mostUs` always. uniform: any time from `leastUs` to
 * `mostUs`. bimodal: `leastUs`, but in `rarePercent` of the jobs `mostUs`. It may be above the budget, to see what then happens.
 */
export interface Execution {
  readonly shape: ExecutionShape;
  readonly leastUs: number;
  readonly mostUs: number;
  readonly rarePercent: number;
}

/**
 * When the outside world raises an interrupt, for the simulation. periodic: every `periodUs`. sporadic: at least that far
 * apart. bursty: `burst` at once every `periodUs`. random: a Poisson process with that mean distance.
 */
export interface Arrivals {
  readonly pattern: ArrivalPattern;
  readonly periodUs: number;
  readonly burst: number;
}

export interface Task {
  readonly name: string;
  readonly kind: TaskKind;
  /** T; null only for a background task. */
  readonly periodUs: number | null;
  /** C; of a background task the longest that one run takes, and null where that is not given. */
  readonly budgetUs: number | null;
  /** D, relative to the arrival; null means D = T. */
  readonly deadlineUs: number | null;
  /** φ, first arrival after start. */
  readonly offsetUs: number;
  /** J, the most by which a release lags its arrival. */
  readonly jitterUs: number;
  /** Larger is more urgent. Used by the policy `fixed` only; null there means "after all that have one". */
  readonly priority: number | null;
  /**
   * Its core, from 0: the one it is bound to, or with clusters of several cores, any of its cluster. null: any core, or, with a
   * ready queue for each core or cluster, not placed yet.
   */
  readonly core: number | null;
  /** Cores on which it may run, ascending; empty: on every one that `core` allows. */
  readonly affinity: readonly number[];
  /** null means the target's default. */
  readonly stackBytes: number | null;
  readonly overrun: OverrunPolicy;
  /** With `catch-up`: at most this many missed releases are made up for. */
  readonly catchUpLimit: number;
  readonly exhaustion: ExhaustionPolicy;
  /** null: every job takes its whole budget. */
  readonly execution: Execution | null;
  /** Code called when a deadline is missed; empty for none. */
  readonly deadlineHandler: string;
  /** Code called when the budget is used up; empty for none. */
  readonly budgetHandler: string;
  /** Code run once before the first release. */
  readonly setup: string;
  /** Code of one job. */
  readonly body: string;
  readonly position: Position | null;
}

/** One member of a channel's item; `count` above 1 makes it an array. */
export interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly count: number;
}

export interface Channel {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly item: readonly Field[];
  /** Items that a ring buffer holds; ignored by a four-slot channel. */
  readonly capacity: number;
  /** Name of the task or interrupt that writes; null while not connected. */
  readonly writer: string | null;
  /** Names of the tasks or interrupts that read. In the file: `reader`, a name or a list of names. */
  readonly readers: readonly string[];
  readonly position: Position | null;
}

export interface Interrupt {
  readonly name: string;
  /** Board pin, e.g. "2" or "A0"; null when `source` is given. */
  readonly pin: string | null;
  /** A source that is not a pin, by the board's name for it, e.g. "timer2"; null when `pin` is given. */
  readonly source: string | null;
  readonly mode: InterruptMode;
  /** CPU time of the part that only records and masks. */
  readonly topHalfUs: number;
  /** δ_bh: CPU time of the bottom half, which runs on the I/O budget. */
  readonly bottomHalfUs: number;
  /** C_io; 0 means that delivery is disabled. null: the sketch's I/O server. */
  readonly ioBudgetUs: number | null;
  /** T_io. */
  readonly ioPeriodUs: number | null;
  /** C_h: budget of the handler's Main VCPU; 0: no handler, the bottom half is all. */
  readonly handlerBudgetUs: number;
  /** T_h. */
  readonly handlerPeriodUs: number;
  /** null: as often as its I/O budget lets it through. */
  readonly arrivals: Arrivals | null;
  /** Code of the handler. */
  readonly body: string;
  readonly position: Position | null;
}

/** The budget shared by all interrupts that have none of their own. */
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
  /** Priority ceiling; null means the highest priority among its users. */
  readonly ceiling: number | null;
  readonly users: readonly ResourceUser[];
  readonly position: Position | null;
}

export const PART_KINDS = ['led', 'button', 'potentiometer', 'ultrasonic', 'servo', 'buzzer'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** Something wired to the board: an LED, a button. */
export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  /** The part's terminal → the board's pin, e.g. { anode: "13" }. */
  readonly pins: Readonly<Record<string, string>>;
  readonly position: Position | null;
}

export interface Sketch {
  readonly name: string;
  /** Id of a board in generator/boards. */
  readonly board: string;
  readonly target: TargetName;
  readonly policy: Policy;
  readonly cores: number;
  /** How many cores share a ready queue: 1 is partitioned scheduling, more are clusters; null: all of them, global scheduling. */
  readonly clusterCores: number | null;
  /** Unit in which the window shows and asks for times; the file is always in microseconds. */
  readonly timeUnit: TimeUnit;
  /** Code before everything else: includes, constants, shared functions. */
  readonly prelude: string;
  readonly tasks: readonly Task[];
  readonly channels: readonly Channel[];
  readonly interrupts: readonly Interrupt[];
  readonly ioServer: IoServer | null;
  readonly resources: readonly Resource[];
  readonly parts: readonly Part[];
  /** `$schema` and `x-…` members of the file: kept, and without meaning to Polyloop. Absent when there are none. */
  readonly extensions?: Readonly<Record<string, JsonValue>>;
}

/** D: the task's own deadline, else its period; null for a background task. Unit: µs. */
export function deadlineUsOf(task: Task): number | null {
  return task.deadlineUs ?? task.periodUs;
}

/** The defaults of every optional member of a task, as applied when a file is read. */
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
