/**
 * The inputs of an analysis: the capabilities of a target, and its overheads on the sketch's board.
 */
import type { AdmissionContext } from '../analysis/admission.ts';
import type { Calibrated } from '../calibration/record.ts';
import type { Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { countedOverheads } from './overheads.ts';

/**
 * @param ideal without overheads: the textbook case
 * @param calibrations what was measured on the user's boards
 */
export function contextOf(sketch: Sketch, ideal: boolean, calibrations: readonly Calibrated[] = []): AdmissionContext {
  const overheads = ideal ? null : countedOverheads(sketch, calibrations).overheads;
  return { capabilities: targetById(sketch.target), overheads };
}
