/**
 * From the sketch to the numbers that the tests work on: whole nanoseconds, priorities decided, overheads added.
 *
 * An **entity** is what competes for the processor: a task, or the handler of an interrupt on its Main VCPU. What is
 * served above all of them — top and bottom halves, the release timer, the tick — is the **interrupt load**.
 */
import { deadlineUsOf, type Interrupt, type Policy, type Sketch, type Task } from '../sketch/model.ts';
import { type Capabilities, NO_OVERHEADS, type Overheads } from '../sketch/platform.ts';
import { MAX_TIME_NS } from './arithmetic.ts';
import { shortName } from './format.ts';

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
  readonly jitterNs: number;
  readonly offsetNs: number;
  /** 0 is the most urgent. Equal only where the kernel serves them first come, first served. */
  readonly rank: number;
  /** B: longest critical section of a lower-priority task whose ceiling reaches this one (priority ceiling). */
  readonly resourceBlockingNs: number;
}

/** Demand served above every task: at most ⌈(t + jitter)/period⌉ · cost in any window of length t. */
export interface InterruptLoad {
  /** io: a budgeted interrupt of the sketch; runtime: the release timer or the tick. */
  readonly origin: 'io' | 'runtime';
  readonly name: string;
  readonly periodNs: number;
  readonly costNs: number;
  readonly jitterNs: number;
  /** At most so many times in a busy period; not given: for ever. */
  readonly most?: number;
}

export interface IoVcpu {
  readonly name: string;
  readonly budgetNs: number;
  readonly periodNs: number;
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
  readonly policy: Policy;
  readonly cores: number;
  readonly capabilities: Capabilities;
  readonly overheads: Overheads;
  /** Why these numbers cannot be analysed at all; null when they can. */
  readonly refusal: string | null;
}

const NS_PER_US = 1000;

type Draft = Omit<Entity, 'rank' | 'resourceBlockingNs'> & { readonly priority: number | null };

/** @param measured the target's on this board; `NO_OVERHEADS` judges the textbook case. */
export function buildTaskSet(sketch: Sketch, capabilities: Capabilities, measured: Overheads = NO_OVERHEADS): TaskSet {
  const overheads = overheadsOf(measured, sketch);
  const drafts = [
    ...sketch.tasks.flatMap((task, source) => taskDraft(task, source, capabilities, overheads)),
    ...sketch.interrupts.flatMap((interrupt, source) => handlerDraft(interrupt, source, capabilities, overheads)),
  ];
  const ranked = rankDrafts(drafts, sketch.policy, capabilities);
  const ioVcpus = ioVcpusOf(sketch);
  return {
    entities: capabilities.preemptive ? withResourceBlocking(ranked, sectionsOf(ranked, drafts, sketch)) : ranked,
    interruptLoad: interruptLoadOf(sketch, ioVcpus, drafts, overheads),
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
    capabilities,
    overheads,
    refusal: refusalOf(sketch) ?? unlimitedOf(sketch),
  };
}

/** The figures for as many tasks, and the policy, as the sketch has. */
function overheadsOf(measured: Overheads, { tasks, interrupts, policy }: Sketch): Overheads {
  const count = tasks.length + interrupts.length;
  const perTask = measured.contextSwitchPerTaskNs ?? 0;
  return {
    ...measured,
    contextSwitchNs:
      measured.contextSwitchNs + count * (policy === 'edf' ? (measured.edfSwitchPerTaskNs ?? perTask) : perTask),
    releaseNs: measured.releaseNs + count * (measured.releasePerTaskNs ?? 0),
    blockingNs: measured.blockingNs + count * (measured.blockingPerTaskNs ?? 0),
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
      jitterNs: task.jitterUs * NS_PER_US,
      offsetNs: task.offsetUs * NS_PER_US,
      priority: task.priority,
    },
  ];
}

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
      jitterNs: 0,
      offsetNs: 0,
      // Under fixed priorities a handler goes before the tasks: nobody gave it a number.
      priority: Number.MAX_SAFE_INTEGER,
    },
  ];
}

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
 * Ranks, 0 first. Where every task can have a level of its own, ties are broken by drawing order. Tasks to which the
 * user gave equal fixed priorities share a level on a preemptive kernel; and where there are more tasks than levels the
 * least urgent ones share the last.
 */
