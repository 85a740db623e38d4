/** Static fit: the RAM that a sketch needs on its board, before any build. */
import type { StaticFit } from '../analysis/help/types.ts';
import { type BoardChoice, boardOf } from '../boards/index.ts';
import { preemptionLevels } from '../lower/levels.ts';
import { lower } from '../lower/lower.ts';
import { stackPart } from '../lower/memory-shares.ts';
import type { Lowering } from '../lower/program.ts';
import type { LevelFigures } from '../numbers/memory.ts';
import { type Board, usableFlashBytes } from '../platform/board.ts';
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import { targetById } from '../targets/index.ts';

/**
 * null: no code is generated for this target on this board, or its memory was not measured.
 *
 * @param built the stacks of the last build, also of an earlier version of the sketch; empty: it was not built
 */
export function staticFit(sketch: Sketch, built: readonly BuiltStack[] = []): StaticFit | null {
  const board = boardOf(sketch);
  if (board === undefined) return null;
  const target = targetById(sketch.target);
  const lowering = lower(sketch, board, target);
  const fit = fitOf(lowering, board, flashOf(sketch, board));
  if (fit === null || !target.preemptive || target.taskStacks || lowering.program === null) return fit;
  const levels = preemptionLevels(lowering.program.tasks, sketch.policy);
  return withBuiltStack({ ...fit, levels: levels.map((level) => level.map(({ name }) => name)) }, built);
}

/** A stack of a built program, as far as the fit needs it. */
export interface BuiltStack {
  readonly levels?: readonly LevelFigures[] | undefined;
}

/**
 * The fit with the stack of the last build instead of the estimate. A level that the build does not know counts as the
 * least one that it knows, which is mostly the runtime's own part.
 */
export function withBuiltStack(fit: StaticFit, built: readonly BuiltStack[]): StaticFit {
  const known = built[0]?.levels ?? [];
  const jobs = known.filter(({ part }) => part === 'jobs');
  if (jobs.length === 0 || fit.levels.length === 0) return fit;
  const least = Math.min(...jobs.map(({ bytes }) => bytes));
  const levelBytes = (names: readonly string[]) =>
    Math.max(
      least,
      ...jobs.filter(({ tasks }) => tasks.some((name) => names.includes(name))).map(({ bytes }) => bytes),
    );
  const others = known.filter(({ part }) => part !== 'jobs').reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = others + fit.levels.reduce((sum, names) => sum + levelBytes(names), 0);
  const parts = fit.parts.map((part) => (part.name === stackPart() ? { ...part, bytes } : part));
  const ramBytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return {
    ...fit,
    ...sumOf(ramBytes, fit.ramLimitBytes),
    parts: parts.toSorted((a, b) => b.bytes - a.bytes),
    stackIsBuilt: true,
  };
}

const sumOf = (ramBytes: number, limit: number) => ({
  ramBytes,
  freeBytes: Math.max(0, limit - ramBytes),
  fits: ramBytes <= limit,
});

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
    ...sumOf(ramBytes, board.ramBytes),
    ramLimitBytes: board.ramBytes,
    flashBytes,
    flashLimitBytes: usableFlashBytes(board),
    parts: memory,
    levels: [],
    stackIsBuilt: false,
  };
}
