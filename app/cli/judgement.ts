/** What admission says of a sketch, and its JSON form: shared by the commands that judge. */
import {
  type Admission,
  admit,
  type HandlerAdmission,
  type TaskAdmission,
} from '../../generator/analysis/admission.ts';
import { explanationText, type MethodResult } from '../../generator/analysis/method.ts';
import { boardById } from '../../generator/boards/index.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { targetById } from '../../generator/targets/index.ts';

/** The admission of a sketch for its target, with the overheads that its board has there unless ideal. */
export function judge(sketch: Sketch, ideal: boolean): Admission {
  const overheads = ideal ? null : (boardById(sketch.board)?.overheads[sketch.target] ?? null);
  return admit(sketch, { capabilities: targetById(sketch.target), overheads });
}

/** The document of a file that could be judged, as docs/cli.md describes it. */
export function checkDocument(file: string, sketch: Sketch, admission: Admission, ideal: boolean): object {
  return {
    file,
    name: sketch.name,
    board: sketch.board,
    target: sketch.target,
    policy: sketch.policy,
    ideal,
    admitted: admission.admitted,
    decidedBy: admission.decidedBy,
    sentence: admission.sentence,
    utilization: admission.utilization,
    declaredUtilization: admission.declaredUtilization,
    methods: admission.methods.map(methodForJson),
    tasks: admission.tasks.map(rowForJson),
    handlers: admission.handlers.map(rowForJson),
  };
}

function rowForJson(row: TaskAdmission | HandlerAdmission): object {
  return {
    name: row.name,
    utilization: row.utilization,
    responseTimeUs: toUs(row.responseNs),
    deadlineUs: toUs(row.deadlineNs),
    meetsDeadline: row.meetsDeadline,
  };
}

function methodForJson(result: MethodResult): object {
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
    explanation: explanationText(result),
  };
}

/** Nanoseconds are exact in it to three digits after the point. */
export function toUs(timeNs: number | null): number | null {
  return timeNs === null ? null : timeNs / 1000;
}