function rankDrafts(drafts: readonly Draft[], policy: Policy, capabilities: Capabilities): Entity[] {
  const ordered = orderDrafts(drafts, policy);
  const sharesGiven = policy === 'fixed' && capabilities.preemptive;
  const lastLevel = (capabilities.preemptive ? capabilities.priorityLevels : null) ?? ordered.length;
  let level = -1;
  return ordered.map((draft, index) => {
    const previous = ordered[index - 1];
    if (previous === undefined || !sharesGiven || previous.priority !== draft.priority) level += 1;
    const { priority: _given, ...entity } = draft;
    return { ...entity, rank: Math.min(level, lastLevel - 1), resourceBlockingNs: 0 };
  });
}

/** Of one task's use of one resource. Ranks as of entities; a background task's is infinite. */
interface Section {
  readonly name: string;
  readonly rank: number;
  /** Rank of the most urgent task that may want the resource. */
  readonly ceiling: number;
  readonly lengthNs: number;
}

function sectionsOf(entities: readonly Entity[], drafts: readonly Draft[], sketch: Sketch): Section[] {
  const rankOf = new Map(entities.filter((e) => e.kind === 'task').map((entity) => [entity.name, entity.rank]));
  return sketch.resources.flatMap((resource) => {
    const ranks = resource.users.flatMap((user) => rankOf.get(user.task) ?? []);
    const ceiling = Math.min(...ranks, givenCeiling(entities, drafts, sketch.policy, resource.ceiling));
    return resource.users.map((user) => ({
      name: user.task,
      ceiling,
      rank: rankOf.get(user.task) ?? Number.POSITIVE_INFINITY,
      lengthNs: user.criticalSectionUs * NS_PER_US,
    }));
  });
}

/**
 * A ceiling given by hand is a priority, so it counts under the policy `fixed` alone: it holds off every task of that
 * priority or a lower one. Below a user's own priority it changes nothing.
 */
function givenCeiling(
  entities: readonly Entity[],
  drafts: readonly Draft[],
  policy: Policy,
  ceiling: number | null,
): number {
  if (policy !== 'fixed' || ceiling === null) return Number.POSITIVE_INFINITY;
  const priorityOf = new Map(drafts.filter((d) => d.kind === 'task').map(({ name, priority }) => [name, priority]));
  const held = entities.filter(
    (e) => e.kind === 'task' && (priorityOf.get(e.name) ?? Number.NEGATIVE_INFINITY) <= ceiling,
  );
  return Math.min(...held.map((entity) => entity.rank));
}

/** B_i under the priority ceiling protocol: Sha, Rajkumar, Lehoczky 1990. */
function withResourceBlocking(entities: readonly Entity[], sections: readonly Section[]): Entity[] {
  if (sections.length === 0) return [...entities];
  return entities.map((entity) => {
    const blocking = sections.filter((section) => section.rank > entity.rank && section.ceiling <= entity.rank);
    return { ...entity, resourceBlockingNs: Math.max(0, ...blocking.map((section) => section.lengthNs)) };
  });
}

function ioVcpusOf(sketch: Sketch): IoVcpu[] {
  const own = sketch.interrupts.flatMap((interrupt) =>
    interrupt.ioBudgetUs !== null && interrupt.ioPeriodUs !== null && interrupt.ioBudgetUs > 0
      ? [
          {
            name: interrupt.name,
            budgetNs: interrupt.ioBudgetUs * NS_PER_US,
            periodNs: interrupt.ioPeriodUs * NS_PER_US,
          },
        ]
      : [],
  );
  const server = sketch.ioServer;
  const shared = server !== null && server.budgetUs > 0 && sketch.interrupts.some((i) => i.ioBudgetUs === null);
  return shared
    ? [...own, { name: 'I/O server', budgetNs: server.budgetUs * NS_PER_US, periodNs: server.periodUs * NS_PER_US }]
    : own;
}

