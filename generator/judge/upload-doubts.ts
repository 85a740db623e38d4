/** What speaks against writing a sketch into a real board, before anything is built. */
import { boardOf } from '../boards/index.ts';
import { ESTIMATED_FLASH, ESTIMATED_RAM, formatBytesOf } from '../numbers/memory.ts';
import type { Sketch } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { staticFit } from './fit.ts';

/** @param otherBoard the board at the port by its USB ids, if that is not the sketch's */
export function uploadDoubts(sketch: Sketch, otherBoard: string | null): readonly string[] {
  return [...(otherBoard === null ? [] : [otherWords(sketch, otherBoard)]), ...fitProblems(sketch)];
}

function otherWords(sketch: Sketch, otherBoard: string): string {
  const board = boardOf(sketch)?.label ?? sketch.board;
  return tr`The sketch is for the board ${board}. By its USB number, the board at this port is another one: ${otherBoard}.`;
}

/** Why the sketch does not fit into its board, by the estimates. Empty: it may fit. */
function fitProblems(sketch: Sketch): readonly string[] {
  const fit = staticFit(sketch);
  if (fit === null) return [];
  const { ramBytes, ramLimitBytes, flashBytes, flashLimitBytes } = fit;
  const excess = (label: string, used: number, limit: number) =>
    used > limit ? [tr`${label}: ${formatBytesOf(used, limit)}. It does not fit.`] : [];
  return [
    ...excess(ESTIMATED_RAM.label, ramBytes, ramLimitBytes),
    ...excess(ESTIMATED_FLASH.label, flashBytes ?? 0, flashLimitBytes),
  ];
}
