/**
 * From the sketch to what the simulator plays. Numbers, priorities and overheads are those that the analysis judges by and that
 * code is generated with; what a sketch leaves open is played as the worst case, unless the options say otherwise.
 */
import { servesByRate } from '../analysis/interrupt-load.ts';
import { buildTaskSet, type TaskSet } from '../analysis/task-set.ts';
import { traceMetadata } from '../lower/metadata.ts';
import { handled, ranksOf } from '../lower/ranks.ts';
import { ceilingRankOf } from '../lower/resources.ts';
import {
  deadlineUsOf,
  type Execution,
  type Interrupt,
  type Sketch,
  TASK_DEFAULTS,
  type Task,
} from '../sketch/model.ts';
import { type Capabilities, NO_OVERHEADS, type Overheads } from '../sketch/platform.ts';
import { interruptsOf, ioServersOf, threadsOf } from './build-interrupts.ts';
import { type Phasing, phasesOf } from './build-phases.ts';
import { clustersOf, judgedPlacement, type Place, placesOf } from './build-places.ts';
import { refusalOf } from './build-refusals.ts';
import type {
  ArrivalTimes,
  DispatcherKind,
  ExecutionTimes,
  ResourceProtocol,
  SectionTimes,
  ServerKind,
  ServerParameters,
  SimulatedTask,
  SimulationModel,
} from './model.ts';

export interface SimulationOptions {
  readonly capabilities: Capabilities;
  /** The target's on the board; null or absent: the runtime takes no time. */
  readonly overheads?: Overheads | null;
  /** When tasks first arrive; default: as drawn. */
  readonly phasing?: Phasing;
  /** For random phases. The simulation has a seed of its own. */
  readonly seed?: number;
  /** Default: ceiling, which the runtime has. */
  readonly protocol?: ResourceProtocol;
  /** Default: budgets as the target keeps them. none: monitored only. */
  readonly server?: Exclude<ServerKind, 'io'> | 'none';
  /** Default: the most urgent ready tasks run. */
  readonly dispatcher?: DispatcherKind;
  /** How sporadic tasks come: as early as they may (the default), or later by a random time, T on average. */
  readonly sporadic?: 'earliest' | 'random';
  /** Execution times of a recorded run by the task's name; it wins over what the sketch says. Unit: ns. */
  readonly recorded?: ReadonlyMap<string, Float64Array>;
  /** By index in `sketch.tasks`: the core of a task that the sketch leaves without one. Default: as the analysis places it. */
  readonly placement?: readonly (number | null)[];
}

export type BuildResult =
  | { readonly ok: true; readonly model: SimulationModel; readonly assumptions: readonly string[] }
  /** What keeps it from being played, in words for the user. */
  | { readonly ok: false; readonly reason: string };

const NS_PER_US = 1000;
const NS_PER_S = 1_000_000_000;

/** Never throws for a sketch that was read or edited. */
export function buildSimulation(sketch: Sketch, options: SimulationOptions): BuildResult {
  const set = buildTaskSet(sketch, options.capabilities, options.overheads ?? NO_OVERHEADS);
  const refusal = set.refusal ?? refusalOf(sketch, options);
  if (refusal !== null) return { ok: false, reason: refusal };
  const places = placesOf(sketch, options.placement ?? judgedPlacement(sketch, set));
  if (!places.ok) return places;
  const ioServers = ioServersOf(sketch, options.capabilities);
  const tasks = tasksOf(sketch, set, options, places.places);
  const byRate = servesByRate(sketch, options.capabilities);
  const model: SimulationModel = {
    tasks,
    interrupts: interruptsOf(sketch, set.overheads, ioServers, options.capabilities),
    ioServers: byRate ? [] : ioServers.map(({ server }) => server),
    ...(byRate ? { ioVcpus: threadsOf(ioServers, tasks, periodsOf(sketch)) } : {}),
    channels: sketch.channels.map(({ kind, capacity }) => ({ kind, capacity: kind === 'four-slot' ? 1 : capacity })),
    resources: resourcesOf(sketch),
    protocol: options.protocol ?? 'ceiling',
    order: sketch.policy === 'edf' ? 'edf' : 'fixed-priority',
    preemptive: options.capabilities.preemptive,
    jitter: options.phasing?.kind === 'critical' ? 'critical' : 'random',
    cores: sketch.cores,
    clusters: clustersOf(sketch, options.dispatcher ?? 'priority'),
    costs: costsOf(set.overheads),
    metadata: metadataOf(sketch, tasks),
  };
  return { ok: true, model, assumptions: [...places.assumptions, ...assumptionsOf(sketch)] };
}

