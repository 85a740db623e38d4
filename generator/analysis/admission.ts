/**
 * Admission: runs all tests on one sketch for one target and combines their results.
 *
 * A sufficient test that fails proves nothing. The sketch is therefore admitted if any applicable
 * test proves it schedulable. It is rejected if an exact test fails, if the utilization exceeds the
 * processors, or if no test can give a proof.
 */

import { formatLoad, formatProcessors } from '../numbers/share.ts';
import { formatBound, formatBoundOf, formatDeclared, formatInstant, formatSlack } from '../numbers/time.ts';
import type { Capabilities } from '../platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../platform/overheads.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { compareFractions, compareSafely, fraction, sumFractions } from './arithmetic.ts';
import { shortName } from './format.ts';
import { coresOf } from './global/cores.ts';
import { applyMethod, type Failure, type MethodId, type MethodResult } from './method.ts';
import { failureKindOf, isBounded, refusalOf } from './overrun.ts';
import { METHODS } from './registry.ts';
import { buildTaskSet, certainPart, type Entity, recurringLoad, type TaskSet, utilizationOf } from './task-set.ts';
import { unableTo } from './unable.ts';

export interface AdmissionContext {
  readonly capabilities: Capabilities;
  /**
   * The overheads of the target on this board. null or undefined: the analysis assumes no overheads
   * (the textbook case).
   */
  readonly overheads?: Overheads | null;
}

/**
 * The result of one task of the sketch. Tasks are in sketch order; background tasks have no result.
 */
export interface TaskAdmission {
  readonly name: string;
  /** Index in `sketch.tasks`. */
  readonly task: number;
  /** C/T as declared. */
  readonly utilization: number;
  /** R, from the arrival; null if it is unbounded or was not computed. Unit: ns. */
  readonly responseNs: number | null;
  readonly deadlineNs: number;
  /**
   * The longest R for which the task's overrun policy runs a job for every release; null if D does
   * not exceed it. Unit: ns.
   */
  readonly servedWithinNs: number | null;
  /** Whether every release has a job and every job meets its deadline; null if this is unknown. */
  readonly meetsDeadline: boolean | null;
}

/** The result of an interrupt's handler, which counts as a sporadic task. */
export interface HandlerAdmission extends Omit<TaskAdmission, 'task'> {
  /** Index in `sketch.interrupts`. */
  readonly interrupt: number;
}

export interface Admission {
  readonly admitted: boolean;
  /** The test that proved the sketch schedulable or unschedulable; null if no test decided. */
  readonly decidedBy: MethodId | 'utilization' | null;
  /** One or two sentences for the admission meter. It always ends with a full stop. */
  readonly sentence: string;
  /** ΣC/T with overheads, as a share of one processor. */
  readonly utilization: number;
  /** ΣC/T as declared. */
  readonly declaredUtilization: number;
  readonly methods: readonly MethodResult[];
  readonly tasks: readonly TaskAdmission[];
  /** In the order of the interrupts. */
  readonly handlers: readonly HandlerAdmission[];
  readonly failure: Failure | null;
  readonly set: TaskSet;
}

/**
 * Analyses a sketch. Pure. It takes a few hundred microseconds for a dozen tasks, and a bounded
 * number of steps for any number of tasks.
 */
export function admit(sketch: Sketch, { capabilities, overheads }: AdmissionContext): Admission {
  const built = buildTaskSet(sketch, capabilities, overheads ?? NO_OVERHEADS);
  const set = { ...built, refusal: built.refusal ?? unableTo(sketch, capabilities)[0] ?? null };
  const methods = METHODS.map((method) => applyMethod(method, set));
  const overloaded = set.refusal === null && isOverloaded(set);
  const refuted = methods.find((result) => result.verdict === 'unschedulable');
  const proof = methods.find((result) => result.verdict === 'schedulable');
  const deciding = refuted ?? (overloaded ? undefined : proof);
  const admitted = !overloaded && refuted === undefined && proof !== undefined;
  const rows = rowsOf(set, methods, admitted, refuted);
  const tasks = rows.flatMap(({ kind, source, ...row }) => (kind === 'task' ? [{ ...row, task: source }] : []));
  const handlers = rows.flatMap(({ kind, source, ...row }) =>
    kind === 'handler' ? [{ ...row, interrupt: source }] : [],
  );
  const failure = (refuted ?? failingOf(methods))?.failure ?? null;
  return {
    admitted,
    decidedBy: deciding?.method ?? (overloaded ? 'utilization' : null),
    sentence: ended(sentenceFor(set, rows, admitted, deciding, overloaded, failure, methods)),
    utilization: utilizationOf(set),
    declaredUtilization: set.entities.reduce((sum, entity) => sum + entity.budgetNs / entity.periodNs, 0),
    methods,
    tasks,
    handlers,
    failure: admitted ? null : failure,
    set,
  };
}

