/**
 * The parts of a response-time bound: the terms of the test that gave it, at its fixed point, with
 * the causes of cause.ts.
 *
 * `ns` is a part's share of the bound R. The shares sum to R. They exist if R is a sum of terms:
 *
 * - fixed priorities with preemption (`response-time`): R = J_i + B_i + C_i + Σ ⌈(w + J_j)/T_j⌉·C_j + I(w).
 *   If job q > 0 of the busy period has the longest response, R = (J_i + w(q−1) − q·T_i) + C_i + Σ of
 *   what the terms grow by from w(q−1) to w(q). The first is the time in which its predecessor runs
 *   (`previous`), and w(q−1) contains the blocking and the jitter.
 * - fixed priorities without preemption (`response-time-non-preemptive`): the same with ⌊(w + J_j)/T_j⌋ + 1
 *   jobs up to the start w, and interrupts up to the end.
 * - EDF (`response-time-edf`, `response-time-edf-non-preemptive`), if the worst job arrives at the
 *   start of the busy period: n_j is limited by the deadlines.
 * - EDF with a later worst job, `offsets` and `few-levels`: the jobs of the busy period, in the order in
 *   which they run (replayed.ts).
 * - `partitioned`, `clustered` and `affinity`: the shares on the task's own cores.
 * - cores with one ready queue (`response-time-global`, `response-time-limited-carry-in`):
 *   R = s + C + ⌊(1/m) Σ I_j⌋ (global-shares.ts).
 *
 * The others give a bound without parts: schedule abstraction, servers, and affinities that differ.
 * `unsplit` says why.
 *
 * A switch, a release and the telemetry of a job are parts of `runtime`, not of the job's task.
 *
 * `mostNs` is a limit of the same part in every job, not only in the worst one. See `limitsOf`.
 */
import { type Admission, detailedOf } from '../../analysis/admission.ts';
import { ceilDiv, floorDiv } from '../../analysis/arithmetic.ts';
import { firstDeadlineOf } from '../../analysis/edf/deadline-table.ts';
import type { MethodId, MethodResult, Step } from '../../analysis/method.ts';
import type { CriticalSection } from '../../analysis/sections.ts';
import type { BackgroundTask, Entity, TaskSet } from '../../analysis/task-set.ts';
import type { Sketch } from '../../sketch/model.ts';
import { systemOf } from '../../system/system.ts';
import { tr } from '../../words/tr.ts';
import { type Cause, causeKey } from '../cause.ts';
import { type DemandTerms, leastWindow, loadTerms, overheadOf, totalOf } from './demand-terms.ts';
import { globalShares } from './global-shares.ts';
import { type Limits, limitsOf } from './limits.ts';
import { partWith } from './part-of-cores.ts';
import { type Blocker, replayedShares } from './replayed.ts';

export interface BoundPart {
  readonly cause: Cause;
  /** Its share of the bound; null: the test gives a bound without parts. Unit: ns. */
  readonly ns: number | null;
  /** No job has more of this part; null: no limit is known below the bound. Unit: ns. */
  readonly mostNs: number | null;
  /** The number of jobs of the cause's task in the share; 0 if the cause is no other task. */
  readonly jobs: number;
}

export interface ExplainedBound {
  readonly method: MethodId;
  /** The name of the test. */
  readonly label: string;
  /** R, from the arrival. Unit: ns. */
  readonly responseNs: number;
  /** Whether the parts have shares, which sum to R. */
  readonly additive: boolean;
  /** Why they have none, as a sentence; null: they have. */
  readonly unsplit: string | null;
  /** Longest share first. */
  readonly parts: readonly BoundPart[];
}

/** A share of R, before it has a limit. */
export interface Share {
  readonly cause: Cause;
  readonly ns: number;
  readonly jobs: number;
}

/**
 * The bound of a task or handler, by its number in the trace. null: no test bounds its response, or
 * it has no deadline.
 *
 * @param phases given: the jobs arrive at the offsets of the sketch. any: they may not, so that a bound
 *   for the offsets does not hold
 */