/** Of the tasks that are played; a background task comes after all. Unit: ns. */
const periodsOf = ({ tasks, interrupts }: Sketch): number[] => [
  ...tasks.map(({ kind, periodUs }) =>
    kind === 'background' ? Number.NEGATIVE_INFINITY : (periodUs ?? 1) * NS_PER_US,
  ),
  ...handled(interrupts).map(({ handlerPeriodUs }) => handlerPeriodUs * NS_PER_US),
];

/** The arrivals that are played, not those that are drawn; its clock starts with the program. */
function metadataOf(sketch: Sketch, tasks: readonly SimulatedTask[]): SimulationModel['metadata'] {
  const metadata = traceMetadata(sketch, { timerHz: NS_PER_S });
  const objects = metadata.objects.map((object) => {
    const arrivals = object.class === 'task' ? tasks[object.index]?.arrivals : undefined;
    return arrivals?.kind === 'periodic' ? { ...object, offsetNs: arrivals.offsetNs } : object;
  });
  return { ...metadata, objects, releaseStartNs: 0 };
}

const costsOf = (overheads: Overheads): SimulationModel['costs'] => ({
  contextSwitchNs: overheads.contextSwitchNs,
  migrationNs: overheads.migrationNs ?? 0,
  perJobNs: overheads.tracePerJobNs,
  heldNs: overheads.heldNs ?? 0,
  releaseNs: overheads.releaseNs,
  tickNs: overheads.tickPeriodNs > 0 ? overheads.tickNs : 0,
  tickPeriodNs: overheads.tickPeriodNs,
});

function tasksOf(
  sketch: Sketch,
  set: TaskSet,
  options: SimulationOptions,
  places: readonly Place[],
): readonly SimulatedTask[] {
  const priorities = prioritiesOf(sketch, set);
  const phases = phasesOf(sketch, options.phasing ?? { kind: 'drawn' }, options.seed ?? 0, options.capabilities);
  const own = sketch.tasks.map((task, index): SimulatedTask => {
    const background = task.kind === 'background';
    const budgetNs = background || task.budgetUs === null ? Number.POSITIVE_INFINITY : task.budgetUs * NS_PER_US;
    const periodNs = (task.periodUs ?? 1) * NS_PER_US;
    return {
      ...commonOf(sketch, task.name),
      ...(places[index] as Place),
      priority: priorities[index] as number,
      arrivals: arrivalsOf(task, phases[index] as number, options),
      jitterNs: task.jitterUs * NS_PER_US,
      deadlineNs: background ? Number.POSITIVE_INFINITY : (deadlineUsOf(task) ?? 1) * NS_PER_US,
      budgetNs,
      execution: executionOf(task, options.recorded),
      server: background ? null : serverOf({ budgetNs, periodNs }, options),
      exhaustion: task.exhaustion,
      overrun: task.overrun,
      catchUpLimit: task.catchUpLimit,
      background,
      sections: sectionsOf(sketch, task),
    };
  });
  const handlers = handled(sketch.interrupts).map((interrupt, order) =>
    handlerOf(sketch, interrupt, priorities[sketch.tasks.length + order] as number, options),
  );
  return [...own, ...handlers];
}

/** What a runnable of this name reads and writes. */
function commonOf({ channels }: Sketch, name: string): Pick<SimulatedTask, 'reads' | 'writes'> {
  const numbers = channels.map((channel, index) => ({ channel, index }));
  return {
    reads: numbers.filter(({ channel }) => channel.readers.includes(name)).map(({ index }) => index),
    writes: numbers.filter(({ channel }) => channel.writer === name).map(({ index }) => index),
  };
}

/**
 * As the generated tables have it, where every task has a priority of its own; on a kernel with fewer levels those that share one
 * are equals.
 */
function prioritiesOf(sketch: Sketch, set: TaskSet): number[] {
  const ranks = ranksOf(sketch.tasks, sketch.policy, sketch.interrupts);
  if (!set.capabilities.preemptive || set.capabilities.priorityLevels === null) return ranks;
  const lowest = set.capabilities.priorityLevels - 1;
  return ranks.map((rank) => Math.min(rank, lowest));
}

function arrivalsOf(task: Task, offsetNs: number, { sporadic }: SimulationOptions): ArrivalTimes {
  if (task.kind === 'background' || task.periodUs === null) return { kind: 'never' };
  const periodNs = task.periodUs * NS_PER_US;
  return task.kind === 'sporadic'
    ? { kind: 'sporadic', offsetNs, periodNs, extraNs: sporadic === 'random' ? periodNs : 0 }
    : { kind: 'periodic', offsetNs, periodNs };
}

/** A background task without a budget runs for ever, in runs that are as long as the shortest period or a millisecond. */
const BACKGROUND_RUN_NS = 1_000_000;

