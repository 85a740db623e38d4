/** The blocks of a piece of code, and the code that they print beside them. */

import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { CodePiece } from '../../../../generator/sketch/blocks/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { contextOf } from '../../../blocks/context.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { blocksOwner } from '../../state/sketch/code-views.ts';
import { MEMBER_WORDS } from '../editor/code-member.ts';
import { useBlocksPasteOffer } from '../editor/use-paste-offer.ts';
import { BlockWorkspace } from './block-workspace.ts';
import { PrintedCode } from './printed-code.tsx';
import './blocks.css';

interface Props {
  readonly body: OpenBody;
  readonly piece: CodePiece;
}

/** A default export, because the module is loaded lazily. */
export default function BlocksView({ body, piece }: Props) {
  const view = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const workspace = useWorkspace(container, body, piece);
  useReveal(workspace, body.id, piece);
  useBlocksPasteOffer(view, body.id);
  return (
    <div ref={view} className="blocks-view" data-testid="blocks-view">
      <section
        ref={container}
        className="blocks-area"
        aria-label={tr`Blocks of ${body.owner?.name ?? tr`the sketch`}: ${MEMBER_WORDS[piece].label}`}
      />
      {workspace === null ? null : <Beside workspace={workspace} />}
    </div>
  );
}

function Beside({ workspace }: { readonly workspace: BlockWorkspace }) {
  const { printed, marked, failure } = useSyncExternalStore(workspace.subscribe, workspace.getShown);
  const lines = marked === null ? NO_LINES : workspace.linesOf(marked);
  return (
    <PrintedCode
      code={printed.code}
      marked={lines}
      failure={failure}
      onPoint={(line) => workspace.highlightLine(line)}
      onChoose={(line) => workspace.revealLine(line)}
    />
  );
}

const NO_LINES: ReadonlySet<number> = new Set();

function useWorkspace(
  container: React.RefObject<HTMLDivElement | null>,
  body: OpenBody,
  piece: CodePiece,
): BlockWorkspace | null {
  const session = useSession();
  const [workspace, setWorkspace] = useState<BlockWorkspace | null>(null);
  const owner = useRef(blocksOwner(body.owner));
  owner.current = blocksOwner(body.owner);
  const { id: bodyId } = body;
  useEffect(() => {
    const named = owner.current;
    const context = named === null ? null : contextOf(session.document.currentSketch(), named, piece);
    if (container.current === null || named === null || context === null) return;
    const made = new BlockWorkspace(container.current, context, {
      session,
      bodyId,
      piece,
      owner: () => owner.current ?? named,
    });
    setWorkspace(made);
    return () => {
      setWorkspace(null);
      made.dispose();
    };
  }, [session, container, bodyId, piece]);
  return workspace;
}

/** Puts the keys into the workspace, or on the block of the line that a view asked for. */
function useReveal(workspace: BlockWorkspace | null, bodyId: string, piece: CodePiece): void {
  const reveal = useBodies((state) => (state.reveal?.bodyId === bodyId ? state.reveal : null));
  useEffect(() => {
    if (workspace === null || reveal === null || reveal.member !== piece) return;
    if (reveal.line === null) workspace.focus();
    else workspace.revealLine(reveal.line);
  }, [workspace, reveal, piece]);
}
