/** Says above the code that it is printed from blocks, or that blocks stand aside for it. */

import { takeTyped } from '../../../../generator/sketch/blocks/forms.ts';
import type { CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { CodeMember, OpenBody } from '../../state/sketch/bodies.ts';
import { blocksOwner, formIn } from '../../state/sketch/code-views.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../controls/button.tsx';
import { loadTakeBlocks } from './load-blocks.ts';
import { useIsLocked } from './use-body-view.ts';

interface Props {
  readonly body: OpenBody;
  readonly member: CodeMember;
}

export function CodeNotes({ body, member }: Props) {
  const form = useSketch((sketch) => formIn(sketch, body.owner, member));
  if (member === 'prelude' || (form !== 'blocks' && form !== 'aside')) return null;
  return form === 'aside' ? <Aside body={body} piece={member} /> : <Printed body={body} piece={member} />;
}

interface NoteProps {
  readonly body: OpenBody;
  readonly piece: CodePiece;
}

function Aside({ body: { id, owner }, piece }: NoteProps) {
  const session = useSession();
  const from = blocksOwner(owner);
  if (from === null) return null;
  const back = () => {
    loadTakeBlocks().then(({ goToBlocks }) => {
      goToBlocks(session, from, piece);
      session.codeViews.showAs(id, piece, 'blocks');
    }, session.notices.notifyError);
  };
  return (
    <p className="code-note" role="note">
      <span>{tr`The blocks of this code are set aside. Going back to them keeps this code too.`}</span>
      <Button onClick={back}>{tr`Back to blocks`}</Button>
    </p>
  );
}

function Printed({ body, piece }: NoteProps) {
  const { codeViews, document } = useSession();
  const { id, owner } = body;
  const from = blocksOwner(owner);
  const isLocked = useIsLocked(body, piece);
  const hasTyped = useSketch((sketch) => {
    const element = from === null ? undefined : sketch[from.kind].find(({ name }) => name === from.name);
    return element?.blocks?.[piece]?.typed !== undefined;
  });
  if (from === null) return null;
  if (hasTyped) {
    const takeBack = () => document.edit(tr`Back to my code`, (sketch) => takeTyped(sketch, from, piece));
    return (
      <p className="code-note" role="note">
        <span>{tr`This code comes from the blocks. The code that you typed is set aside.`}</span>
        <Button onClick={takeBack}>{tr`Back to my code`}</Button>
      </p>
    );
  }
  return (
    <p className="code-note" role="note">
      <span>
        {isLocked
          ? tr`This code comes from the blocks. If you edit it, the blocks are set aside; you can go back to them.`
          : tr`The blocks are set aside with your first change.`}
      </span>
      {isLocked ? <Button onClick={() => codeViews.unlock(id, piece)}>{tr`Edit the code`}</Button> : null}
    </p>
  );
}