export function boundOf(
  sketch: Sketch,
  admission: Admission,
  task: number,
  phases: 'given' | 'any' = 'given',
): ExplainedBound | null {
  const { set, methods } = admission;
  const runnable = systemOf(sketch).runnables[task];
  const kind = runnable?.element === 'interrupt' ? 'handler' : 'task';
  const entity = set.entities.findIndex((one) => one.kind === kind && one.source === runnable?.source);
  const row =
    kind === 'task'
      ? admission.tasks.find((one) => one.task === runnable?.source)
      : admission.handlers.find((one) => one.interrupt === runnable?.source);
  const result = detailedOf(methods);
  const responseNs = row?.responseNs ?? null;
  if (entity === -1 || responseNs === null || result === undefined) return null;
  if (result.phases === 'given' && phases === 'any') return null;
  const { shares, limits } = dividedOf({ set, entity, responseNs, result, numbers: numbersOf(sketch, set) });
  return {
    method: result.method,
    label: result.label,
    responseNs,
    additive: shares !== null,
    unsplit: shares === null ? whyUnsplit(result.method) : null,
    parts: joined(shares, limits),
  };
}

/** One entity of a set, its bound, and the test that gave it. */
export interface Bounded {
  readonly set: TaskSet;
  readonly entity: number;
  readonly responseNs: number;
  readonly result: MethodResult;
  readonly numbers: TraceNumbers;
}

interface Divided {
  /** null: the test gives a bound without parts. */
  readonly shares: readonly Share[] | null;
  readonly limits: Limits;
}

function dividedOf(bounded: Bounded): Divided {
  const { set, entity, responseNs, result, numbers } = bounded;
  const part = set.cores > 1 ? partWith(bounded) : null;
  if (part === null) return { shares: sharesOf(bounded), limits: limitsOf(set, entity, result, numbers) };
  if (part.kind === 'core') return dividedOf(part.bounded);
  const shares = globalShares(set, part.system, part.cores, entity, responseNs, numbers);
  return { shares: sumsTo(shares, responseNs), limits: new Map() };
}

function whyUnsplit(method: MethodId): string {
  switch (method) {
    case 'schedule-abstraction':
      return tr`This test follows all orders in which jobs can run. The bound is the latest end in any of them, so it has no parts.`;
    case 'periodic-resource':
      return tr`This bound is what the server of the task guarantees, whatever other tasks do, so it has no parts.`;
    case 'affinity':
      return tr`This test takes the best of several sets of cores for each task, so the bound has no parts.`;
    default:
      return tr`This test gives a bound without parts.`;
  }
}

/** For each entity of a set, its number in the trace. For a background task, by its name. */
export interface TraceNumbers {
  readonly ofEntity: readonly number[];
  readonly ofBackground: (task: BackgroundTask) => number | null;
}

function numbersOf(sketch: Sketch, { entities }: TaskSet): TraceNumbers {
  const { runnables } = systemOf(sketch);
  return {
    ofEntity: entities.map(({ kind, source }) =>
      runnables.findIndex((one) => one.element === (kind === 'task' ? 'task' : 'interrupt') && one.source === source),
    ),
    ofBackground: ({ name }) => runnables.find((one) => one.kind === 'background' && one.name === name)?.index ?? null,
  };
}

function joined(shares: readonly Share[] | null, limits: ReadonlyMap<string, { cause: Cause; mostNs: number }>) {
  const parts = new Map<string, BoundPart>();
  for (const { cause, ns, jobs } of shares ?? []) {
    if (ns > 0) parts.set(causeKey(cause), { cause, ns, jobs, mostNs: null });
  }
  for (const [key, { cause, mostNs }] of limits) {
    const known = [...parts].find(([other, { cause: one }]) => other === key || isSameGroup(one, cause));
    if (known !== undefined) parts.set(known[0], { ...known[1], mostNs: Math.max(mostNs, known[1].ns ?? 0) });
    else if (mostNs > 0) parts.set(key, { cause, ns: shares === null ? null : 0, jobs: 0, mostNs });
  }
  return [...parts.values()].sort((a, b) => (b.ns ?? 0) - (a.ns ?? 0) || (b.mostNs ?? 0) - (a.mostNs ?? 0));
}

