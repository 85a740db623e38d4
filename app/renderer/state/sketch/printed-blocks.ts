/**
 * Keeps the code of blocks in step with the sketch: an edit of a pin, a channel or a time changes the code of all
 * blocks that name it, in the same step of undo. The printer is loaded with the first sketch that has blocks.
 */
import { hasBlocks, stalePieces } from '../../../blocks/stale-code.ts';
import type { Scope } from '../session/scope.ts';
import type { Notices } from '../window/notices.ts';
import type { SketchDocument } from './document.ts';
import { followEdits } from './edit-follower.ts';

interface Needs {
  readonly document: SketchDocument;
  readonly notices: Notices;
}

export function followWithBlocks(needs: Needs, scope: Scope): void {
  followEdits(
    needs,
    {
      load: () => import('../../../blocks/reprint.ts'),
      isFor: hasBlocks,
      workOf: (before, after) => {
        const stale = stalePieces(before, after);
        return stale.length === 0 ? null : stale;
      },
      complete: ({ reprinted }, after, stale) => reprinted(after, stale),
    },
    scope,
  );
}