/**
 * An I/O server can spend its budget at the end of one period and again at the start of the next (Danish, Li, West
 * 2011, the reason of (2 − U)·U): release jitter T − C covers that back-to-back hit. A masked interrupt comes through
 * once a replenishment, so its top half is charged once a server period.
 */
function interruptLoadOf(
  sketch: Sketch,
  ioVcpus: readonly IoVcpu[],
  drafts: readonly Draft[],
  overheads: Overheads,
): InterruptLoad[] {
  const topHalfNs = (name: string) =>
    NS_PER_US *
    sketch.interrupts
      .filter((interrupt) => (interrupt.ioBudgetUs === null ? name === 'I/O server' : interrupt.name === name))
      .reduce((sum, interrupt) => sum + interrupt.topHalfUs, 0);
  const load: InterruptLoad[] = ioVcpus.map((vcpu) => ({
    origin: 'io',
    name: `interrupt ${vcpu.name}`,
    periodNs: vcpu.periodNs,
    costNs: vcpu.budgetNs + topHalfNs(vcpu.name),
    jitterNs: Math.max(0, vcpu.periodNs - vcpu.budgetNs),
  }));
  const { releaseNs } = overheads;
  if (releaseNs > 0) {
    for (const draft of drafts) {
      const { name, periodNs, jitterNs } = draft;
      load.push({ origin: 'runtime', name: `release of ${name}`, periodNs, costNs: releaseNs, jitterNs });
    }
  }
  if (overheads.tickNs > 0 && overheads.tickPeriodNs > 0) {
    const { tickPeriodNs: periodNs, tickNs: costNs } = overheads;
    load.push({ origin: 'runtime', name: 'timer tick', periodNs, costNs, jitterNs: 0 });
  }
  for (const more of overheads.loads ?? []) load.push({ origin: 'runtime', ...more });
  return load;
}

/** Every time of the sketch must stay exact; names the first that cannot. */
function refusalOf(sketch: Sketch): string | null {
  const limitUs = MAX_TIME_NS / NS_PER_US;
  const tooLong = (element: object): string | undefined =>
    Object.entries(element).find(
      ([key, value]) => key.endsWith('Us') && typeof value === 'number' && value > limitUs,
    )?.[0];
  const named: readonly (readonly [string, object])[] = [
    ...sketch.tasks.map((task) => [`task "${shortName(task.name)}"`, task] as const),
    ...sketch.interrupts.map((interrupt) => [`interrupt "${shortName(interrupt.name)}"`, interrupt] as const),
    ...(sketch.ioServer === null ? [] : [['the I/O server', sketch.ioServer] as const]),
    ...sketch.resources.flatMap((r) => r.users.map((user) => [`resource "${shortName(r.name)}"`, user] as const)),
  ];
  for (const [name, element] of named) {
    const field = tooLong(element);
    if (field !== undefined) {
      return `${field} of ${name} is above 52 days, which cannot be analysed exactly. Choose a smaller time.`;
    }
  }
  return null;
}

/** An interrupt that costs time, and that nothing limits, can come any number of times: names the first. */
function unlimitedOf(sketch: Sketch): string | null {
  if (sketch.ioServer !== null) return null;
  const found = sketch.interrupts.find((i) => i.ioBudgetUs === null && i.topHalfUs + i.bottomHalfUs > 0);
  return found === undefined
    ? null
    : `interrupt "${shortName(found.name)}" may come any number of times. Give it an I/O budget and period, or the sketch an I/O server.`;
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
 * even so is a proof.
 */
export function certainPart(set: TaskSet): TaskSet {
  return {
    ...set,
    entities: set.entities.map((entity) => ({
      ...entity,
      costNs: entity.budgetNs,
      // A job that is in its section has begun it.
      resourceBlockingNs: Math.max(0, entity.resourceBlockingNs - 1),
    })),
    interruptLoad: [],
    background: set.background.map((task) => ({ ...task, costNs: task.budgetNs })),
    overheads: NO_OVERHEADS,
  };
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