/** A bound has one blocking, and one part for all interrupts. */
const isSameGroup = (a: Cause, b: Cause): boolean =>
  a.kind === b.kind && (a.kind === 'blocking' || a.kind === 'interrupt');

const sumsTo = (shares: readonly Share[] | null, responseNs: number): readonly Share[] | null =>
  shares?.reduce((total, { ns }) => total + ns, 0) === responseNs && shares.every(({ ns }) => ns >= 0) ? shares : null;

/** null: the test gives a bound without parts, or its terms do not sum to the bound. */
function sharesOf(bounded: Bounded): readonly Share[] | null {
  const { set, entity, responseNs, result, numbers } = bounded;
  const { method } = result;
  const fixedPoint = stepOf(bounded)?.numbers;
  if (fixedPoint?.R !== responseNs) return null;
  const found = RULES[method]?.(set, entity, fixedPoint) ?? null;
  if (found !== null) return sumsTo(termShares(bounded, found), responseNs);
  const blocker: Blocker = (blockingNs, dueNs) => blockerOf(set, entity, method, blockingNs, numbers, dueNs);
  return sumsTo(replayedShares(set, entity, method, fixedPoint, numbers, blocker), responseNs);
}

/** The step of the explanation that is about the entity. A test of levels has its utilization bound before them. */
function stepOf({ result: { explanation }, entity }: Bounded): Step | undefined {
  const first = explanation[0]?.numbers?.U === undefined ? 0 : 1;
  return explanation[first + entity];
}

function termShares({ set, entity, result: { method }, numbers }: Bounded, found: Terms): Share[] {
  const self = set.entities[entity] as Entity;
  const { terms, previousNs, blockingNs, releaseNs } = found;
  const { cause, ns: blockedNs } = blockerOf(set, entity, method, blockingNs, numbers);
  const overheadNs = terms.jobs.reduce((sum, n, at) => sum + n * overheadOf(set.entities[at] as Entity), 0);
  return [
    { cause: { kind: 'own' }, ns: self.budgetNs, jobs: 0 },
    { cause: { kind: 'release' }, ns: releaseNs, jobs: 0 },
    { cause: { kind: 'previous' }, ns: previousNs, jobs: 0 },
    { cause, ns: blockedNs, jobs: blockedNs > 0 ? 1 : 0 },
    ...terms.jobs.map((jobs, at) => ({
      cause: { kind: 'task' as const, task: numbers.ofEntity[at]! },
      ns: jobs * (set.entities[at] as Entity).budgetNs,
      jobs,
    })),
    { cause: { kind: 'interrupt', interrupt: null }, ns: terms.interruptNs, jobs: 0 },
    {
      cause: { kind: 'runtime' },
      ns: terms.runtimeNs + overheadNs + overheadOf(self) + blockingNs - blockedNs,
      jobs: 0,
    },
  ];
}

/** The terms of R beside the job's own cost. They sum to R − C. Unit: ns. */
interface Terms {
  readonly terms: DemandTerms;
  readonly previousNs: number;
  readonly blockingNs: number;
  readonly releaseNs: number;
}

export type FixedPoint = Readonly<Record<string, number>>;
type Rule = (set: TaskSet, entity: number, at: FixedPoint) => Terms | null;

const RULES: Partial<Record<MethodId, Rule>> = {
  'response-time': fixedPriorities,
  'response-time-non-preemptive': fixedPrioritiesNonPreemptive,
  'response-time-edf': deadlines,
  'response-time-edf-non-preemptive': deadlinesNonPreemptive,
};

function jobsOf({ entities }: TaskSet, count: (other: Entity, index: number) => number): number[] {
  return entities.map((other, index) => Math.max(0, count(other, index)));
}

