/**
 * Builds the simulator's model from the sketch. Numbers, priorities and overheads are the same as
 * in analysis and code generation. Anything that the sketch does not specify is simulated as the
 * worst case, unless the options say otherwise.
 */
import { servesByRate } from '../../analysis/servers/interrupt-load.ts';
import { buildTaskSet } from '../../analysis/task-set.ts';
import { traceMetadata } from '../../lower/metadata.ts';
import { exhaustionOn } from '../../platform/exhaustion.ts';
import type { Capabilities } from '../../platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../../platform/overheads.ts';
import type { Execution, Interrupt, Sketch, Task } from '../../sketch/model.ts';
import { NS_PER_S, type Ns, nsOfUs } from '../../sketch/time.ts';
import type { Runnable } from '../../system/runnables.ts';
import { type System, systemOf } from '../../system/system.ts';
import { tr } from '../../words/tr.ts';
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
} from '../model.ts';
import { interruptsOf, ioServersOf, threadsOf } from './interrupts.ts';
import { type Phasing, phasesOf } from './phases.ts';
import { clustersOf, judgedPlacement, type Place, placesOf } from './places.ts';
import { refusalOf } from './refusals.ts';

export interface SimulationOptions {
  readonly capabilities: Capabilities;
  /** The overheads of the target on the board. null or undefined: no overheads. */
  readonly overheads?: Overheads | null;
  /** First arrivals of the tasks. Default: the offsets of the sketch. */
  readonly phasing?: Phasing;
  /** Seed for random phases. The simulation has a seed of its own. */
  readonly seed?: number;
  /** Default: ceiling, as in the runtime. */
  readonly protocol?: ResourceProtocol;
  /** Default: the servers of the target. none: budgets are only monitored. */
  readonly server?: Exclude<ServerKind, 'io'> | 'none';
  /** Default: the most urgent ready tasks run. */
  readonly dispatcher?: DispatcherKind;
  /**
   * Arrivals of sporadic tasks: as early as allowed (the default), or later by a random time with
   * mean T.
   */
  readonly sporadic?: 'earliest' | 'random';
  /** Execution times of a recorded run by task name. They override the sketch. Unit: ns. */
  readonly recorded?: ReadonlyMap<string, Float64Array>;
  /**
   * For each task in `sketch.tasks` without a core, the core to use. Default: as the analysis
   * places it.
   */
  readonly placement?: readonly (number | null)[];
}

export type BuildResult =
  | { readonly ok: true; readonly model: SimulationModel; readonly assumptions: readonly string[] }
  /** Why the sketch cannot be simulated, in words for the user. */
  | { readonly ok: false; readonly reason: string };

const FOR_EVER = Number.POSITIVE_INFINITY;
/** For a sketch that is not valid. */
const NO_PERIOD_NS = nsOfUs(1);

/** Never throws for a sketch that was read or edited. */
export function buildSimulation(sketch: Sketch, options: SimulationOptions): BuildResult {
  const set = buildTaskSet(sketch, options.capabilities, options.overheads ?? NO_OVERHEADS);
  const refusal = set.refusal ?? refusalOf(sketch, options);
  if (refusal !== null) return { ok: false, reason: refusal };
  const places = placesOf(sketch, options.placement ?? judgedPlacement(sketch, set));
  if (!places.ok) return places;
  const system = systemOf(sketch);
  const ioServers = ioServersOf(system, options.capabilities);
  const tasks = tasksOf(sketch, system, options, places.places);
  const byRate = servesByRate(sketch, options.capabilities);
  const model: SimulationModel = {
    tasks,
    interrupts: interruptsOf(sketch, system, set.overheads, options.capabilities),
    ioServers: byRate ? [] : ioServers,
    ...(byRate ? { ioVcpus: threadsOf(ioServers, tasks, periodsOf(system)) } : {}),
    channels: sketch.channels.map(({ kind, capacity }) => ({ kind, capacity: kind === 'four-slot' ? 1 : capacity })),
    resources: system.resources.map(({ ceilingRank }) => ({ ceiling: ceilingRank })),
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

/** Simulated periods. Background tasks come after all others. Unit: ns. */
const periodsOf = ({ runnables }: System): Ns[] =>
  runnables.map(({ kind, periodNs }) =>
    kind === 'background' ? Number.NEGATIVE_INFINITY : (periodNs ?? NO_PERIOD_NS),
  );

/**
 * Uses the simulated arrivals instead of the offsets of the sketch. The clock starts with the
 * program.
 */
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
  stopNs: overheads.stopNs ?? 0,
  releaseNs: overheads.releaseNs,
  deadlineNs: overheads.deadlineNs ?? 0,
  tickNs: overheads.tickPeriodNs > 0 ? overheads.tickNs : 0,
  tickPeriodNs: overheads.tickPeriodNs,
});

function tasksOf(
  sketch: Sketch,
  system: System,
  options: SimulationOptions,
  places: readonly Place[],
): readonly SimulatedTask[] {
  const phases = phasesOf(sketch, options.phasing ?? { kind: 'drawn' }, options.seed ?? 0, options.capabilities);
  return system.runnables.map((runnable): SimulatedTask => {
    const { index, name, element, kind, overrun, catchUpLimit, jitterNs } = runnable;
    const background = kind === 'background';
    const budgetNs = background ? FOR_EVER : (runnable.budgetNs ?? FOR_EVER);
    const periodNs = runnable.periodNs ?? NO_PERIOD_NS;
    const task = element === 'task' ? (sketch.tasks[index] as Task) : null;
    return {
      ...commonOf(sketch, name),
      ...(task === null ? HANDLER_PLACE : (places[index] as Place)),
      priority: priorityOf(runnable, options.capabilities),
      arrivals: arrivalsOf(runnable, phases[index] ?? 0, options),
      jitterNs,
      deadlineNs: background ? FOR_EVER : (runnable.deadlineNs ?? NO_PERIOD_NS),
      budgetNs,
      execution: executionOf(runnable, task?.execution ?? null, options.recorded),
      server: background ? null : serverOf({ budgetNs, periodNs }, options),
      exhaustion: exhaustionOn(options.capabilities, runnable),
      overrun,
      catchUpLimit,
      background,
      sections: sectionsOf(system, runnable),
    };
  });
}

