/**
 * What the blocks of one body may use: the owner's channels and resources, the sketch's parts, the
 * board's pins, and what its jobs can measure. Everything that depends on the sketch comes from here.
 */
import { boardOf } from '../../generator/boards/index.ts';
import { isScalar, itemTypeName } from '../../generator/lower/c-types.ts';
import type { Board, BoardPin } from '../../generator/platform/board.ts';
import { plotsIn } from '../../generator/sketch/code/plots.ts';
import { identifiers as itemIdentifiers, sketchIdentifiers } from '../../generator/sketch/identifiers.ts';
import {
  type Channel,
  type ChannelKind,
  deadlineUsOf,
  type FieldType,
  type Interrupt,
  type Part,
  type Sketch,
  type Task,
} from '../../generator/sketch/model.ts';
import { systemOf } from '../../generator/system/system.ts';
import { targetById } from '../../generator/targets/index.ts';

export type BlocksOwner = { readonly kind: 'tasks' | 'interrupts'; readonly name: string };

/** The pieces of code that blocks can make. An interrupt has a body only. */
export type BlocksMember = 'setup' | 'body' | 'deadlineHandler' | 'budgetHandler';

/** One number of a channel's item: a field, or an element of a field that is an array. */
export interface ItemSlot {
  /** "level", or "levels[2]". */
  readonly name: string;
  readonly type: FieldType;
}

export interface BlocksChannel {
  readonly name: string;
  readonly kind: ChannelKind;
  readonly writes: boolean;
  readonly reads: boolean;
  /** The channel's name in C: `samples` for `samples_read()`. */
  readonly identifier: string;
  readonly itemType: string;
  /** An item of one number is that number, and not a struct. */
  readonly isScalar: boolean;
  readonly slots: readonly ItemSlot[];
  /** The names of the fields in C, by their names. */
  readonly members: Readonly<Record<string, string>>;
}

export interface BlocksResource {
  readonly name: string;
  readonly identifier: string;
}

export interface BlocksTask {
  readonly name: string;
  readonly identifier: string;
}

export interface BlocksContext {
  readonly owner: BlocksOwner;
  readonly member: BlocksMember;
  /** The channels that this code writes or reads. */
  readonly channels: readonly BlocksChannel[];
  /** The resources that this code may lock. */
  readonly resources: readonly BlocksResource[];
  /** All parts of the sketch, wired or not. */
  readonly parts: readonly Part[];
  /** The sporadic tasks of the sketch, which code can release. */
  readonly sporadic: readonly BlocksTask[];
  /** The board's pins, as code names them. Pins that the runtime takes are left out. */
  readonly pins: {
    readonly digital: readonly string[];
    readonly pwm: readonly string[];
    readonly analog: readonly string[];
  };
  /** Whether tone() is available: the board has pins, and no interrupt uses the timer of tone(). */
  readonly hasTone: boolean;
  /** Whether plot() is the runtime's: the shared code defines no other one. */
  readonly hasPlot: boolean;
  /** Whether the code runs in a job. The runtime measures the execution time of jobs. */
  readonly hasJob: boolean;
  /** Whether the code runs in an interrupt, where nothing may wait. */
  readonly isInInterrupt: boolean;
  /** Null: the jobs have no budget, deadline or period. Unit: µs. */
  readonly budgetUs: number | null;
  readonly deadlineUs: number | null;
  readonly periodUs: number | null;
  /** Identifiers that the code must not declare: those of the sketch. */
  readonly taken: readonly string[];
}

/** Null: the sketch has no such owner, or the owner has no such piece of code. */
export function contextOf(sketch: Sketch, owner: BlocksOwner, member: BlocksMember): BlocksContext | null {
  const task = owner.kind === 'tasks' ? sketch.tasks.find(({ name }) => name === owner.name) : undefined;
  const interrupt = owner.kind === 'interrupts' ? sketch.interrupts.find(({ name }) => name === owner.name) : undefined;
  if (task === undefined && (interrupt === undefined || member !== 'body')) return null;
  const identifiers = sketchIdentifiers(sketch);
  const sporadic = sketch.tasks.filter(({ kind }) => kind === 'sporadic');
  const isHandler = member === 'deadlineHandler' || member === 'budgetHandler';
  // With a kernel a handler runs in the middle of its task's job, so it may not use what the job uses.
  const isAside = isHandler && targetById(sketch.target).preemptive;
  const isInInterrupt = interrupt !== undefined && handlerOf(sketch, interrupt) === null;
  const board = boardOf(sketch);
  return {
    owner,
    member,
    channels: isAside ? [] : channelsOf(sketch, owner.name),
    resources: isAside || task === undefined ? [] : resourcesOf(sketch, task),
    parts: sketch.parts,
    sporadic: sporadic.map(({ name }) => ({ name, identifier: identifiers.runnables.get(name) ?? name })),
    pins: pinsOf(board),
    hasTone: hasTone(sketch, board),
    hasPlot: plotsIn([sketch.prelude, 'plot("value", 0)']).length > 0,
    hasJob: !isInInterrupt && !isHandler && member === 'body',
    isInInterrupt,
    ...timesOf(task, isInInterrupt ? undefined : interrupt),
    taken: takenNames(sketch),
  };
}