/** Whether ΣU > m, decided exactly. */
export function isOverloaded(set: TaskSet): boolean {
  const load = recurringLoad(set);
  const sign = compareSafely(utilizationOf(set), set.cores, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(set.cores, 1)),
  );
  return sign > 0;
}

/** A test that names a failing job, preferably one that uses the given offsets. */
function failingOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const failing = methods.filter(({ failure }) => failure !== null);
  return failing.find(({ phases }) => phases === 'given') ?? failing[0];
}

type Row = Omit<TaskAdmission, 'task'> & Pick<Entity, 'kind' | 'source'>;

/**
 * The most detailed result per task: response times that hold, otherwise the smallest response
 * times, otherwise any per-task result.
 */
export function detailedOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const rows = methods.filter((result) => result.applies && result.tasks.length > 0);
  const timed = rows.filter(
    ({ measures, tasks }) => measures === 'response-time' && tasks.some((t) => t.responseNs !== null),
  );
  const holding = timed.find((result) => result.verdict === 'schedulable');
  if (holding !== undefined || timed.length === 0) return holding ?? rows[0];
  return timed.reduce((best, other) => (totalOf(other) < totalOf(best) ? other : best));
}

/** Sum of the response times; infinite if one is unbounded. */
const totalOf = ({ tasks }: MethodResult): number =>
  tasks.reduce((sum, { responseNs }) => sum + (responseNs ?? Number.POSITIVE_INFINITY), 0);

/**
 * Rows in sketch order, from the test that computes response times, otherwise from the test that
 * decided for all tasks.
 */
function rowsOf(
  set: TaskSet,
  methods: readonly MethodResult[],
  admitted: boolean,
  refuted: MethodResult | undefined,
): Row[] {
  const detailed = detailedOf(methods);
  // A result that uses the offsets, if the test that computes response times does not.
  const finer = refuted?.phases === 'given' && detailed?.phases === 'any' ? refuted : undefined;
  return set.entities
    .map((entity, index) => {
      const row = detailed?.tasks[index];
      // Another test may prove what the bound of this test is too pessimistic to prove.
      const coarse = (admitted || finer !== undefined) && row?.meetsDeadline === false;
      // A task that loses its priority has no bound on its response time.
      const demoted = !admitted && row?.meetsDeadline === false && failureKindOf(entity) === 'demotion';
      return {
        kind: entity.kind,
        source: entity.source,
        name: entity.name,
        utilization: entity.budgetNs / entity.periodNs,
        responseNs: coarse || demoted ? null : (row?.responseNs ?? null),
        deadlineNs: entity.deadlineNs,
        servedWithinNs: isBounded(entity) ? entity.servedWithinNs : null,
        meetsDeadline: admitted ? true : ((coarse ? finer : detailed)?.tasks[index]?.meetsDeadline ?? null),
      };
    })
    .sort((a, b) => a.source - b.source);
}

/**
 * The test behind the verdict, in words: "Proved by response-time analysis." Empty if no test decided.
 */
export function proofOf({
  admitted,
  decidedBy,
  methods,
}: Pick<Admission, 'admitted' | 'decidedBy' | 'methods'>): string {
  const phrase =
    decidedBy === 'utilization' ? tr`the utilization` : methods.find(({ method }) => method === decidedBy)?.phrase;
  if (phrase === undefined) return '';
  return admitted ? tr`Proved by ${phrase}.` : tr`Disproved by ${phrase}.`;
}

/** Names in the sentence are shortened to this length, because it must fit on one line. */
const NAME_LENGTH = 32;

const ended = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

function sentenceFor(
  set: TaskSet,
  rows: readonly Row[],
  admitted: boolean,
  deciding: MethodResult | undefined,
  overloaded: boolean,
  failure: Failure | null,
  methods: readonly MethodResult[],
): string {
  if (set.refusal !== null) return set.refusal;
  if (set.entities.length === 0) return tr`Nothing to schedule yet: draw a task.`;
  if (admitted && deciding !== undefined) {
    return (set.cores > 1 ? tr`Everything fits on ${shareOf(set)}.` : tr`Everything fits.`) + tightest(rows);
  }
  if (overloaded) return excessOf(set);
  if (failure !== null) return failureIn(set, failure, deciding !== undefined, methods);
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && !set.capabilities.preemptive) {
    return tr`Give the background task ${shortName(endless.name, NAME_LENGTH)} a budget: without one it can block all other tasks`;
  }
  if (set.cores > 1) return openOnSeveral(set, methods);
  return methods.some(({ applies, measures }) => applies && (measures === 'response-time' || measures === 'demand'))
    ? tr`The exact test exceeded its step limit; harmonic periods make it shorter`
    : tr`No test that applies can prove that every deadline holds`;
}