function executionOf(task: Task, recorded: SimulationOptions['recorded']): ExecutionTimes {
  const measured = recorded?.get(task.name);
  if (measured !== undefined && measured.length > 0) return { kind: 'recorded', ns: measured };
  if (task.execution !== null) return drawnFrom(task.execution);
  return { kind: 'constant', ns: task.budgetUs === null ? BACKGROUND_RUN_NS : task.budgetUs * NS_PER_US };
}

function drawnFrom({ shape, leastUs, mostUs, rarePercent }: Execution): ExecutionTimes {
  const [leastNs, mostNs] = [leastUs * NS_PER_US, mostUs * NS_PER_US];
  switch (shape) {
    case 'constant':
      return { kind: 'constant', ns: mostNs };
    case 'uniform':
      return { kind: 'uniform', leastNs, mostNs };
    case 'bimodal':
      return { kind: 'bimodal', usualNs: leastNs, rareNs: mostNs, rareShare: rarePercent / 100 };
  }
}

/** The runtime, and the kernels that enforce budgets, keep them as sporadic servers. */
function serverOf(
  budget: Pick<ServerParameters, 'budgetNs' | 'periodNs'>,
  { server, capabilities }: SimulationOptions,
): ServerParameters | null {
  if (server === 'none') return null;
  if (server === undefined && capabilities.budgets === 'monitored') return null;
  return { ...budget, kind: server ?? 'sporadic' };
}

/**
 * Where a job holds its resources: the sketch says how long, not when. One after the other in the middle of the job, in the order
 * of the drawing.
 */
function sectionsOf({ resources }: Sketch, task: Task): SectionTimes[] {
  const lengths = resources.flatMap(({ users }, resource) =>
    users
      .filter((user) => user.task === task.name)
      .map((user) => ({ resource, lengthNs: user.criticalSectionUs * NS_PER_US })),
  );
  const total = lengths.reduce((sum, { lengthNs }) => sum + lengthNs, 0);
  let atNs = Math.max(0, Math.floor(((task.budgetUs ?? 0) * NS_PER_US - total) / 2));
  return lengths.map(({ resource, lengthNs }) => {
    const section = { resource, atNs, lengthNs };
    atNs += lengthNs;
    return section;
  });
}

/** Ceilings as lowering gives them to the runtime. */
function resourcesOf(sketch: Sketch): SimulationModel['resources'] {
  const ranks = ranksOf(sketch.tasks, sketch.policy, sketch.interrupts);
  return sketch.resources.map((resource) => ({ ceiling: ceilingRankOf(resource, sketch, ranks) }));
}

/** The handler of an interrupt, as lowering makes it: released by its bottom half, once in a period at most, on a budget of its own. */
function handlerOf(
  sketch: Sketch,
  { name, handlerBudgetUs, handlerPeriodUs }: Interrupt,
  priority: number,
  options: SimulationOptions,
): SimulatedTask {
  const [budgetNs, periodNs] = [handlerBudgetUs * NS_PER_US, handlerPeriodUs * NS_PER_US];
  const measured = options.recorded?.get(name);
  return {
    ...commonOf(sketch, name),
    priority,
    arrivals: { kind: 'never', leastApartNs: periodNs },
    jitterNs: 0,
    deadlineNs: periodNs,
    budgetNs,
    execution: measured?.length ? { kind: 'recorded', ns: measured } : { kind: 'constant', ns: budgetNs },
    server: serverOf({ budgetNs, periodNs }, options),
    exhaustion: TASK_DEFAULTS.exhaustion,
    overrun: TASK_DEFAULTS.overrun,
    catchUpLimit: TASK_DEFAULTS.catchUpLimit,
    background: false,
    sections: [],
    cluster: 0,
    affinity: [0],
  };
}

function assumptionsOf({ interrupts, ioServer, tasks }: Sketch): string[] {
  const budgetOf = ({ ioBudgetUs }: Interrupt) => ioBudgetUs ?? ioServer?.budgetUs ?? null;
  const names = (chosen: readonly Interrupt[]) => chosen.map(({ name }) => `"${name}"`).join(', ');
  const never = interrupts.filter((interrupt) => budgetOf(interrupt) === 0);
  const storms = interrupts.filter((interrupt) => interrupt.arrivals === null && (budgetOf(interrupt) ?? 0) > 0);
  const endless = tasks.filter(({ kind, budgetUs }) => kind === 'background' && budgetUs === null);
  return [
    ...(storms.length > 0 ? [`Interrupt ${names(storms)} comes as often as its I/O budget lets it through.`] : []),
    ...(never.length > 0 ? [`Interrupt ${names(never)} never comes: its I/O budget is 0.`] : []),
    ...endless.map(({ name }) => `Background task "${name}" is played in runs of 1 ms.`),
  ];
}
