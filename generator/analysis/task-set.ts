/**
 * Converts a sketch to the numbers that the tests use: whole nanoseconds, ranks, and overheads
 * included.
 *
 * An **entity** competes for the processor: a task, or the handler of an interrupt on its Main
 * VCPU. The **interrupt load** preempts all entities: top and bottom halves, the release timer, the
 * tick.
 */

import { exhaustionOn } from '../platform/exhaustion.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { jobOverheadNs, NO_OVERHEADS, type Overheads, switchCostNs } from '../platform/overheads.ts';
import { vcpuBudgetNs } from '../platform/vcpu.ts';
import { libraryShortName } from '../sketch/libraries.ts';
import type { OverrunPolicy, Policy, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';
import type { IoServer } from '../system/io-servers.ts';
import { hasOwnDeadline, type Runnable } from '../system/runnables.ts';
import { handlerOfInterrupt, type System, systemOf } from '../system/system.ts';
import { tr } from '../words/tr.ts';
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
  /** C plus the overhead of one job: C + 2·c_sw (preemptive) or C + dispatch, and telemetry. */
  readonly costNs: Ns;
  readonly deadlineNs: Ns;
  /** What happens to a release that occurs while a job is running. */
  readonly overrun: OverrunPolicy;
  /** Number of releases that catch-up and demote keep. */
  readonly catchUpLimit: number;
  /** The longest R for which that policy runs a job for every release (overrun.ts). */
  readonly servedWithinNs: Ns;
  readonly jitterNs: Ns;
  /**
   * The part of the jitter that is not declared for the task but bounds how long another core can
   * delay its release.
   */
  readonly releaseDelayNs: Ns;
  /**
   * Jitter that the task's server adds from the view of the other tasks; 0 for a sporadic server.
   */
  readonly backToBackNs: Ns;
  readonly offsetNs: Ns;
  /** Whether the task arrives at offset + k·T. Otherwise arrivals are at least T apart. */
  readonly periodic: boolean;
  /**
   * 0 is the most urgent. Entities of equal ranks delay each other: the kernel runs them first come,
   * first served, or VCPUs in turn.
   */
  readonly rank: number;
  /**
   * B: the longest critical section of a lower-priority task with a ceiling at or above this rank,
   * plus the overdrafts of other tasks.
   */
  readonly resourceBlockingNs: Ns;
  /**
   * Where the entity may run, as in the sketch: its core or null, and a subset of the cores or
   * none. Handlers run on core 0.
   */
  readonly core: number | null;
  readonly affinity: readonly number[];
}

export interface BackgroundTask {
  readonly name: string;
  /** Longest single run as declared; null if nothing is declared. */
  readonly budgetNs: Ns | null;
  /** The same, plus the overhead of one run. */
  readonly costNs: Ns | null;
}

export interface TaskSet {
  /**
   * By priority, most urgent first. Under EDF by relative deadline, which is the preemption level.
   */
  readonly entities: readonly Entity[];
  readonly interruptLoad: readonly InterruptLoad[];
  /** The servers with a budget. */
  readonly ioServers: readonly IoServer[];
  readonly background: readonly BackgroundTask[];
  /** Empty without preemption, because no job can preempt a critical section. */
  readonly sections: readonly CriticalSection[];
  readonly policy: Policy;
  readonly cores: number;
  /**
   * Number of cores that share a ready queue. All cores: global scheduling. 1: partitioned
   * scheduling.
   */
  readonly clusterCores: number;
  readonly capabilities: Capabilities;
  readonly overheads: Overheads;
  /** Why these numbers cannot be analysed; null if they can. */
  readonly refusal: string | null;
}

/**
 * @param measured the overheads of the target on this board; `NO_OVERHEADS` for the textbook case.
 */
export function buildTaskSet(sketch: Sketch, capabilities: Capabilities, measured: Overheads = NO_OVERHEADS): TaskSet {
  const system = systemOf(sketch);
  const overheads = overheadsOf(measured, sketch, system);
  const entities = entitiesOf(system, capabilities, overheads);
  const sections = capabilities.preemptive ? sectionsOf(entities, sketch, system, capabilities, overheads) : [];
  return {
    entities: withResourceBlocking(entities, sections),
    sections,
    interruptLoad: interruptLoadOf(sketch, system.deliveringServers, inDrawingOrder(entities), overheads, capabilities),
    ioServers: system.deliveringServers,
    background: system.runnables
      .filter(({ kind }) => kind === 'background')
      .map(({ name, budgetNs }) => ({
        name,
        budgetNs,
        costNs: budgetNs === null ? null : budgetNs + jobOverheadNs(capabilities, overheads),
      })),
    policy: sketch.policy,
    cores: system.cores,
    clusterCores: system.clusterCores,
    capabilities,
    overheads,
    refusal:
      refusalOf(sketch) ??
      unmeasuredOf(sketch, measured) ??
      unlimitedOf(sketch, overheads) ??
      serverRefusalOf(sketch, capabilities),
  };
}

