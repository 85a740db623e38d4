/**
 * Analyses tasks that compete for the same cores: exactly on one core, and with every applicable
 * test on several cores.
 */

import { tr } from '../words/tr.ts';
import { allDueInTime, processorDemand, processorDemandNonPreemptive } from './edf/processor-demand.ts';
import { responseTimeEdf } from './edf/response-time-edf.ts';
import { responseTimeEdfNonPreemptive } from './edf/response-time-edf-non-preemptive.ts';
import { allInTime, responseTime } from './fixed/response-time.ts';
import { responseTimeNonPreemptive } from './fixed/response-time-non-preemptive.ts';
import { shortName } from './format.ts';
import { affinityTest } from './global/affinity-response.ts';
import { bakTest } from './global/bak.ts';
import { barTest } from './global/bar.ts';
import { bclTest } from './global/bcl.ts';
import { nameOfCores, type Part } from './global/cores.ts';
import { gfbTest } from './global/gfb.ts';
import {
  type GlobalSystem,
  type GlobalTest,
  globalSystem,
  leastMargin,
  loadOn,
  type Outcome,
  releaseDelayNs,
} from './global/multiprocessor.ts';
import { responseTimeGlobalTest } from './global/response-time-global.ts';
import { responseTimeLimitedCarryInTest } from './global/response-time-limited-carry-in.ts';
import {
  applyMethod,
  type Failure,
  type Judgement,
  type Method,
  type MethodResult,
  type Step,
  type TaskResult,
  type Verdict,
  verdictOf,
} from './method.ts';
import { isBounded } from './overrun.ts';
import { type StepBudget, stepBudget } from './response.ts';
import { withResourceBlocking } from './sections.ts';
import type { Entity, TaskSet } from './task-set.ts';

/** The cores of each entity, by its index; null if none are assigned yet. */
export type Placement = readonly (readonly number[] | null)[];

export interface PartVerdict {
  readonly part: Part;
  readonly verdict: Verdict;
  /** The test that decided; null if no test did. */
  readonly phrase: string | null;
  readonly tasks: readonly TaskResult[];
  readonly failure: Failure | null;
  /** The explanation of the test, computed on demand. */
  readonly steps: () => readonly Step[];
}

/**
 * For one core: the exact test of each kind of scheduling, then the test that gives response times.
 */
const DECIDING = [responseTime, responseTimeNonPreemptive, processorDemand, processorDemandNonPreemptive];
const RESPONDING = [responseTime, responseTimeNonPreemptive, responseTimeEdf, responseTimeEdfNonPreemptive];

/** Under EDF only the response times prove the limits of overrun policies. */
const deciding = (set: TaskSet) =>
  set.entities.some(isBounded) ? [...new Set([...DECIDING, ...RESPONDING])] : DECIDING;

/** The simplest proof comes first. */
const TOGETHER: readonly GlobalTest[] = [
  gfbTest,
  bclTest,
  bakTest,
  barTest,
  responseTimeLimitedCarryInTest,
  responseTimeGlobalTest,
];

/**
 * Costs, in steps of the exact tests: of the cluster tests for each pair of tasks, and of building
 * one core's task set for each task.
 */
const [CLUSTER_STEPS, ENTITY_STEPS] = [200, 50];

/**
 * Whether all deadlines of the part are proven to hold. Also false if the steps are exhausted.
 */
export function holds(set: TaskSet, placement: Placement, part: Part, budget: StepBudget = stepBudget()): boolean {
  const count = part.members.length;
  if (count === 0) return true;
  if (part.cores.length > 1) {
    return (
      set.capabilities.preemptive &&
      budget.spend(CLUSTER_STEPS * count ** 2) &&
      firstProof(set, placement, part) !== null
    );
  }
  if (surely(set, part.members)) return true;
  if (!budget.spend(ENTITY_STEPS * count)) return false;
  const alone = aloneOn(set, part);
  if (!set.capabilities.preemptive) {
    return deciding(alone).some((method) => verdictOf(method, alone) === 'schedulable');
  }
  if (set.policy !== 'edf') return allInTime(alone, budget);
  return allDueInTime(alone, budget) && (!alone.entities.some(isBounded) || respond(alone));
}

/** Whether the response times prove the limits of the overrun policies as well. */
const respond = (set: TaskSet): boolean => RESPONDING.some((method) => verdictOf(method, set) === 'schedulable');

