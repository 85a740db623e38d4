/** What speaks against writing a sketch into a real board, before anything is built. */
import { boardOf } from '../boards/index.ts';
import {
  BUILT_FLASH,
  BUILT_RAM,
  ESTIMATED_FLASH,
  ESTIMATED_RAM,
  formatBytesOf,
  type StackFigures,
  stackWords,
} from '../numbers/memory.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { staticFit } from './fit.ts';

/** What a build of the sketch takes. */
export interface BuiltMemory {
  readonly ramBytes: number;
  readonly ramAvailableBytes: number;
  readonly flashBytes: number;
  readonly flashAvailableBytes: number;
  readonly stacks?: readonly (StackFigures & { readonly certainBytes: number })[] | undefined;
}

/**
 * @param otherBoard the board at the port by its USB ids, if that is not the sketch's
 * @param built of the sketch as it is now. Null: it was not built, and estimates take the place
 */
export function uploadDoubts(
  sketch: Sketch,
  otherBoard: string | null,
  built: BuiltMemory | null = null,
): readonly string[] {
  const memory = built === null ? fitProblems(sketch) : builtProblems(built);
  return [...(otherBoard === null ? [] : [otherWords(sketch, otherBoard)]), ...memory];
}

/** Whether the code needs more stack than there is. */
export const lacksStack = ({ stacks = [] }: BuiltMemory): boolean => stacks.some(isShort);

const isShort = (stack: { readonly certainBytes: number; readonly availableBytes: number }): boolean =>
  stack.certainBytes > stack.availableBytes;

function otherWords(sketch: Sketch, otherBoard: string): string {
  const board = boardOf(sketch)?.label ?? sketch.board;
  return tr`The sketch is for the board ${board}. By its USB number, the board at this port is another one: ${otherBoard}.`;
}

/** Why the sketch does not fit into its board, by the estimates. Empty: it may fit. */
function fitProblems(sketch: Sketch): readonly string[] {
  const fit = staticFit(sketch);
  if (fit === null) return [];
  const { ramBytes, ramLimitBytes, flashBytes, flashLimitBytes } = fit;
  return [
    ...excess(ESTIMATED_RAM.label, ramBytes, ramLimitBytes),
    ...excess(ESTIMATED_FLASH.label, flashBytes ?? 0, flashLimitBytes),
  ];
}

const excess = (label: string, used: number, limit: number) =>
  used > limit ? [tr`${label}: ${formatBytesOf(used, limit)}. It does not fit.`] : [];

function builtProblems({ stacks = [], ...memory }: BuiltMemory): readonly string[] {
  return [
    ...excess(BUILT_RAM.label, memory.ramBytes, memory.ramAvailableBytes),
    ...excess(BUILT_FLASH.label, memory.flashBytes, memory.flashAvailableBytes),
    ...stacks.filter(isShort).map((stack) => tr`${stackWords(stack)}. It does not fit.`),
  ];
}