/**
 * Cost of one release with this number of tasks. On a preemptive kernel, EDF searches the most
 * urgent job at each release.
 */
function releaseNs(measured: Overheads, policy: Policy, count: number): number {
  const { releaseNs: baseNs, releasePerTaskNs = 0 } = measured;
  if (policy !== 'edf') return baseNs + count * releasePerTaskNs;
  const { edfReleaseNs = baseNs, edfReleasePerTaskNs = releasePerTaskNs } = measured;
  return edfReleaseNs + count * edfReleasePerTaskNs;
}

/** The overheads for the sketch's policy, number of tasks and deadlines. */
function overheadsOf(measured: Overheads, { tasks, interrupts, libraries, policy }: Sketch, system: System): Overheads {
  const count = tasks.length + interrupts.length;
  const watchNs = system.runnables.some((one) => hasOwnDeadline(one, one.kind === 'periodic'))
    ? (measured.watchNs ?? 0) + count * (measured.watchPerTaskNs ?? 0)
    : 0;
  const ofLibraries = libraries.flatMap((library) => measured.libraryLoads?.[libraryShortName(library)] ?? []);
  return {
    ...measured,
    ...(ofLibraries.length > 0 && { loads: [...(measured.loads ?? []), ...ofLibraries] }),
    contextSwitchNs: switchCostNs(measured, policy, count),
    releaseNs:
      releaseNs(measured, policy, count) +
      (interrupts.length > 0 ? (measured.interrupts?.releaseNs ?? 0) : 0) +
      watchNs,
    deadlineNs: (measured.deadlineNs ?? 0) + count * (measured.deadlinePerTaskNs ?? 0),
    blockingNs: measured.blockingNs + count * (measured.blockingPerTaskNs ?? 0) + watchNs,
    ...(measured.sectionNs !== undefined && { sectionNs: measured.sectionNs + watchNs }),
    ...(measured.stopNs !== undefined && { stopNs: measured.stopNs + watchNs }),
    ...(measured.interrupts && {
      interrupts: { ...measured.interrupts, deliveryNs: measured.interrupts.deliveryNs + watchNs },
    }),
    heldNs: (measured.heldNs ?? 0) + count * (measured.heldPerTaskNs ?? 0),
  };
}

/** C plus the overhead of one job. Where the kernel enforces budgets, a job may take the whole budget of its VCPU. */
function costNs(
  runnable: Runnable,
  times: { readonly budgetNs: Ns; readonly periodNs: Ns },
  capabilities: Capabilities,
  overheads: Overheads,
): Ns {
  const ownNs = jobOverheadNs(capabilities, overheads) + stopNs(runnable, capabilities, overheads);
  return capabilities.budgets === 'native'
    ? vcpuBudgetNs(times, ownNs, capabilities, overheads)
    : times.budgetNs + ownNs;
}

/** What the stop of a job takes beyond its budget. */
const stopNs = (runnable: Runnable, capabilities: Capabilities, overheads: Overheads): number =>
  exhaustionOn(capabilities, runnable) === 'stop' ? (overheads.stopNs ?? 0) : 0;

/**
 * The entities in order of rank. Each has a level of its own, as in generated programs. If the
 * kernel has fewer levels, the least urgent entities share the last one. Entities with equal periods
 * share a level where the kernel lets them take turns.
 */
function entitiesOf({ byRank }: System, capabilities: Capabilities, overheads: Overheads): Entity[] {
  const entities = byRank.flatMap((runnable) => entityOf(runnable, capabilities, overheads));
  const levels = (capabilities.preemptive ? capabilities.priorityLevels : null) ?? entities.length;
  const rankOf = ({ periodNs }: Entity, index: number): number =>
    capabilities.equalPeriods === 'turns'
      ? entities.findIndex((other) => other.periodNs === periodNs)
      : Math.min(index, levels - 1);
  return entities.map((entity, index) => ({ ...entity, rank: rankOf(entity, index) }));
}

/**
 * Empty if a time is missing: for a background task, or for a handler without a period, which is
 * rejected elsewhere.
 */
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
      costNs: costNs(runnable, { budgetNs, periodNs }, capabilities, overheads),
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

/** Tasks in sketch order, then handlers. */
const inDrawingOrder = (entities: readonly Entity[]): Entity[] =>
  entities.toSorted((a, b) => Number(a.kind === 'handler') - Number(b.kind === 'handler') || a.source - b.source);

/**
 * A deferrable server can keep its budget until the end of a period and use the next one right
 * after it. In a window of length t it uses at most ⌈(t + T − C)/T⌉·C, as if it were released up to
 * T − C late. J. Strosnider, J. Lehoczky, L. Sha, IEEE Trans. Computers 44(1), 1995.
 */
