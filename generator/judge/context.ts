/**
 * The inputs of an analysis: the capabilities of a target, and its overheads on the sketch's board.
 */
import type { AdmissionContext } from '../analysis/admission.ts';
import { boardById } from '../boards/index.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';

/**
 * @param ideal without overheads: the textbook case
 * @param target another target than the sketch's
 */
export function contextOf(sketch: Sketch, ideal: boolean, target: TargetName = sketch.target): AdmissionContext {
  const overheads = ideal ? null : (boardById(sketch.board)?.targets[target]?.overheads ?? null);
  return { capabilities: targetById(target), overheads };
}
