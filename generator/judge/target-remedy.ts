/**
 * Another target as the remedy of a sketch that is not admitted: without preemption a short period beside a long job is
 * refused, whatever the numbers are.
 */
import { admit } from '../analysis/admission.ts';
import { boardOf } from '../boards/index.ts';
import type { Calibrated } from '../calibration/record.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import { TARGETS, targetById } from '../targets/index.ts';
import { obstaclesFor } from './compare.ts';
import { contextOf } from './context.ts';

export interface TargetRemedy {
  /** With this target, and no other change, the sketch is admitted, and it can be built without a kernel. */
  readonly target: TargetName;
}

/**
 * null: the sketch is admitted, its target preempts already, or no other target is enough. A target whose kernel the
 * user would have to get is no remedy.
 *
 * @param ideal without overheads
 */
export function targetRemedy(
  sketch: Sketch,
  ideal: boolean,
  calibrations: readonly Calibrated[] = [],
): TargetRemedy | null {
  const admits = (tried: Sketch) => admit(tried, contextOf(tried, ideal, calibrations)).admitted;
  if (targetById(sketch.target).preemptive || admits(sketch)) return null;
  const board = boardOf(sketch);
  const found = TARGETS.find(({ id, preemptive, kernel, generates }) => {
    const isOffered = preemptive && kernel === null && generates !== null && board?.targets[id] !== undefined;
    return isOffered && admits({ ...sketch, target: id }) && obstaclesFor(sketch, id).length === 0;
  });
  return found === undefined ? null : { target: found.id };
}