/**
 * Two bounds that need one pass over the tasks. They take the density C/min(D, T) as the
 * utilization of a task with T = D. Under EDF the bound is Σ density ≤ 1, under deadline-monotonic
 * priorities Π(density + 1) ≤ 2 (Bini, Buttazzo 2003). They hold only without any delays.
 */
function surely(set: TaskSet, members: readonly number[]): boolean {
  const { entities, policy, interruptLoad, overheads, capabilities } = set;
  if (!capabilities.preemptive || interruptLoad.length > 0 || overheads.blockingNs > 0) return false;
  let [sum, product, previousNs] = [0, 1, 0];
  for (const index of members) {
    const { costNs, periodNs, deadlineNs, jitterNs, resourceBlockingNs } = entities[index] as Entity;
    const limitNs = Math.min(deadlineNs, periodNs);
    if (jitterNs > 0 || resourceBlockingNs > 0 || (policy !== 'edf' && limitNs < previousNs)) return false;
    sum += costNs / limitNs;
    product *= costNs / limitNs + 1;
    previousNs = limitNs;
  }
  return policy === 'edf' ? sum <= 1 - ROUNDING : product <= 2 - ROUNDING;
}

/** Above the possible rounding error of the sums and products of ten thousand tasks. */
const ROUNDING = 1e-9;

/** The verdict of `judgePart` only. */
export function decidePart(set: TaskSet, placement: Placement, part: Part): Verdict {
  if (part.cores.length > 1) {
    return set.capabilities.preemptive && firstProof(set, placement, part) !== null ? 'schedulable' : 'unknown';
  }
  const alone = aloneOn(set, part);
  for (const method of deciding(alone)) {
    const verdict = verdictOf(method, alone);
    if (verdict !== 'unknown') return verdict;
  }
  return 'unknown';
}

export function judgePart(set: TaskSet, placement: Placement, part: Part): PartVerdict {
  if (part.cores.length === 1) return judgeAlone(set, part);
  const system = globalSystem(set, placement, part);
  const proof = set.capabilities.preemptive ? firstProof(set, placement, part) : null;
  const known = proof?.outcome.responses ?? (proof === null ? null : responsesOf(system, part));
  return {
    part,
    verdict: proof === null ? 'unknown' : 'schedulable',
    phrase: proof?.test.phrase ?? null,
    tasks: part.members.map((entity, index) => ({
      entity,
      responseNs: known?.[index] ?? null,
      deadlineNs: (set.entities[entity] as Entity).deadlineNs,
      meetsDeadline: proof === null ? null : true,
    })),
    failure: null,
    steps: () => proof?.outcome.steps() ?? [],
  };
}

interface Proof {
  readonly test: GlobalTest;
  readonly outcome: Outcome;
}

function firstProof(set: TaskSet, placement: Placement, part: Part): Proof | null {
  const system = globalSystem(set, placement, part);
  for (const test of part.uniform ? TOGETHER : [affinityTest]) {
    if (test.refuses(system) !== null) continue;
    const outcome = test.run(system);
    if (outcome.holds) return { test, outcome };
  }
  return null;
}

/** Response-time bounds if another test proved that all deadlines hold. */
function responsesOf(system: GlobalSystem, { uniform }: Part): readonly (number | null)[] | null {
  const test = system.edf ? responseTimeGlobalTest : responseTimeLimitedCarryInTest;
  return uniform ? test.run(system).responses : null;
}

function judgeAlone(set: TaskSet, part: Part): PartVerdict {
  const alone = aloneOn(set, part);
  const responding = respondingOn(alone);
  const verdictBy = (method: Method): Verdict =>
    method.id === responding?.method ? responding.verdict : verdictOf(method, alone);
  const decided = deciding(alone)
    .map((method) => ({ method, verdict: verdictBy(method) }))
    .find(({ verdict }) => verdict !== 'unknown');
  const inFull = () => (decided === undefined ? null : applyMethod(decided.method, alone));
  const missed = decided?.verdict === 'unschedulable' ? (inFull()?.failure ?? null) : null;
  const memberOf = (index: number) => part.members[index]!;
  const rows = responding?.tasks ?? [];
  return {
    part,
    verdict: decided?.verdict ?? 'unknown',
    phrase: decided?.method.phrase ?? null,
    tasks: part.members.map((entity, index) => ({
      entity,
      responseNs: rows[index]?.responseNs ?? null,
      deadlineNs: (set.entities[entity] as Entity).deadlineNs,
      meetsDeadline: decided?.verdict === 'schedulable' ? true : (rows[index]?.meetsDeadline ?? null),
    })),
    failure: failureOf(missed ?? responding?.failure ?? null, memberOf),
    steps: () => (responding ?? inFull())?.explanation ?? [],
  };
}