/** ⌈(w + J_j)/T_j⌉ jobs of each entity at or above the rank, J_j with what a deferrable server adds. */
const come = ({ periodNs, jitterNs, backToBackNs }: Entity, windowNs: number): number =>
  ceilDiv(windowNs + jitterNs + backToBackNs, periodNs);

/** ⌊(w + J_j)/T_j⌋ + 1: with arrivals exactly at the end of the window. */
const comeBy = (other: Entity, windowNs: number): number => come(other, windowNs + 1);

function fixedPriorities(set: TaskSet, index: number, { w = 0, q = 0, B = 0 }: FixedPoint): Terms | null {
  const self = set.entities[index] as Entity;
  const termsAt = (windowNs: number): DemandTerms => ({
    jobs: jobsOf(set, (other, at) => (at !== index && other.rank <= self.rank ? come(other, windowNs) : 0)),
    ...loadTerms(set, windowNs, self),
  });
  if (q === 0) return { terms: termsAt(w), previousNs: 0, blockingNs: B, releaseNs: self.jitterNs };
  const base = q * self.costNs + B;
  const before = leastWindow(base, w, (windowNs) => base + totalOf(set, termsAt(windowNs)));
  return before === null ? null : afterPrevious(self, q, before, termsAt(w), termsAt(before));
}

function fixedPrioritiesNonPreemptive(set: TaskSet, index: number, { w = 0, q = 0, B = 0, R = 0 }: FixedPoint) {
  const self = set.entities[index] as Entity;
  const termsAt = (startNs: number, endNs: number): DemandTerms => ({
    jobs: jobsOf(set, (other, at) => (at < index ? comeBy(other, startNs) : 0)),
    ...loadTerms(set, endNs),
  });
  const endNs = R - self.jitterNs + q * self.periodNs;
  if (q === 0) return { terms: termsAt(w, endNs), previousNs: 0, blockingNs: B, releaseNs: self.jitterNs };
  const base = B + (q - 1) * self.costNs;
  const start = leastWindow(base, w, (time) => base + totalOf(set, termsAt(time, time + 1)));
  if (start === null) return null;
  const jobs = base + self.costNs + totalOf(set, { ...termsAt(start, start), interruptNs: 0, runtimeNs: 0 });
  const end = leastWindow(start + self.costNs, endNs, (time) => {
    const { interruptNs, runtimeNs } = loadTerms(set, time);
    return jobs + interruptNs + runtimeNs;
  });
  return end === null ? null : afterPrevious(self, q, end, termsAt(w, endNs), termsAt(start, end));
}

/** The predecessor, job q − 1 of the busy period, ends at `previousEndNs`. */
function afterPrevious(self: Entity, q: number, previousEndNs: number, all: DemandTerms, before: DemandTerms): Terms {
  return {
    terms: {
      jobs: all.jobs.map((jobs, at) => jobs - (before.jobs[at] ?? 0)),
      interruptNs: all.interruptNs - before.interruptNs,
      runtimeNs: all.runtimeNs - before.runtimeNs,
    },
    previousNs: self.jitterNs + previousEndNs - q * self.periodNs,
    blockingNs: 0,
    releaseNs: 0,
  };
}

/** The jobs of another entity that are due by the first deadline of this one. */
const dueBy = (self: Entity, other: Entity): number =>
  floorDiv(firstDeadlineOf(self) - firstDeadlineOf(other), other.periodNs) + 1;

function deadlines(set: TaskSet, index: number, { a = 0, X = 0 }: FixedPoint): Terms | null {
  const self = set.entities[index] as Entity;
  if (a !== -self.jitterNs) return null;
  const terms = {
    jobs: jobsOf(set, (other, at) => (at === index ? 0 : Math.min(comeFirst(other, X), dueBy(self, other)))),
    ...loadTerms(set, X),
  };
  return { terms, previousNs: 0, blockingNs: X - self.costNs - totalOf(set, terms), releaseNs: self.jitterNs };
}