/** Index of the interrupt's handler among the runnables, or null if it has only a bottom half. */
function handlerOf(sketch: Sketch, interrupt: Interrupt): number | null {
  return systemOf(sketch).interrupts[sketch.interrupts.indexOf(interrupt)]?.handler ?? null;
}

function channelsOf(sketch: Sketch, owner: string): BlocksChannel[] {
  const identifiers = sketchIdentifiers(sketch).channels;
  return sketch.channels.flatMap((channel) => {
    const writes = channel.writer === owner;
    const reads = channel.readers.includes(owner);
    const identifier = identifiers.get(channel.name) ?? channel.name;
    if (!writes && !reads) return [];
    return [
      {
        name: channel.name,
        kind: channel.kind,
        writes,
        reads,
        identifier,
        itemType: itemTypeName(channel.item, identifier),
        isScalar: isScalar(channel.item),
        slots: slotsOf(channel),
        members: Object.fromEntries(itemIdentifiers(channel.item.map((field) => field.name))),
      },
    ];
  });
}

function slotsOf({ item }: Channel): ItemSlot[] {
  return item.flatMap(({ name, type, count }) =>
    count === 1 ? [{ name, type }] : Array.from({ length: count }, (_, index) => ({ name: `${name}[${index}]`, type })),
  );
}

function resourcesOf(sketch: Sketch, { name: owner }: Task): BlocksResource[] {
  const identifiers = sketchIdentifiers(sketch).resources;
  return sketch.resources
    .filter(({ users }) => users.some(({ task }) => task === owner))
    .map(({ name }) => ({ name, identifier: identifiers.get(name) ?? name }));
}

function pinsOf(board: Board | undefined): BlocksContext['pins'] {
  const free = (board?.pins ?? []).filter(({ taken }) => taken !== 'serial');
  const named = (select: (pin: BoardPin) => boolean) => free.filter(select).map(({ name }) => name);
  return {
    digital: named(({ digital }) => digital),
    pwm: named(({ pwm, taken }) => pwm && taken !== 'release-timer'),
    analog: named(({ analogIn }) => analogIn),
  };
}

function hasTone({ interrupts }: Sketch, board: Board | undefined): boolean {
  if (board === undefined || board.pins.length === 0) return false;
  const used = new Set(interrupts.map(({ source }) => source));
  return !board.interruptSources.some(({ name, displaces }) => used.has(name) && displaces.includes('tone'));
}

function timesOf(
  task: Task | undefined,
  interrupt: Interrupt | undefined,
): Pick<BlocksContext, 'budgetUs' | 'deadlineUs' | 'periodUs'> {
  if (task !== undefined) {
    const isTimed = task.kind !== 'background';
    return {
      budgetUs: isTimed ? task.budgetUs : null,
      deadlineUs: isTimed ? deadlineUsOf(task) : null,
      periodUs: isTimed ? task.periodUs : null,
    };
  }
  if (interrupt === undefined) return { budgetUs: null, deadlineUs: null, periodUs: null };
  const { handlerBudgetUs, handlerPeriodUs } = interrupt;
  return { budgetUs: handlerBudgetUs, deadlineUs: handlerPeriodUs, periodUs: handlerPeriodUs };
}

/** What the generated code declares for the sketch, and the names that the shared code may define. */
function takenNames(sketch: Sketch): string[] {
  const { runnables, channels, resources } = sketchIdentifiers(sketch);
  return [
    ...[...runnables.values()].flatMap((name) => [name, `${name}_trigger`]),
    ...[...channels.values()].flatMap((name) => [name, `${name}_t`, `${name}_item_t`, `${name}_read`, `${name}_write`]),
    ...[...resources.values()].flatMap((name) => [name, `${name}_lock`, `${name}_unlock`, `${name}_guard`]),
    ...new Set(sketch.prelude.match(/[A-Za-z_]\w*/g) ?? []),
  ];
}
