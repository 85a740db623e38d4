/** Static fit: the RAM that a sketch needs on its board, before any build. */
import type { StaticFit } from '../analysis/help/types.ts';
import { type BoardChoice, boardOf } from '../boards/index.ts';
import { lower } from '../lower/lower.ts';
import type { Lowering } from '../lower/program.ts';
import { type Board, usableFlashBytes } from '../platform/board.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import { targetById } from '../targets/index.ts';

/** null: no code is generated for this target on this board, or its memory was not measured. */
export function staticFit(sketch: Sketch): StaticFit | null {
  const board = boardOf(sketch);
  return board === undefined
    ? null
    : fitOf(lower(sketch, board, targetById(sketch.target)), board, flashOf(sketch, board));
}

/** Whether the runtime's memory on the sketch's board is unknown until a build. */
export function isMemoryUnknown(sketch: BoardChoice & Pick<Sketch, 'target'>): boolean {
  const board = boardOf(sketch);
  const target = board?.targets[sketch.target];
  return target !== undefined && board?.platformio !== null && target.tables === null && target.threads === null;
}

const PRINTS = /\bSerial\b/;

/** Approximate flash of the runtime and of short tasks. Null: it was not measured. */
function flashOf(sketch: Sketch, { targets }: Board): number | null {
  const flash = targets[sketch.target]?.flash;
  if (flash === undefined) return null;
  const codes = [sketch.prelude, ...sketch.tasks.flatMap(({ setup, body }) => [setup, body])];
  const text = codes.some((code) => PRINTS.test(code)) ? flash.textBytes : 0;
  const interrupts = sketch.interrupts.length > 0 ? flash.interruptBytes : 0;
  return flash.baseBytes + systemOf(sketch).runnables.length * flash.taskBytes + text + interrupts;
}

/** Returns the fit of a lowered sketch. */
export function fitOf({ memory }: Lowering, board: Board, flashBytes: number | null = null): StaticFit | null {
  if (memory === null) return null;
  const ramBytes = memory.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ramBytes,
    ramLimitBytes: board.ramBytes,
    freeBytes: Math.max(0, board.ramBytes - ramBytes),
    flashBytes,
    flashLimitBytes: usableFlashBytes(board),
    parts: memory,
    fits: ramBytes <= board.ramBytes,
  };
}
