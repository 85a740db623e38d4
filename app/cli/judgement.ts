/** The admission of a sketch and its JSON form, shared by the commands that judge. */

import {
  type Admission,
  admit,
  type HandlerAdmission,
  type TaskAdmission,
} from '../../generator/analysis/admission.ts';
import {
  explanationText,
  type Failure,
  type FailurePathJob,
  type MethodResult,
  type Step,
} from '../../generator/analysis/method.ts';
import type { Entity, TaskSet } from '../../generator/analysis/task-set.ts';
import type { Calibrated } from '../../generator/calibration/record.ts';
import { contextOf } from '../../generator/judge/context.ts';
import { countedOverheads } from '../../generator/judge/overheads.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { usOrNull } from '../../generator/sketch/time.ts';

/**
 * Judges a sketch for its target. Unless `ideal` is set, the judgement includes the overheads of its
 * board: those of a calibration, otherwise the shipped ones.
 */
export function judge(sketch: Sketch, ideal: boolean, calibrations: readonly Calibrated[] = []): Admission {
  return admit(sketch, contextOf(sketch, ideal, calibrations));
}

/** The document of a valid file. docs/cli.md describes it. */
export function checkDocument(
  file: string,
  sketch: Sketch,
  admission: Admission,
  ideal: boolean,
  calibrations: readonly Calibrated[],
): object {
  return {
    file,
    name: sketch.name,
    board: sketch.board,
    target: sketch.target,
    policy: sketch.policy,
    ideal,
    overheads: ideal ? null : overheadsForJson(sketch, calibrations),
    admitted: admission.admitted,
    decidedBy: admission.decidedBy,
    sentence: admission.sentence,
    utilization: admission.utilization,
    declaredUtilization: admission.declaredUtilization,
    failure: failureForJson(admission.failure, admission.set),
    methods: admission.methods.map((result) => methodForJson(result, admission.set)),
    tasks: admission.tasks.map(rowForJson),
    handlers: admission.handlers.map(rowForJson),
  };
}

/** Where the counted overheads are from. Null: none are counted. */
function overheadsForJson(sketch: Sketch, calibrations: readonly Calibrated[]): object | null {
  const { overheads, calibration, stale } = countedOverheads(sketch, calibrations);
  if (overheads === null) return null;
  return {
    source: calibration === null ? 'shipped' : 'measured',
    measuredOn: calibration === null ? null : { day: calibration.day, device: calibration.device },
    stale: stale === null ? null : { day: stale.day, reason: stale.stale },
  };
}

function rowForJson(row: TaskAdmission | HandlerAdmission): object {
  return {
    name: row.name,
    utilization: row.utilization,
    responseTimeUs: usOrNull(row.responseNs),
    deadlineUs: usOrNull(row.deadlineNs),
    servedWithinUs: usOrNull(row.servedWithinNs),
    meetsDeadline: row.meetsDeadline,
  };
}

/** The name of an entity: a task, or the interrupt that a handler belongs to. */
const nameOf = ({ entities }: TaskSet, entity: number): string => (entities[entity] as Entity).name;

function failureForJson(failure: Failure | null, set: TaskSet): object | null {
  if (failure === null) return null;
  const { kind, entity, job, deadlineAtNs, latenessNs, path, phasesNs } = failure;
  return {
    kind,
    task: nameOf(set, entity),
    job,
    atUs: usOrNull(deadlineAtNs),
    latenessUs: usOrNull(latenessNs),
    ...(path === undefined ? {} : { path: path.map((one) => pathJobForJson(one, set)) }),
    ...(phasesNs === undefined ? {} : { phases: phasesForJson(phasesNs, set) }),
  };
}

function pathJobForJson({ entity, job, releasedNs, startedNs, endedNs }: FailurePathJob, set: TaskSet): object {
  const times = { releasedUs: usOrNull(releasedNs), startedUs: usOrNull(startedNs), endedUs: usOrNull(endedNs) };
  return { task: nameOf(set, entity), job, ...times };
}

/** Only the phases that affect the result. */
function phasesForJson(phasesNs: readonly (number | null)[], set: TaskSet): object[] {
  return phasesNs.flatMap((atNs, entity) =>
    atNs === null ? [] : [{ task: nameOf(set, entity), arrivesUs: usOrNull(atNs) }],
  );
}

/** A step of an explanation. Its numbers are those of the formula, with times in ns. */
export function stepForJson({ text, tex, numbers }: Step): object {
  return { text, ...(tex === undefined ? {} : { tex }), ...(numbers === undefined ? {} : { numbers }) };
}

function methodForJson(result: MethodResult, set: TaskSet): object {
  const { method, label, reference, applies, reason, verdict, value, bound, margin } = result;
  const numbers = {
    ...(value === null ? {} : { value }),
    ...(bound === null ? {} : { bound }),
    ...(margin === null ? {} : { margin }),
  };
  return {
    method,
    label,
    reference,
    applies,
    ...(reason === null ? {} : { reason }),
    verdict,
    ...numbers,
    tasks: result.tasks.map(({ entity, responseNs, deadlineNs, meetsDeadline }) => ({
      name: nameOf(set, entity),
      responseTimeUs: usOrNull(responseNs),
      deadlineUs: usOrNull(deadlineNs),
      meetsDeadline,
    })),
    failure: failureForJson(result.failure, set),
    explanation: explanationText(result),
    steps: result.explanation.map(stepForJson),
  };
}