/** The test of one core that gives its response times; undefined: none applies. */
export const respondingOn = (alone: TaskSet): MethodResult | undefined =>
  RESPONDING.map((method) => applyMethod(method, alone)).find(({ tasks }) => tasks.length > 0);

const failureOf = (failure: Failure | null, memberOf: (index: number) => number): Failure | null =>
  failure === null ? null : { ...failure, entity: memberOf(failure.entity) };

/** The task set of one core. Core 0 makes the releases, and its interrupts can delay them. */
export function aloneOn(set: TaskSet, { cores, members }: Part): TaskSet {
  const core = cores[0]!;
  const delayNs = core === 0 ? 0 : releaseDelayNs(set);
  const sections = set.sections.length === 0 ? [] : sectionsOn(set, core, members);
  const entities = members.map((index) => releasedLater(set.entities[index] as Entity, delayNs));
  return {
    ...set,
    cores: 1,
    clusterCores: 1,
    sections,
    entities: withResourceBlocking(entities, sections),
    interruptLoad: loadOn(set, cores),
  };
}

/**
 * Returns the same entity if nothing changes, because a placement requests the set of a core
 * hundreds of times.
 */
function releasedLater(entity: Entity, delayNs: number): Entity {
  if (delayNs === 0 && entity.releaseDelayNs === 0 && entity.resourceBlockingNs === 0) return entity;
  return { ...entity, jitterNs: entity.jitterNs + delayNs, releaseDelayNs: delayNs, resourceBlockingNs: 0 };
}

/** The sections of the members, and those that background tasks hold on this core. */
function sectionsOn({ entities, sections }: TaskSet, core: number, members: readonly number[]) {
  const tasks = new Set(entities.flatMap(({ kind, source }) => (kind === 'task' ? [source] : [])));
  const holders = new Set(
    members.flatMap((index) => {
      const { kind, source } = entities[index] as Entity;
      return kind === 'task' ? [source] : [];
    }),
  );
  return sections.filter(({ holder, core: place }) => holders.has(holder) || (!tasks.has(holder) && place === core));
}

/** unschedulable if one part is; schedulable only if all parts are. */
export function together(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('unschedulable')) return 'unschedulable';
  return verdicts.every((verdict) => verdict === 'schedulable') ? 'schedulable' : 'unknown';
}

/** All parts combined, with their common verdict. */
export function combine(
  set: TaskSet,
  verdicts: readonly PartVerdict[],
  verdict: Verdict,
  preface: readonly Step[],
): Judgement {
  const byEntity = new Map(verdicts.flatMap(({ tasks }) => tasks.map((row) => [row.entity, row] as const)));
  const tasks = set.entities.map(
    ({ deadlineNs }, entity): TaskResult =>
      byEntity.get(entity) ?? { entity, responseNs: null, deadlineNs, meetsDeadline: null },
  );
  const failures = verdicts.flatMap(({ failure }) => failure ?? []);
  return {
    verdict,
    value: null,
    bound: null,
    margin: leastMargin(tasks),
    tasks,
    failure: failures.toSorted((a, b) => a.deadlineAtNs - b.deadlineAtNs)[0] ?? null,
    explanation: () => [...preface, ...verdicts.flatMap((one) => explain(set, one))],
  };
}

function explain(set: TaskSet, { part, verdict, phrase, steps }: PartVerdict): Step[] {
  const where = nameOfCores(part.cores);
  if (part.members.length === 0) return [{ text: tr`On ${where} nothing runs.` }];
  const names = part.members.slice(0, MOST_NAMES).map((index) => shortName((set.entities[index] as Entity).name));
  const more = part.members.length - names.length;
  const who = more > 0 ? tr`${names.join(', ')} and ${more} more` : names.join(', ');
  const text = {
    schedulable: () => tr`On ${where} (${who}): every deadline holds, by ${phrase ?? ''}.`,
    unschedulable: () => tr`On ${where} (${who}): a deadline is missed, by ${phrase ?? ''}.`,
    unknown: () => tr`On ${where} (${who}): no test proves that every deadline holds.`,
  }[verdict]();
  return [{ text }, ...steps()];
}

const MOST_NAMES = 8;
