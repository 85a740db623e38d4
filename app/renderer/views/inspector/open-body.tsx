/** Opens the body of a task or an interrupt, and says whether it is built from blocks or typed. */

import { Code2, Puzzle } from 'lucide-react';
import { useEffect } from 'react';
import type { CodeOwner } from '../../../../generator/sketch/blocks/forms.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { formIn, lookOf } from '../../state/sketch/code-views.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { useDetail } from '../../state/window/use-detail.ts';
import { Button } from '../controls/button.tsx';
import { preloadBlocksView } from '../editor/load-blocks.ts';

export function OpenBody({ owner }: { readonly owner: CodeOwner }) {
  const { openBody } = useSession().bodies;
  const form = useSketch((sketch) => formIn(sketch, owner, 'body'));
  const isBlocks = lookOf(undefined, form, owner, useDetail()) === 'blocks';
  useEffect(() => (isBlocks ? preloadBlocksView() : undefined), [isBlocks]);
  return (
    <Button onClick={() => openBody(owner)}>
      {isBlocks ? <Puzzle /> : <Code2 />} {isBlocks ? tr`Open the blocks` : tr`Open the code`}
    </Button>
  );
}