/** "0.84 of 4 processors". */
const shareOf = (set: TaskSet): string => tr`${formatProcessors(utilizationOf(set))} of ${set.cores} processors`;

function excessOf(set: TaskSet): string {
  const alone = set.entities.find(({ budgetNs, periodNs }) => budgetNs > periodNs);
  if (set.cores === 1 && alone !== undefined) return excessOfOne(alone);
  const ratio = utilizationOf(set);
  const [used, all] = set.cores === 1 ? [formatLoad(ratio), '100 %'] : [formatProcessors(ratio), String(set.cores)];
  const need = used === all ? tr`a little more than ${all}` : used;
  return set.cores === 1
    ? tr`The tasks need ${need} of the processor, and 100 % is available`
    : tr`The tasks need ${need} processors, and ${all} are available`;
}

/** A single task that cannot fit says more to its user than a sum. */
function excessOfOne({ name, budgetNs, periodNs, periodic }: Entity): string {
  const [short, budget, period] = [shortName(name, NAME_LENGTH), formatDeclared(budgetNs), formatDeclared(periodNs)];
  return periodic
    ? tr`${short} takes ${budget}, but it runs every ${period}`
    : tr`${short} takes ${budget}, but it can run every ${period}`;
}

/** Why no test decides on several cores, and what the user can do. */
function openOnSeveral(set: TaskSet, methods: readonly MethodResult[]): string {
  const applied = methods.filter(({ applies }) => applies);
  if (applied.length === 0) {
    const roams = set.entities.every((entity) => coresOf(entity, set)?.length === set.cores);
    const together = roams ? 'response-time-global' : 'affinity';
    const id = set.clusterCores === 1 ? 'partitioned' : set.clusterCores < set.cores ? 'clustered' : together;
    return methods.find(({ method }) => method === id)?.reason ?? tr`No test applies`;
  }
  const open = set.entities.some(({ core }) => core === null);
  if (set.clusterCores < set.cores && open) return tr`Some tasks fit on no core; assign cores to tasks yourself`;
  return tr`No test can prove that every deadline holds on ${set.cores} cores; assign each task to a core to use the exact test`;
}

function tightest(rows: readonly Row[]): string {
  let worst: Row | null = null;
  for (const row of rows) {
    if (row.responseNs === null) continue;
    if (worst === null || row.responseNs / row.deadlineNs > (worst.responseNs ?? 0) / worst.deadlineNs) worst = row;
  }
  if (worst === null) return '';
  return tr` Tightest: ${shortName(worst.name, NAME_LENGTH)}, ${formatBoundOf(worst.responseNs ?? 0, worst.deadlineNs)}`;
}

/** @param proven whether an exact test found the failure; otherwise the failure is only possible */
function failureIn(set: TaskSet, failure: Failure, proven: boolean, methods: readonly MethodResult[]): string {
  if (failure.kind === 'deadline') return lateness(set, failure, proven);
  const { tasks } = methods.find((result) => result.failure === failure) as MethodResult;
  const responseNs = tasks.find(({ entity }) => entity === failure.entity)?.responseNs ?? null;
  // Under EDF, if several tasks could lose a release, only a single candidate is certain.
  const alone = set.policy !== 'edf' || tasks.filter(({ meetsDeadline }) => meetsDeadline === false).length === 1;
  return refusalOf(set, failure.entity, responseNs, proven && alone && failure.some !== true, NAME_LENGTH);
}

/**
 * How late the job is. "By 2 ms" if the declared times alone decide. "By at least 2 ms" if only the
 * declared times are counted. "By up to 2 ms" if upper bounds on overheads and phases are counted.
 */
function byWords(set: TaskSet, { latenessNs, least, path }: Failure, proven: boolean): string {
  if (latenessNs === null) return '';
  if (least === true) return tr` by at least ${formatSlack(latenessNs)}`;
  const isExact = certainPart(set) === set && (proven || path !== undefined);
  return isExact ? tr` by ${formatBound(latenessNs)}` : tr` by up to ${formatBound(latenessNs)}`;
}

function lateness(set: TaskSet, failure: Failure, proven: boolean): string {
  const name = shortName((set.entities[failure.entity] as Entity).name, NAME_LENGTH);
  const misses = proven && failure.some !== true;
  const by = byWords(set, failure, proven);
  const [job, at] = [failure.job, formatInstant(failure.deadlineAtNs)];
  if (by === '') {
    return misses
      ? tr`${name} misses its deadline (job ${job}, at ${at})`
      : tr`${name} can miss its deadline (job ${job}, at ${at})`;
  }
  return misses ? tr`${name} misses${by} (job ${job}, at ${at})` : tr`${name} can miss${by} (job ${job}, at ${at})`;
}
