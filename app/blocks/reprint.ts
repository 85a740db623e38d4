/** Prints the code of blocks anew, after a change of the sketch. */
import { blocksOf, changeBlocks, codeIn } from '../../generator/sketch/blocks/forms.ts';
import { stateOfBlocks } from '../../generator/sketch/blocks/workspace.ts';
import type { Sketch } from '../../generator/sketch/model.ts';
import { codeOf } from './code.ts';
import { contextOf } from './context.ts';
import type { BuiltPiece } from './stale-code.ts';

/** The sketch with the code that these blocks print now. Code stays if its blocks cannot be read. */
export function reprinted(sketch: Sketch, pieces: readonly BuiltPiece[]): Sketch {
  let now = sketch;
  for (const { owner, piece } of pieces) {
    const blocks = blocksOf(now, owner, piece);
    const context = contextOf(now, owner, piece);
    if (blocks === undefined || context === null) continue;
    const { code, isComplete } = codeOf(stateOfBlocks(blocks), context);
    if (!isComplete || codeIn(now, owner, piece) === code) continue;
    const changed = changeBlocks(now, owner, piece, blocks, code);
    if (changed.ok) now = changed.sketch;
  }
  return now;
}