/** ⌈(w + J_j)/T_j⌉: EDF has no deferrable servers. */
const comeFirst = ({ periodNs, jitterNs }: Entity, windowNs: number): number => ceilDiv(windowNs + jitterNs, periodNs);

function deadlinesNonPreemptive(set: TaskSet, index: number, { a = 0, w = 0, B = 0, R = 0 }: FixedPoint) {
  const self = set.entities[index] as Entity;
  if (a !== -self.jitterNs) return null;
  const jobs = jobsOf(set, (other, at) => (at === index ? 0 : Math.min(comeFirst(other, w + 1), dueBy(self, other))));
  return { terms: { jobs, ...loadTerms(set, R + a) }, previousNs: 0, blockingNs: B, releaseNs: self.jitterNs };
}

/**
 * The part of the blocking that is a less urgent job's own code: the longest section whose ceiling
 * blocks the entity, or without preemption the longest less urgent job, less one nanosecond. The rest
 * of the blocking is the runtime's.
 */
function blockerOf(
  set: TaskSet,
  index: number,
  method: MethodId,
  blockingNs: number,
  numbers: TraceNumbers,
  dueNs: number | null = null,
): Share {
  const nobody: Share = { cause: { kind: 'blocking', task: null, resource: null }, ns: 0, jobs: 0 };
  if (blockingNs === 0) return nobody;
  const found = method.endsWith('non-preemptive')
    ? longestJob(set, index, numbers, dueNs)
    : longestSection(set, index, numbers, dueNs);
  return found === null ? nobody : { cause: found.cause, ns: Math.min(found.ns, blockingNs), jobs: 1 };
}

/** Under EDF, whether a job of another task can be due later than a job; null: the first job of the entity. */
const isDueLater = (self: Entity, other: Entity, dueNs: number | null): boolean =>
  firstDeadlineOf(other) > (dueNs ?? firstDeadlineOf(self));

function longestSection(set: TaskSet, index: number, numbers: TraceNumbers, dueNs: number | null): Share | null {
  const isEdf = set.policy === 'edf';
  const self = set.entities[index] as Entity;
  const holderOf = ({ holder }: CriticalSection) =>
    set.entities.findIndex(({ kind, source }) => kind === 'task' && source === holder);
  const isLess = (section: CriticalSection): boolean => {
    const holder = set.entities[holderOf(section)];
    if (holder === undefined) return true;
    return isEdf ? isDueLater(self, holder, dueNs) : holder.rank > self.rank;
  };
  const blocking = set.sections.filter((section) => isLess(section) && (isEdf || section.ceiling <= self.rank));
  const longest = blocking.reduce<CriticalSection | null>(
    (most, section) => (most === null || section.blockingNs > most.blockingNs ? section : most),
    null,
  );
  if (longest === null) return null;
  const at = holderOf(longest);
  const task = at === -1 ? longest.holder : (numbers.ofEntity[at] ?? null);
  return { cause: { kind: 'blocking', task, resource: longest.resource }, ns: longest.lengthNs, jobs: 1 };
}

function longestJob(set: TaskSet, index: number, numbers: TraceNumbers, dueNs: number | null): Share | null {
  const self = set.entities[index] as Entity;
  const isLess = (other: Entity, at: number): boolean =>
    set.policy === 'edf' ? isDueLater(self, other, dueNs) : at > index;
  const jobs = [
    ...set.entities.flatMap((other, at) =>
      isLess(other, at) ? [{ task: numbers.ofEntity[at] ?? null, budgetNs: other.budgetNs }] : [],
    ),
    ...set.background.map((task) => ({ task: numbers.ofBackground(task), budgetNs: task.budgetNs ?? 0 })),
  ];
  const longest = jobs.reduce<(typeof jobs)[number] | null>(
    (most, job) => (most === null || job.budgetNs > most.budgetNs ? job : most),
    null,
  );
  if (longest === null || longest.budgetNs === 0) return null;
  return { cause: { kind: 'blocking', task: longest.task, resource: null }, ns: longest.budgetNs - 1, jobs: 1 };
}
