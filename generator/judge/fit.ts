/** Static fit: the RAM that a sketch needs on its board, before any build. */
import type { StaticFit } from '../analysis/help/types.ts';
import { boardById } from '../boards/index.ts';
import { lower } from '../lower/lower.ts';
import type { Lowering } from '../lower/program.ts';
import { type Board, usableFlashBytes } from '../platform/board.ts';
import type { Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';

/** null: no code is generated for this target on this board, or its memory was not measured. */
export function staticFit(sketch: Sketch): StaticFit | null {
  const board = boardById(sketch.board);
  return board === undefined ? null : fitOf(lower(sketch, board, targetById(sketch.target)), board);
}

/** The same for a lowered sketch. */
export function fitOf({ memory }: Lowering, board: Board): StaticFit | null {
  if (memory === null) return null;
  const ramBytes = memory.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ramBytes,
    ramLimitBytes: board.ramBytes,
    freeBytes: Math.max(0, board.ramBytes - ramBytes),
    flashBytes: null,
    flashLimitBytes: usableFlashBytes(board),
    parts: memory,
    fits: ramBytes <= board.ramBytes,
  };
}
