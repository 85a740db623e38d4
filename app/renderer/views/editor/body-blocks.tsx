/** A piece of code as blocks. Blockly is loaded when the first one is shown. */

import { type ComponentType, useEffect, useState } from 'react';
import type { CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { OpenBody } from '../../state/sketch/bodies.ts';
import { blocksOwner, formIn } from '../../state/sketch/code-views.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../controls/button.tsx';
import { loadBlocksView, loadTakeBlocks } from './load-blocks.ts';

interface Props {
  readonly body: OpenBody;
  readonly piece: CodePiece;
}

export function BodyBlocks({ body, piece }: Props) {
  const isTyped = useSketch((sketch) => formIn(sketch, body.owner, piece) === 'code');
  return isTyped ? <TypedCode body={body} piece={piece} /> : <Loaded body={body} piece={piece} />;
}

/** Typed code cannot become blocks. Blocks can begin beside it. */
function TypedCode({ body: { id, owner }, piece }: Props) {
  const session = useSession();
  const { codeViews, notices } = session;
  const from = blocksOwner(owner);
  if (from === null) return null;
  const start = () => {
    loadTakeBlocks().then(({ goToBlocks }) => goToBlocks(session, from, piece), notices.notifyError);
  };
  return (
    <div className="body-choice">
      <p>{tr`This code was typed, and typed code cannot become blocks.`}</p>
      <p>{tr`You can start with blocks. Your code is kept in the sketch, and you can go back to it.`}</p>
      <div className="body-choice-actions">
        <Button tone="primary" onClick={start}>{tr`Start with blocks`}</Button>
        <Button onClick={() => codeViews.showAs(id, piece, 'code')}>{tr`Stay with the code`}</Button>
      </div>
    </div>
  );
}

function Loaded(props: Props) {
  const [View, setView] = useState<ComponentType<Props> | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    let wanted = true;
    loadBlocksView().then(
      (loaded) => (wanted ? setView(() => loaded.default) : undefined),
      () => (wanted ? setFailed(true) : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [failed]);
  if (failed) {
    return (
      <div className="body-choice" role="alert">
        <p>{tr`The blocks could not be loaded.`}</p>
        <Button onClick={() => setFailed(false)}>{tr`Try again`}</Button>
      </div>
    );
  }
  if (View === null) {
    return <p className="body-choice" role="status">{tr`Loading the blocks…`}</p>;
  }
  // Another piece has a workspace of its own.
  return <View key={props.piece} {...props} />;
}
