/** Goes from typed code to blocks. */

import { blocksOf, type CodeOwner, takeBlocks } from '../../../../generator/sketch/blocks/forms.ts';
import type { CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import { blocksOfState, stateOfBlocks } from '../../../../generator/sketch/blocks/workspace.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { codeOf, newState } from '../../../blocks/code.ts';
import { contextOf } from '../../../blocks/context.ts';
import type { Session } from '../../state/session/session.ts';

/** Goes back to the blocks that stand aside, or begins with new ones. The typed code is kept. */
export function goToBlocks({ document }: Session, owner: CodeOwner, piece: CodePiece): void {
  document.flushEdits();
  document.edit(tr`Back to blocks`, (sketch) => {
    const context = contextOf(sketch, owner, piece);
    if (context === null) return { ok: true, sketch };
    const blocks = blocksOf(sketch, owner, piece) ?? blocksOfState(newState());
    return takeBlocks(sketch, owner, piece, codeOf(stateOfBlocks(blocks), context).code, blocks);
  });
}