const backToBackNs = (periodNs: number, budgetNs: number, { server, budgets }: Capabilities): number =>
  server === 'deferrable' && budgets !== 'monitored' ? Math.max(0, periodNs - budgetNs) : 0;

/** Times that must not be zero, because the tests divide by them or compare with them. */
const POSITIVE: ReadonlySet<string> = new Set(['periodUs', 'deadlineUs', 'ioPeriodUs']);

/** What is wrong with one time; null if nothing is. */
function wrongTime(field: string, valueUs: number, isTask: boolean): string | null {
  const least = POSITIVE.has(field) || (isTask && field === 'budgetUs') ? 1 : 0;
  if (!Number.isInteger(valueUs) || valueUs < least) {
    return tr`is not a whole number of microseconds, at least ${least}. Give it one.`;
  }
  if (nsOfUs(valueUs) <= MAX_TIME_NS) return null;
  return tr`is above 52 days, which cannot be analysed exactly. Choose a smaller time.`;
}

/**
 * Names the first time of the sketch that is not valid or would not stay exact; null if all are
 * valid.
 */
function refusalOf(sketch: Sketch): string | null {
  const named: readonly (readonly [() => string, object, isTask: boolean])[] = [
    ...sketch.tasks.map((task) => [() => tr`task "${shortName(task.name)}"`, task, true] as const),
    ...sketch.interrupts.map(
      (interrupt) => [() => tr`interrupt "${shortName(interrupt.name)}"`, interrupt, false] as const,
    ),
    ...sketch.interrupts
      .filter((_, index) => handlerOfInterrupt(sketch, index) !== null)
      .map(
        ({ name, handlerPeriodUs: periodUs }) =>
          [() => tr`the handler of "${shortName(name)}"`, { periodUs }, false] as const,
      ),
    ...(sketch.ioServer === null ? [] : [[() => tr`the I/O server`, sketch.ioServer, false] as const]),
    ...sketch.resources.flatMap((r) =>
      r.users.map((user) => [() => tr`resource "${shortName(r.name)}"`, user, false] as const),
    ),
  ];
  for (const [name, element, isTask] of named) {
    for (const [field, value] of Object.entries(element)) {
      if (!field.endsWith('Us') || typeof value !== 'number') continue;
      const wrong = wrongTime(field, value, isTask);
      if (wrong !== null) return tr`${field} of ${name()} ${wrong}`;
    }
  }
  return null;
}

/** Overheads without those of interrupts bound nothing in a sketch that has some. */
function unmeasuredOf({ interrupts }: Sketch, measured: Overheads): string | null {
  const [first] = interrupts;
  if (first === undefined || measured === NO_OVERHEADS || measured.interrupts !== undefined) return null;
  return tr`what an interrupt costs on this board is not known, so nothing is bounded beside "${shortName(first.name)}". Remove the interrupt and poll its pin in a task, or choose another board.`;
}

function serverRefusalOf({ policy, cores }: Sketch, { server, label }: Capabilities): string | null {
  if (server === undefined || server === 'sporadic') return null;
  if (cores > 1)
    return tr`${label} enforces budgets with ${server} servers, and no test supports these on several cores.`;
  if ((server === 'constant-bandwidth') === (policy === 'edf')) return null;
  return server === 'deferrable'
    ? tr`no test supports deferrable servers under earliest deadline first. Choose fixed priorities.`
    : tr`constant-bandwidth servers order tasks by deadlines. Set the policy to "edf".`;
}

/** Whether all tasks can be released together. */
export const startsTogether = (set: TaskSet): boolean => set.entities.every((entity) => entity.offsetNs === 0);

/**
 * Whether another entity shares the rank of this one, so that they run first come, first served.
 * Entities are in order of rank.
 */
export function sharesRank({ entities }: TaskSet, index: number): boolean {
  const rank = entities[index]?.rank;
  return entities[index - 1]?.rank === rank || entities[index + 1]?.rank === rank;
}

/**
 * The certain part of the demand: the declared budgets, without anything that is only an upper
 * bound. A deadline that is missed with this part alone is a proof. Returns the set itself if
 * nothing was removed, so that callers do not repeat the same test.
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
      // A job inside its critical section has already started it.
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

/** The loads that recur without limit and therefore have a utilization. */
export function recurringLoad(
  set: TaskSet,
): readonly { readonly name: string; readonly costNs: number; readonly periodNs: number }[] {
  return [...set.entities, ...set.interruptLoad.filter((load) => load.most === undefined)];
}

/** C'/T summed over entities and interrupt load, for display and as a quick filter. */
export function utilizationOf(set: TaskSet): number {
  return recurringLoad(set).reduce((total, item) => total + item.costNs / item.periodNs, 0);
}
