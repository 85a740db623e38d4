/**
 * From the sketch to the numbers that the tests work on: whole nanoseconds, priorities decided, overheads added.
 *
 * An **entity** is what competes for the processor: a task, or the handler of an interrupt on its Main VCPU. What is
 * served above all of them — top and bottom halves, the release timer, the tick — is the **interrupt load**.
 */
import {
  deadlineUsOf,
  type Interrupt,
  type OverrunPolicy,
  type Policy,
  type Sketch,
  TASK_DEFAULTS,
  type Task,
} from '../sketch/model.ts';
import { type Capabilities, NO_OVERHEADS, type Overheads } from '../sketch/platform.ts';
import { MAX_TIME_NS } from './arithmetic.ts';
import { shortName } from './format.ts';
import { type InterruptLoad, type IoVcpu, interruptLoadOf, ioVcpusOf, unlimitedOf } from './interrupt-load.ts';
import { servedWithinNs } from './overrun.ts';
import { type CriticalSection, sectionsOf, withResourceBlocking } from './sections.ts';

export interface Entity {
  readonly kind: 'task' | 'handler';
  readonly name: string;
  /** Index in `sketch.tasks` or `sketch.interrupts`. */
  readonly source: number;
  readonly periodNs: number;
  /** C as declared. */
  readonly budgetNs: number;
  /** C plus what the runtime spends on one job: C + 2·c_sw (preemptive) or C + dispatch, and telemetry. */
  readonly costNs: number;
  readonly deadlineNs: number;
  /** What becomes of a release that finds a job running. */
  readonly overrun: OverrunPolicy;
  /** Releases that catch-up and demote keep. */
  readonly catchUpLimit: number;
  /** The longest R with which that policy runs a job for every release (overrun.ts). */
  readonly servedWithinNs: number;
  readonly jitterNs: number;
  /** What of the jitter is no property of the task but a bound on how long another core's work holds its release up. */
  readonly releaseDelayNs: number;
  /** What its server adds to the jitter that the others see of it; 0 of a sporadic one. */
  readonly backToBackNs: number;
  readonly offsetNs: number;
  /** It arrives at offset + k·T; else that far apart at least. */
  readonly periodic: boolean;
  /** 0 is the most urgent. Equal only where the kernel serves them first come, first served. */
  readonly rank: number;
  /** B: longest critical section of a lower-priority task whose ceiling reaches this one, and what others overdraw in theirs. */
  readonly resourceBlockingNs: number;
  /** Where it may run, as in the sketch: its core or null, and a subset of the cores or none. Handlers: core 0. */
  readonly core: number | null;
  readonly affinity: readonly number[];
}

export interface BackgroundTask {
  readonly name: string;
  /** Longest single run as declared; null when nothing is declared. */
  readonly budgetNs: number | null;
  /** The same with what the runtime spends on it. */
  readonly costNs: number | null;
}

