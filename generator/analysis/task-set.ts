/**
 * From the sketch to the numbers that the tests work on: whole nanoseconds, priorities decided, overheads added.
 *
 * An **entity** is what competes for the processor: a task, or the handler of an interrupt on its Main VCPU. What is
 * served above all of them — top and bottom halves, the release timer, the tick — is the **interrupt load**.
 */

import type { Capabilities } from '../platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../platform/overheads.ts';
import type { OverrunPolicy, Policy, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';
import type { IoServer } from '../system/io-servers.ts';
import type { Runnable } from '../system/runnables.ts';
import { type System, systemOf } from '../system/system.ts';
import { MAX_TIME_NS } from './arithmetic.ts';
import { shortName } from './format.ts';
import { servedWithinNs } from './overrun.ts';
import { type CriticalSection, sectionsOf, withResourceBlocking } from './sections.ts';
import { type InterruptLoad, interruptLoadOf, unlimitedOf } from './servers/interrupt-load.ts';

export interface Entity {
  readonly kind: 'task' | 'handler';
  readonly name: string;
  /** Index in `sketch.tasks` or `sketch.interrupts`. */
  readonly source: number;
  readonly periodNs: Ns;
  /** C as declared. */
  readonly budgetNs: Ns;
  /** C plus what the runtime spends on one job: C + 2·c_sw (preemptive) or C + dispatch, and telemetry. */
  readonly costNs: Ns;
  readonly deadlineNs: Ns;
  /** What becomes of a release that finds a job running. */
  readonly overrun: OverrunPolicy;
  /** Releases that catch-up and demote keep. */
  readonly catchUpLimit: number;
  /** The longest R with which that policy runs a job for every release (overrun.ts). */
  readonly servedWithinNs: Ns;
  readonly jitterNs: Ns;
  /** What of the jitter is no property of the task but a bound on how long another core's work holds its release up. */
  readonly releaseDelayNs: Ns;
  /** What its server adds to the jitter that the others see of it; 0 of a sporadic one. */
  readonly backToBackNs: Ns;
  readonly offsetNs: Ns;
  /** It arrives at offset + k·T; else that far apart at least. */
  readonly periodic: boolean;
  /** 0 is the most urgent. Equal only where the kernel serves them first come, first served. */
  readonly rank: number;
  /** B: longest critical section of a lower-priority task whose ceiling reaches this one, and what others overdraw in theirs. */
  readonly resourceBlockingNs: Ns;
  /** Where it may run, as in the sketch: its core or null, and a subset of the cores or none. Handlers: core 0. */
  readonly core: number | null;
  readonly affinity: readonly number[];
}

export interface BackgroundTask {
  readonly name: string;
  /** Longest single run as declared; null when nothing is declared. */
  readonly budgetNs: Ns | null;
  /** The same with what the runtime spends on it. */
  readonly costNs: Ns | null;
}

export interface TaskSet {
  /** In order of priority, most urgent first; under EDF by relative deadline, the preemption level. */
  readonly entities: readonly Entity[];
  readonly interruptLoad: readonly InterruptLoad[];
  /** Those that have a budget. */
  readonly ioServers: readonly IoServer[];
  readonly background: readonly BackgroundTask[];
  /** Empty without preemption, where no job can come in between. */
  readonly sections: readonly CriticalSection[];
  readonly policy: Policy;
  readonly cores: number;
  /** Cores that share a ready queue; all: global scheduling, 1: partitioned. */
  readonly clusterCores: number;
  readonly capabilities: Capabilities;
  readonly overheads: Overheads;
  /** Why these numbers cannot be analysed at all; null when they can. */
  readonly refusal: string | null;
}

/** @param measured the target's on this board; `NO_OVERHEADS` judges the textbook case. */
export function buildTaskSet(sketch: Sketch, capabilities: Capabilities, measured: Overheads = NO_OVERHEADS): TaskSet {
  const system = systemOf(sketch);
  const overheads = overheadsOf(measured, sketch);
  const entities = entitiesOf(system, capabilities, overheads);
  // A server without a budget serves nothing.
  const ioServers = system.ioServers.filter(({ budgetNs }) => budgetNs > 0);
  const sections = capabilities.preemptive ? sectionsOf(entities, sketch, system, capabilities, overheads) : [];
  return {
    entities: withResourceBlocking(entities, sections),
    sections,
    interruptLoad: interruptLoadOf(sketch, ioServers, inDrawingOrder(entities), overheads, capabilities),
    ioServers,
    background: system.runnables
      .filter(({ kind }) => kind === 'background')
      .map(({ name, budgetNs }) => ({
        name,
        budgetNs,
        costNs: budgetNs === null ? null : budgetNs + perJobOverheadNs(capabilities, overheads),
      })),
    policy: sketch.policy,
    cores: system.cores,
    clusterCores: system.clusterCores,
    capabilities,
    overheads,
    refusal: refusalOf(sketch) ?? unlimitedOf(sketch, overheads) ?? serverRefusalOf(sketch, capabilities),
  };
}

/** One switch among so many tasks. EDF compares deadlines at each; fixed priorities do not pay for that. */
function switchNs(measured: Overheads, policy: Policy, count: number): number {
  const { contextSwitchNs, contextSwitchPerTaskNs = 0 } = measured;
  if (policy !== 'edf') return contextSwitchNs + count * contextSwitchPerTaskNs;
  const { edfSwitchNs = contextSwitchNs, edfSwitchPerTaskNs = contextSwitchPerTaskNs } = measured;
  return edfSwitchNs + count * edfSwitchPerTaskNs;
}

/** One release among so many tasks. Where the kernel preempts, EDF looks for the most urgent job at each. */
function releaseNs(measured: Overheads, policy: Policy, count: number): number {
  const { releaseNs: baseNs, releasePerTaskNs = 0 } = measured;
  if (policy !== 'edf') return baseNs + count * releasePerTaskNs;
  const { edfReleaseNs = baseNs, edfReleasePerTaskNs = releasePerTaskNs } = measured;
  return edfReleaseNs + count * edfReleasePerTaskNs;
}

/** The figures for as many tasks, and the policy, as the sketch has. */
function overheadsOf(measured: Overheads, { tasks, interrupts, policy }: Sketch): Overheads {
  const count = tasks.length + interrupts.length;
  return {
    ...measured,
    contextSwitchNs: switchNs(measured, policy, count),
    releaseNs: releaseNs(measured, policy, count) + (interrupts.length > 0 ? (measured.interrupts?.releaseNs ?? 0) : 0),
    blockingNs: measured.blockingNs + count * (measured.blockingPerTaskNs ?? 0),
    heldNs: (measured.heldNs ?? 0) + count * (measured.heldPerTaskNs ?? 0),
  };
}

function perJobOverheadNs(capabilities: Capabilities, overheads: Overheads): number {
  return (capabilities.preemptive ? 2 : 1) * overheads.contextSwitchNs + overheads.tracePerJobNs;
}

/**
 * What competes for the processor, in order of rank. Each has a level of its own, as in the programs that are generated. Where there
 * are more than the kernel has levels, the least urgent ones share the last.
 */
function entitiesOf({ byRank }: System, capabilities: Capabilities, overheads: Overheads): Entity[] {
  const entities = byRank.flatMap((runnable) => entityOf(runnable, capabilities, overheads));
  const levels = (capabilities.preemptive ? capabilities.priorityLevels : null) ?? entities.length;
  return entities.map((entity, index) => ({ ...entity, rank: Math.min(index, levels - 1) }));
}

/** Nothing where a time is missing: a background task, or a handler without a period, which is refused elsewhere. */
function entityOf(runnable: Runnable, capabilities: Capabilities, overheads: Overheads): Entity[] {
  const { element, kind, name, source, periodNs, budgetNs, deadlineNs, jitterNs, offsetNs, core, affinity } = runnable;
  const { overrun, catchUpLimit } = runnable;
  if (periodNs === null || budgetNs === null || deadlineNs === null) return [];
  if (element === 'interrupt' && !(periodNs > 0)) return [];
  return [
    {
      kind: element === 'task' ? 'task' : 'handler',
      name,
      source,
      periodNs,
      budgetNs,
      costNs: budgetNs + perJobOverheadNs(capabilities, overheads),
      deadlineNs,
      overrun,
      catchUpLimit,
      servedWithinNs: servedWithinNs(overrun, catchUpLimit, periodNs),
      jitterNs,
      releaseDelayNs: 0,
      backToBackNs: backToBackNs(periodNs, budgetNs, capabilities),
      offsetNs,
      periodic: kind === 'periodic',
      rank: 0,
      resourceBlockingNs: 0,
      core,
      affinity,
    },
  ];
}

/** Tasks as drawn, then handlers. */
const inDrawingOrder = (entities: readonly Entity[]): Entity[] =>
  entities.toSorted((a, b) => Number(a.kind === 'handler') - Number(b.kind === 'handler') || a.source - b.source);

/**
 * A deferrable server keeps its budget to the end of a period and has the next one right behind: in a window of length t it takes
 * at most ⌈(t + T − C)/T⌉·C, as if it were released up to T − C late. J. Strosnider, J. Lehoczky, L. Sha, IEEE Trans. Computers
 * 44(1), 1995.
 */
const backToBackNs = (periodNs: number, budgetNs: number, { server, budgets }: Capabilities): number =>
  server === 'deferrable' && budgets !== 'monitored' ? Math.max(0, periodNs - budgetNs) : 0;

/** These divide, or are what is judged: nothing lasts no time. */
const POSITIVE: ReadonlySet<string> = new Set(['periodUs', 'deadlineUs', 'ioPeriodUs']);

/** What is wrong with one time; null: nothing. */
function wrongTime(field: string, valueUs: number, isTask: boolean): string | null {
  const least = POSITIVE.has(field) || (isTask && field === 'budgetUs') ? 1 : 0;
  if (!Number.isInteger(valueUs) || valueUs < least) {
    return `is not a whole number of microseconds, at least ${least}. Give it one.`;
  }
  if (nsOfUs(valueUs) <= MAX_TIME_NS) return null;
  return 'is above 52 days, which cannot be analysed exactly. Choose a smaller time.';
}

/** Every time of the sketch must be one, and stay exact; names the first that does not. */
function refusalOf(sketch: Sketch): string | null {
  const named: readonly (readonly [string, object, isTask: boolean])[] = [
    ...sketch.tasks.map((task) => [`task "${shortName(task.name)}"`, task, true] as const),
    ...sketch.interrupts.map((interrupt) => [`interrupt "${shortName(interrupt.name)}"`, interrupt, false] as const),
    ...sketch.interrupts
      .filter(({ handlerBudgetUs }) => handlerBudgetUs > 0)
      .map(
        ({ name, handlerPeriodUs: periodUs }) => [`the handler of "${shortName(name)}"`, { periodUs }, false] as const,
      ),
    ...(sketch.ioServer === null ? [] : [['the I/O server', sketch.ioServer, false] as const]),
    ...sketch.resources.flatMap((r) =>
      r.users.map((user) => [`resource "${shortName(r.name)}"`, user, false] as const),
    ),
  ];
  for (const [name, element, isTask] of named) {
    for (const [field, value] of Object.entries(element)) {
      if (!field.endsWith('Us') || typeof value !== 'number') continue;
      const wrong = wrongTime(field, value, isTask);
      if (wrong !== null) return `${field} of ${name} ${wrong}`;
    }
  }
  return null;
}

function serverRefusalOf({ policy, cores }: Sketch, { server, label }: Capabilities): string | null {
  if (server === undefined || server === 'sporadic') return null;
  if (cores > 1) return `${label} keeps budgets by ${server} servers, and no test knows these on several cores.`;
  if ((server === 'constant-bandwidth') === (policy === 'edf')) return null;
  return server === 'deferrable'
    ? 'no test knows deferrable servers under earliest deadline first. Choose fixed priorities.'
    : 'constant-bandwidth servers order tasks by deadlines. Set the policy to "edf".';
}

/** Whether nothing keeps the tasks from being released together. */
export const startsTogether = (set: TaskSet): boolean => set.entities.every((entity) => entity.offsetNs === 0);

/** Whether another entity is served first come, first served with this one. Entities are in order of rank. */
export function sharesRank({ entities }: TaskSet, index: number): boolean {
  const rank = entities[index]?.rank;
  return entities[index - 1]?.rank === rank || entities[index + 1]?.rank === rank;
}

/**
 * What is sure to be asked for: the declared budgets, without all that is only an upper bound. A deadline that is missed
 * even so is a proof. The set itself where there is nothing else, so that nobody asks the same twice.
 */
export function certainPart(set: TaskSet): TaskSet {
  if (isCertain(set)) return set;
  return {
    ...set,
    entities: set.entities.map((entity) => ({
      ...entity,
      costNs: entity.budgetNs,
      jitterNs: entity.jitterNs - entity.releaseDelayNs,
      releaseDelayNs: 0,
      // A job that is in its section has begun it.
      resourceBlockingNs: Math.max(0, entity.resourceBlockingNs - 1),
    })),
    interruptLoad: [],
    sections: set.sections.map((section) => ({ ...section, lengthNs: Math.max(0, section.lengthNs - 1) })),
    background: set.background.map((task) => ({ ...task, costNs: task.budgetNs })),
    overheads: NO_OVERHEADS,
  };
}

function isCertain({ entities, interruptLoad, sections, background, overheads }: TaskSet): boolean {
  const nothingMore = interruptLoad.length === 0 && sections.length === 0 && overheads.blockingNs === 0;
  return (
    nothingMore &&
    entities.every((e) => e.costNs === e.budgetNs && e.releaseDelayNs === 0 && e.resourceBlockingNs === 0) &&
    background.every(({ costNs, budgetNs }) => costNs === budgetNs)
  );
}

/** All that recurs for ever, and so has a utilization. */
export function recurringLoad(
  set: TaskSet,
): readonly { readonly name: string; readonly costNs: number; readonly periodNs: number }[] {
  return [...set.entities, ...set.interruptLoad.filter((load) => load.most === undefined)];
}

/** C'/T summed over entities and interrupt load, for display and as a quick filter. */
export function utilizationOf(set: TaskSet): number {
  return recurringLoad(set).reduce((total, item) => total + item.costNs / item.periodNs, 0);
}
