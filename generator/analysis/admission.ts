/**
 * Admission: all tests on one sketch for one target, and what they say together.
 *
 * A sufficient test that fails proves nothing, so sufficient tests are OR-ed: the sketch is admitted when some test
 * that applies proves it schedulable. It is refused when an exact test fails, when more than the processors is asked
 * for, or when no test can give a proof.
 */

import type { Capabilities } from '../platform/kernel.ts';
import { NO_OVERHEADS, type Overheads } from '../platform/overheads.ts';
import type { Sketch } from '../sketch/model.ts';
import { compareFractions, compareSafely, fraction, sumFractions } from './arithmetic.ts';
import { formatBound, formatShort, shortName } from './format.ts';
import { coresOf } from './global/cores.ts';
import { applyMethod, type Failure, type MethodId, type MethodResult } from './method.ts';
import { failureKindOf, isBounded, refusalOf } from './overrun.ts';
import { METHODS } from './registry.ts';
import { buildTaskSet, type Entity, recurringLoad, type TaskSet, utilizationOf } from './task-set.ts';
import { unableTo } from './unable.ts';

export interface AdmissionContext {
  readonly capabilities: Capabilities;
  /** The target's on this board; null or absent: judged without (the textbook case). */
  readonly overheads?: Overheads | null;
}

/** One task of the sketch, in drawing order. Background tasks have no row. */
export interface TaskAdmission {
  readonly name: string;
  /** Index in `sketch.tasks`. */
  readonly task: number;
  /** C/T as declared. */
  readonly utilization: number;
  /** R from the arrival; null when not bounded or not computed. Unit: ns. */
  readonly responseNs: number | null;
  readonly deadlineNs: number;
  /** The longest R with which its overrun policy runs a job for every release; null where D is not above that. Unit: ns. */
  readonly servedWithinNs: number | null;
  /** Whether every release has its job and every job is in time; null: not known. */
  readonly meetsDeadline: boolean | null;
}

/** The handler of one interrupt, which competes as a sporadic task. */
export interface HandlerAdmission extends Omit<TaskAdmission, 'task'> {
  /** Index in `sketch.interrupts`. */
  readonly interrupt: number;
}

export interface Admission {
  readonly admitted: boolean;
  /** The test that admitted the sketch or proved that it cannot be; null when none could decide. */
  readonly decidedBy: MethodId | 'utilization' | null;
  /** One sentence for the meter. */
  readonly sentence: string;
  /** ΣC/T with the overheads counted, as a share of one processor. */
  readonly utilization: number;
  /** ΣC/T as declared. */
  readonly declaredUtilization: number;
  readonly methods: readonly MethodResult[];
  readonly tasks: readonly TaskAdmission[];
  /** In drawing order. */
  readonly handlers: readonly HandlerAdmission[];
  readonly failure: Failure | null;
  readonly set: TaskSet;
}

/** Judges a sketch. Pure; a few hundred microseconds for a dozen tasks, bounded for any number. */
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
    sentence: sentenceFor(set, rows, admitted, deciding, overloaded, failure, methods),
    utilization: utilizationOf(set),
    declaredUtilization: set.entities.reduce((sum, entity) => sum + entity.budgetNs / entity.periodNs, 0),
    methods,
    tasks,
    handlers,
    failure: admitted ? null : failure,
    set,
  };
}

/** Whether ΣU > m, exactly. */
export function isOverloaded(set: TaskSet): boolean {
  const load = recurringLoad(set);
  const sign = compareSafely(utilizationOf(set), set.cores, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(set.cores, 1)),
  );
  return sign > 0;
}

/** A test that names a job that can fail, best one that knows when jobs come. */
function failingOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const failing = methods.filter(({ failure }) => failure !== null);
  return failing.find(({ phases }) => phases === 'given') ?? failing[0];
}

type Row = Omit<TaskAdmission, 'task'> & Pick<Entity, 'kind' | 'source'>;

/** The most that is known of each task: responses that hold, else the least responses, else what a test says of each. */
function detailedOf(methods: readonly MethodResult[]): MethodResult | undefined {
  const rows = methods.filter((result) => result.applies && result.tasks.length > 0);
  const timed = rows.filter(
    ({ measures, tasks }) => measures === 'response-time' && tasks.some((t) => t.responseNs !== null),
  );
  const holding = timed.find((result) => result.verdict === 'schedulable');
  if (holding !== undefined || timed.length === 0) return holding ?? rows[0];
  return timed.reduce((best, other) => (totalOf(other) < totalOf(best) ? other : best));
}

/** Sum of the responses; infinite where one has no bound. */
const totalOf = ({ tasks }: MethodResult): number =>
  tasks.reduce((sum, { responseNs }) => sum + (responseNs ?? Number.POSITIVE_INFINITY), 0);

