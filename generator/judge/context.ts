/** What a sketch is judged with: the capabilities of a target, and what it takes on the sketch's board. */
import type { AdmissionContext } from '../analysis/admission.ts';
import { boardById } from '../boards/index.ts';
import type { Sketch, TargetName } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';

/**
 * @param ideal without what the runtime itself takes: the textbook case
 * @param target another than the sketch's own
 */
export function contextOf(sketch: Sketch, ideal: boolean, target: TargetName = sketch.target): AdmissionContext {
  const overheads = ideal ? null : (boardById(sketch.board)?.targets[target]?.overheads ?? null);
  return { capabilities: targetById(target), overheads };
}
