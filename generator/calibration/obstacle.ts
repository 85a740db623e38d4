/** Whether the overheads of a board with a target can be measured on it. */
import type { Board } from '../platform/board.ts';
import type { TargetName } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { tr } from '../words/tr.ts';
import { isCalibratedTarget } from './figures.ts';

/** Why a board cannot be calibrated for a target, in a sentence for the user; null if it can. */
export function calibrationObstacle(board: Board, target: TargetName): string | null {
  const { label } = targetById(target);
  if (board.targets[target] === undefined) return tr`Polyloop has no ${label} for the board "${board.label}".`;
  if (board.virtual?.emulator === 'host-process') {
    return tr`The operating system decides the timing of "${board.label}", so there are no overheads to measure.`;
  }
  if (board.virtual?.emulator === 'qemu') {
    return tr`"${board.label}" exists as an emulator only, which counts instructions and always gives the shipped overheads.`;
  }
  if (!isCalibratedTarget(target) || board.files.calibration === undefined) {
    return tr`Polyloop has no calibration program for ${label} on "${board.label}" yet.`;
  }
  return null;
}