/** Rows from the test that computes responses, else from the one that decided for all, in drawing order. */
function rowsOf(
  set: TaskSet,
  methods: readonly MethodResult[],
  admitted: boolean,
  refuted: MethodResult | undefined,
): Row[] {
  const detailed = detailedOf(methods);
  // Knows when jobs come, which the test that computes responses then does not.
  const finer = refuted?.phases === 'given' && detailed?.phases === 'any' ? refuted : undefined;
  return set.entities
    .map((entity, index) => {
      const row = detailed?.tasks[index];
      // Another test may prove what this one's bound is too coarse for.
      const coarse = (admitted || finer !== undefined) && row?.meetsDeadline === false;
      // The response of a task that loses its priority has no bound.
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

/** Names in the sentence are cut here: it stands on one line. */
const NAME_LENGTH = 32;

function sentenceFor(
  set: TaskSet,
  rows: readonly Row[],
  admitted: boolean,
  deciding: MethodResult | undefined,
  overloaded: boolean,
  failure: Failure | null,
  methods: readonly MethodResult[],
): string {
  if (set.refusal !== null) return `Not admitted: ${set.refusal}`;
  if (set.entities.length === 0) return 'Nothing to schedule yet: draw a task.';
  if (admitted && deciding !== undefined) {
    return `Admitted by ${deciding.phrase}${set.cores > 1 ? ` · ${shareOf(set)}` : ''}${tightest(rows)}`;
  }
  if (overloaded) return `Not admitted: ${excessOf(set)}`;
  if (failure !== null) return `Not admitted: ${failureIn(set, failure, deciding !== undefined, methods)}`;
  const endless = set.background.find((task) => task.costNs === null);
  if (endless !== undefined && !set.capabilities.preemptive) {
    return `Not admitted: give the background task ${shortName(endless.name, NAME_LENGTH)} a budget, for it holds all others off`;
  }
  if (set.cores > 1) return `Not admitted: ${openOnSeveral(set, methods)}`;
  return methods.some(({ applies, measures }) => applies && (measures === 'response-time' || measures === 'demand'))
    ? 'Not admitted: the exact test did not end within its limit; periods that divide each other make it shorter'
    : 'Not admitted: no test that applies can prove that every deadline holds';
}

/** "0.84 of 4 processors"; rounded so that it does not look like all of them when it is less. */
function shareOf(set: TaskSet): string {
  const used = Math.ceil(utilizationOf(set) * 100 - 1e-6) / 100;
  return `${Math.min(used, set.cores)} of ${set.cores} processors`;
}

function excessOf(set: TaskSet): string {
  const ratio = utilizationOf(set);
  if (set.cores === 1) return `${percentAbove(ratio, 1)} of the processor is asked for, 100 % is there`;
  const used = Number(ratio.toPrecision(4));
  return `${used > set.cores ? used : `a little more than ${set.cores}`} processors are asked for, ${set.cores} are there`;
}

/** Why nothing decides on several cores, and the way out. */
function openOnSeveral(set: TaskSet, methods: readonly MethodResult[]): string {
  const applied = methods.filter(({ applies }) => applies);
  if (applied.length === 0) {
    const roams = set.entities.every((entity) => coresOf(entity, set)?.length === set.cores);
    const together = roams ? 'response-time-global' : 'affinity';
    const id = set.clusterCores === 1 ? 'partitioned' : set.clusterCores < set.cores ? 'clustered' : together;
    return methods.find(({ method }) => method === id)?.reason ?? 'no test applies';
  }
  const open = set.entities.some(({ core }) => core === null);
  if (set.clusterCores < set.cores && open)
    return 'not every task found a core where its deadlines hold; give them cores by hand';
  return `no test can prove that every deadline holds on ${set.cores} cores; a core for each task can be judged exactly`;
}

/** A load that is above a limit looks above it, with four digits where they suffice. */
function percentAbove(ratio: number, limit: number): string {
  const percent = Number((ratio * 100).toPrecision(4));
  return percent > limit * 100 ? `${percent} %` : `a little more than ${limit * 100} %`;
}

function tightest(rows: readonly Row[]): string {
  let worst: Row | null = null;
  for (const row of rows) {
    if (row.responseNs === null) continue;
    if (worst === null || row.responseNs / row.deadlineNs > (worst.responseNs ?? 0) / worst.deadlineNs) worst = row;
  }
  if (worst === null) return '';
  return ` · tightest: ${shortName(worst.name, NAME_LENGTH)}, R ${formatBound(worst.responseNs ?? 0, worst.deadlineNs)}`;
}

/** @param proven by an exact test; else a bound says that it can be so */
function failureIn(set: TaskSet, failure: Failure, proven: boolean, methods: readonly MethodResult[]): string {
  if (failure.kind === 'deadline') return lateness(set, failure, proven);
  const { tasks } = methods.find((result) => result.failure === failure) as MethodResult;
  const responseNs = tasks.find(({ entity }) => entity === failure.entity)?.responseNs ?? null;
  // Under EDF of several that could give something up only one is sure to.
  const alone = set.policy !== 'edf' || tasks.filter(({ meetsDeadline }) => meetsDeadline === false).length === 1;
  return refusalOf(set, failure.entity, responseNs, proven && alone && failure.some !== true, NAME_LENGTH);
}

function lateness(set: TaskSet, failure: Failure, proven: boolean): string {
  const name = shortName((set.entities[failure.entity] as Entity).name, NAME_LENGTH);
  const verb = proven && failure.some !== true ? 'misses' : 'can miss';
  const by = failure.latenessNs === null ? '' : ` by ${formatShort(failure.latenessNs, 'up')}`;
  return `${name} ${verb} its deadline${by} (job ${failure.job}, at ${formatShort(failure.deadlineAtNs, 'near')})`;
}
