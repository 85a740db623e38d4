/**
 * Admission: all tests on one sketch for one target, and what they say together.
 *
 * A sufficient test that fails proves nothing, so sufficient tests are OR-ed: the sketch is admitted when some test
 * that applies proves it schedulable. It is refused when an exact test fails, when more than the processors is asked
 * for, or when no test can give a proof.
 */
import type { Sketch } from '../sketch/model.ts';
import { type Capabilities, NO_OVERHEADS, type Overheads } from '../sketch/platform.ts';
import { compareFractions, compareSafely, fraction, sumFractions } from './arithmetic.ts';
import { formatNs, formatRatio } from './format.ts';
import { applyMethod, type Failure, type MethodId, type MethodResult } from './method.ts';
import { METHODS } from './registry.ts';
import { buildTaskSet, type Entity, type TaskSet, utilizationOf } from './task-set.ts';

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
  /** null: not known. */
  readonly meetsDeadline: boolean | null;
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
  readonly failure: Failure | null;
  readonly set: TaskSet;
}

/** Judges a sketch. Pure; a few hundred microseconds for a dozen tasks, bounded for any number. */
export function admit(sketch: Sketch, { capabilities, overheads }: AdmissionContext): Admission {
  const set = buildTaskSet(sketch, capabilities, overheads ?? NO_OVERHEADS);
  const methods = METHODS.map((method) => applyMethod(method, set));
  const overloaded = set.refusal === null && isOverloaded(set);
  const refuted = methods.find((result) => result.verdict === 'unschedulable');
  const proof = methods.find((result) => result.verdict === 'schedulable');
  const deciding = refuted ?? (overloaded ? undefined : proof);
  const admitted = !overloaded && refuted === undefined && proof !== undefined;
  const tasks = taskRows(set, methods);
  return {
    admitted,
    decidedBy: deciding?.method ?? (overloaded ? 'utilization' : null),
    sentence: sentenceFor(set, tasks, admitted, deciding, overloaded),
    utilization: utilizationOf(set),
    declaredUtilization: set.entities.reduce((sum, entity) => sum + entity.budgetNs / entity.periodNs, 0),
    methods,
    tasks,
    failure: refuted?.failure ?? methods.find((result) => result.failure !== null)?.failure ?? null,
    set,
  };
}

/** Whether ΣU > m, exactly. */
function isOverloaded(set: TaskSet): boolean {
  const load = [...set.entities, ...set.interruptLoad];
  const sign = compareSafely(utilizationOf(set), set.cores, 2 * load.length, () =>
    compareFractions(sumFractions(load.map((item) => fraction(item.costNs, item.periodNs))), fraction(set.cores, 1)),
  );
  return sign > 0;
}

/** Per-task rows from the test that computes responses, else from the one that decided for all. */
function taskRows(set: TaskSet, methods: readonly MethodResult[]): TaskAdmission[] {
  const detailed = methods.find((result) => result.applies && result.tasks.length > 0);
  const proven = methods.some((result) => result.verdict === 'schedulable');
  return set.entities
    .flatMap((entity, index) => {
      if (entity.kind !== 'task') return [];
      const row = detailed?.tasks[index];
      return [
        {
          name: entity.name,
          task: entity.source,
          utilization: entity.budgetNs / entity.periodNs,
          responseNs: row?.responseNs ?? null,
          deadlineNs: entity.deadlineNs,
          meetsDeadline: row?.meetsDeadline ?? (proven ? true : null),
        },
      ];
    })
    .sort((a, b) => a.task - b.task);
}

function sentenceFor(
  set: TaskSet,
  tasks: readonly TaskAdmission[],
  admitted: boolean,
  deciding: MethodResult | undefined,
  overloaded: boolean,
): string {
  if (set.refusal !== null) return `Not admitted: ${set.refusal}`;
  if (set.entities.length === 0) return 'Nothing to schedule yet: draw a task.';
  if (admitted && deciding !== undefined) {
    return `Admitted by ${deciding.label}${tightest(tasks)}`;
  }
  if (overloaded) {
    const most = set.cores === 1 ? '100 %' : `${set.cores * 100} %`;
    return `Not admitted: ${percent(utilizationOf(set))} of the processor is asked for, ${most} is there`;
  }
  if (deciding?.failure) return `Not admitted: ${lateness(set, deciding.failure)}`;
  const failing = tasks.find((task) => task.meetsDeadline === false);
  if (failing !== undefined) return `Not admitted: ${failing.name} can miss its deadline`;
  return 'Not admitted: no test that applies can prove that every deadline holds';
}

const percent = (ratio: number): string => `${Number((ratio * 100).toPrecision(4))} %`;

function tightest(tasks: readonly TaskAdmission[]): string {
  let worst: TaskAdmission | null = null;
  for (const task of tasks) {
    if (task.responseNs === null) continue;
    if (worst === null || task.responseNs / task.deadlineNs > (worst.responseNs ?? 0) / worst.deadlineNs) worst = task;
  }
  if (worst === null) return '';
  return ` · tightest: ${worst.name}, R ${formatNs(worst.responseNs ?? 0)} of ${formatNs(worst.deadlineNs)}`;
}

function lateness(set: TaskSet, failure: Failure): string {
  const { name } = set.entities[failure.entity] as Entity;
  const when = `(job ${failure.job}, due at ${formatNs(failure.deadlineAtNs)})`;
  if (failure.latenessNs === null) return `${name} misses its deadline ${when}`;
  return `${name} misses its deadline by ${formatNs(failure.latenessNs)} ${when}`;
}

/** The utilization as shown in explanations and tables. */
export const formatUtilization = formatRatio;