export interface TaskSet {
  /** In order of priority, most urgent first; under EDF by relative deadline, the preemption level. */
  readonly entities: readonly Entity[];
  readonly interruptLoad: readonly InterruptLoad[];
  readonly ioVcpus: readonly IoVcpu[];
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

const NS_PER_US = 1000;

export type Draft = Omit<Entity, 'rank' | 'resourceBlockingNs'> & { readonly priority: number | null };

/** @param measured the target's on this board; `NO_OVERHEADS` judges the textbook case. */
export function buildTaskSet(sketch: Sketch, capabilities: Capabilities, measured: Overheads = NO_OVERHEADS): TaskSet {
  const overheads = overheadsOf(measured, sketch);
  const drafts = [
    ...sketch.tasks.flatMap((task, source) => taskDraft(task, source, capabilities, overheads)),
    ...sketch.interrupts.flatMap((interrupt, source) => handlerDraft(interrupt, source, capabilities, overheads)),
  ];
  const ranked = rankDrafts(drafts, sketch.policy, capabilities);
  const ioVcpus = ioVcpusOf(sketch);
  const sections = capabilities.preemptive ? sectionsOf(ranked, drafts, sketch, capabilities, overheads) : [];
  return {
    entities: withResourceBlocking(ranked, sections),
    sections,
    interruptLoad: interruptLoadOf(sketch, ioVcpus, drafts, overheads, capabilities),
    ioVcpus,
    background: sketch.tasks
      .filter((task) => task.kind === 'background')
      .map((task) => ({
        name: task.name,
        budgetNs: task.budgetUs === null ? null : task.budgetUs * NS_PER_US,
        costNs: task.budgetUs === null ? null : task.budgetUs * NS_PER_US + perJobOverheadNs(capabilities, overheads),
      })),
    policy: sketch.policy,
    cores: sketch.cores,
    clusterCores: Math.min(sketch.clusterCores ?? sketch.cores, sketch.cores),
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

/** The figures for as many tasks, and the policy, as the sketch has. */
function overheadsOf(measured: Overheads, { tasks, interrupts, policy }: Sketch): Overheads {
  const count = tasks.length + interrupts.length;
  return {
    ...measured,
    contextSwitchNs: switchNs(measured, policy, count),
    releaseNs:
      measured.releaseNs +
      count * (measured.releasePerTaskNs ?? 0) +
      (interrupts.length > 0 ? (measured.interrupts?.releaseNs ?? 0) : 0),
    blockingNs: measured.blockingNs + count * (measured.blockingPerTaskNs ?? 0),
    heldNs: (measured.heldNs ?? 0) + count * (measured.heldPerTaskNs ?? 0),
  };
}

function perJobOverheadNs(capabilities: Capabilities, overheads: Overheads): number {
  return (capabilities.preemptive ? 2 : 1) * overheads.contextSwitchNs + overheads.tracePerJobNs;
}

function taskDraft(task: Task, source: number, capabilities: Capabilities, overheads: Overheads): Draft[] {
  const deadlineUs = deadlineUsOf(task);
  if (task.kind === 'background' || task.periodUs === null || task.budgetUs === null || deadlineUs === null) return [];
  const budgetNs = task.budgetUs * NS_PER_US;
  return [
    {
      kind: 'task',
      name: task.name,
      source,
      periodNs: task.periodUs * NS_PER_US,
      budgetNs,
      costNs: budgetNs + perJobOverheadNs(capabilities, overheads),
      deadlineNs: deadlineUs * NS_PER_US,
      ...overrunOf(task, task.periodUs * NS_PER_US),
      jitterNs: task.jitterUs * NS_PER_US,
      releaseDelayNs: 0,
      backToBackNs: backToBackNs(task.periodUs * NS_PER_US, budgetNs, capabilities),
      offsetNs: task.offsetUs * NS_PER_US,
      periodic: task.kind === 'periodic',
      priority: task.priority,
      core: task.core,
      affinity: task.affinity,
    },
  ];
}

const overrunOf = (
  { overrun, catchUpLimit }: Pick<Task, 'overrun' | 'catchUpLimit'>,
  periodNs: number,
): Pick<Entity, 'overrun' | 'catchUpLimit' | 'servedWithinNs'> => ({
  overrun,
  catchUpLimit,
  servedWithinNs: servedWithinNs(overrun, catchUpLimit, periodNs),
});

/** The handler's Main VCPU (C_h, T_h): a sporadic server counts as a periodic task (Sprunt, Sha, Lehoczky 1989). */
function handlerDraft(interrupt: Interrupt, source: number, capabilities: Capabilities, overheads: Overheads): Draft[] {
  if (interrupt.handlerBudgetUs <= 0 || interrupt.handlerPeriodUs <= 0) return [];
  const budgetNs = interrupt.handlerBudgetUs * NS_PER_US;
  const periodNs = interrupt.handlerPeriodUs * NS_PER_US;
  return [
    {
      kind: 'handler',
      name: interrupt.name,
      source,
      periodNs,
      budgetNs,
      costNs: budgetNs + perJobOverheadNs(capabilities, overheads),
      deadlineNs: periodNs,
      ...overrunOf(TASK_DEFAULTS, periodNs),
      jitterNs: 0,
      releaseDelayNs: 0,
      backToBackNs: backToBackNs(periodNs, budgetNs, capabilities),
      offsetNs: 0,
      periodic: false,
      // Under fixed priorities a handler goes before the tasks: nobody gave it a number.
      priority: Number.MAX_SAFE_INTEGER,
      core: 0,
      affinity: [],
    },
  ];
}

/**
 * A deferrable server keeps its budget to the end of a period and has the next one right behind: in a window of length t it takes
 * at most ⌈(t + T − C)/T⌉·C, as if it were released up to T − C late. J. Strosnider, J. Lehoczky, L. Sha, IEEE Trans. Computers
 * 44(1), 1995.
 */
const backToBackNs = (periodNs: number, budgetNs: number, { server, budgets }: Capabilities): number =>
  server === 'deferrable' && budgets !== 'monitored' ? Math.max(0, periodNs - budgetNs) : 0;

/** Orders by policy; ties keep the drawing order. Array.prototype.sort is stable. */
function orderDrafts(drafts: readonly Draft[], policy: Policy): Draft[] {
  const key: Record<Policy, (draft: Draft) => number> = {
    'rate-monotonic': (draft) => draft.periodNs,
    'deadline-monotonic': (draft) => draft.deadlineNs,
    fixed: (draft) => -(draft.priority ?? Number.MIN_SAFE_INTEGER),
    // Preemption levels of the stack resource policy (Baker 1991).
    edf: (draft) => draft.deadlineNs,
  };
  return [...drafts].sort((a, b) => key[policy](a) - key[policy](b));
}

/**
 * Ranks, 0 first: each task has a level of its own, ties in drawing order, as in the programs that are generated. Where there are
 * more tasks than levels the least urgent ones share the last.
 */
function rankDrafts(drafts: readonly Draft[], policy: Policy, capabilities: Capabilities): Entity[] {
  const ordered = orderDrafts(drafts, policy);
  const levels = (capabilities.preemptive ? capabilities.priorityLevels : null) ?? ordered.length;
  return ordered.map((draft, index) => {
    const { priority: _given, ...entity } = draft;
    return { ...entity, rank: Math.min(index, levels - 1), resourceBlockingNs: 0 };
  });
}

/** These divide, or are what is judged: nothing lasts no time. */
const POSITIVE: ReadonlySet<string> = new Set(['periodUs', 'deadlineUs', 'ioPeriodUs']);

/** What is wrong with one time; null: nothing. */
function wrongTime(field: string, valueUs: number, isTask: boolean): string | null {
  const least = POSITIVE.has(field) || (isTask && field === 'budgetUs') ? 1 : 0;
  if (!Number.isInteger(valueUs) || valueUs < least) {
    return `is not a whole number of microseconds, at least ${least}. Give it one.`;
  }
  if (valueUs <= MAX_TIME_NS / NS_PER_US) return null;
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