/** The first core runs interrupts and therefore their handlers. */
const HANDLER_PLACE: Place = { cluster: 0, affinity: [0] };

/** The channels that the runnable with this name reads and writes. */
function commonOf({ channels }: Sketch, name: string): Pick<SimulatedTask, 'reads' | 'writes'> {
  const numbers = channels.map((channel, index) => ({ channel, index }));
  return {
    reads: numbers.filter(({ channel }) => channel.readers.includes(name)).map(({ index }) => index),
    writes: numbers.filter(({ channel }) => channel.writer === name).map(({ index }) => index),
  };
}

/** On a kernel with fewer levels than tasks, the tasks on the last level have equal priority. */
function priorityOf({ rank }: Runnable, { preemptive, priorityLevels }: Capabilities): number {
  return preemptive && priorityLevels !== null ? Math.min(rank, priorityLevels - 1) : rank;
}

/** The bottom half releases the handler, at most once per period. */
function arrivalsOf(
  { element, kind, periodNs }: Runnable,
  offsetNs: Ns,
  { sporadic }: SimulationOptions,
): ArrivalTimes {
  if (kind === 'background' || periodNs === null) return { kind: 'never' };
  if (element === 'interrupt') return { kind: 'never', leastApartNs: periodNs };
  return kind === 'sporadic'
    ? { kind: 'sporadic', offsetNs, periodNs, extraNs: sporadic === 'random' ? periodNs : 0 }
    : { kind: 'periodic', offsetNs, periodNs };
}

/**
 * A background task without a budget runs forever, in runs as long as the shortest period or one
 * millisecond.
 */
const BACKGROUND_RUN_NS = 1_000_000;

function executionOf(
  { name, budgetNs }: Runnable,
  execution: Execution | null,
  recorded: SimulationOptions['recorded'],
): ExecutionTimes {
  const measured = recorded?.get(name);
  if (measured !== undefined && measured.length > 0) return { kind: 'recorded', ns: measured };
  if (execution !== null) return drawnFrom(execution);
  return { kind: 'constant', ns: budgetNs ?? BACKGROUND_RUN_NS };
}

function drawnFrom({ shape, leastUs, mostUs, rarePercent }: Execution): ExecutionTimes {
  const [leastNs, mostNs] = [nsOfUs(leastUs), nsOfUs(mostUs)];
  switch (shape) {
    case 'constant':
      return { kind: 'constant', ns: mostNs };
    case 'uniform':
      return { kind: 'uniform', leastNs, mostNs };
    case 'bimodal':
      return { kind: 'bimodal', usualNs: leastNs, rareNs: mostNs, rareShare: rarePercent / 100 };
  }
}

/** The runtime, and the kernels that enforce budgets, use sporadic servers. */
function serverOf(
  budget: Pick<ServerParameters, 'budgetNs' | 'periodNs'>,
  { server, capabilities }: SimulationOptions,
): ServerParameters | null {
  if (server === 'none') return null;
  if (server === undefined && capabilities.budgets === 'monitored') return null;
  return { ...budget, kind: server ?? 'sporadic' };
}

/**
 * When a job holds its resources. The sketch gives durations but no times, so the job holds them in
 * sequence in the middle of its execution, in sketch order.
 */
function sectionsOf({ resources }: System, { index, budgetNs }: Runnable): SectionTimes[] {
  const lengths = resources.flatMap(({ users }, resource) =>
    users.filter(({ runnable }) => runnable === index).map(({ lengthNs }) => ({ resource, lengthNs })),
  );
  const total = lengths.reduce((sum, { lengthNs }) => sum + lengthNs, 0);
  let atNs = Math.max(0, Math.floor(((budgetNs ?? 0) - total) / 2));
  return lengths.map(({ resource, lengthNs }) => {
    const section = { resource, atNs, lengthNs };
    atNs += lengthNs;
    return section;
  });
}

function assumptionsOf({ interrupts, ioServer, tasks }: Sketch): string[] {
  const budgetOf = ({ ioBudgetUs }: Interrupt) => ioBudgetUs ?? ioServer?.budgetUs ?? null;
  const names = (chosen: readonly Interrupt[]) => chosen.map(({ name }) => `"${name}"`).join(', ');
  const never = interrupts.filter((interrupt) => budgetOf(interrupt) === 0);
  const storms = interrupts.filter((interrupt) => interrupt.arrivals === null && (budgetOf(interrupt) ?? 0) > 0);
  const endless = tasks.filter(({ kind, budgetUs }) => kind === 'background' && budgetUs === null);
  return [
    ...(storms.length > 0 ? [tr`Interrupt ${names(storms)} arrives as often as its I/O budget allows.`] : []),
    ...(never.length > 0 ? [tr`Interrupt ${names(never)} never arrives: its I/O budget is 0.`] : []),
    ...endless.map(({ name }) => tr`Background task "${name}" is simulated in runs of 1 ms.`),
  ];
}
