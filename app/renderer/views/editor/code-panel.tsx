/**
 * The panel of an open body: blocks, or code. The code editor and Blockly are loaded when the first
 * panel needs them. Until the code editor has the caret, a plain text field takes what is typed.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { type CodeMember, type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { BodyBlocks } from './body-blocks.tsx';
import type { BodyEditorProps } from './body-editor.tsx';
import { BodyHeader } from './body-header.tsx';
import { CodeNotes } from './code-notes.tsx';
import { loadBodyEditor } from './load-body-editor.ts';
import { PasteOfferBar } from './paste-offer.tsx';
import { PlainEditor } from './plain-editor.tsx';
import { useLook, useShownMember } from './use-body-view.ts';
import './editor.css';

interface Props {
  readonly bodyId: string;
  /** Whether the panel is in front. The blocks of other panels are not drawn. */
  readonly visible: boolean;
}

export function CodePanel({ bodyId, visible }: Props) {
  const body = useBodies(({ open }) => open.find(({ id }) => id === bodyId));
  return body === undefined ? null : <Body body={body} visible={visible} />;
}

function Body({ body, visible }: { readonly body: OpenBody; readonly visible: boolean }) {
  const member = useShownMember(body);
  const look = useLook(body, member);
  const isBlocks = look === 'blocks' && member !== 'prelude';
  return (
    <div className="body-panel nokey">
      <BodyHeader body={body} member={member} look={look} />
      {isBlocks ? (
        visible ? (
          <div className="code-panel">
            <BodyBlocks body={body} piece={member} />
            <PasteOfferBar bodyId={body.id} />
          </div>
        ) : null
      ) : (
        <>
          <CodeNotes body={body} member={member} />
          <Code body={body} member={member} />
        </>
      )}
    </div>
  );
}

function Code({ body, member }: { readonly body: OpenBody; readonly member: CodeMember }) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const [ready, setReady] = useState(false);
  const { Editor, onRetry } = useBodyEditor();
  return (
    <div className="code-panel">
      {Editor === null ? null : <Editor body={body} member={member} plain={plain} onReady={() => setReady(true)} />}
      {ready ? null : <PlainEditor body={body} member={member} field={plain} onRetry={onRetry} />}
      <PasteOfferBar bodyId={body.id} />
    </div>
  );
}

type BodyEditor = ComponentType<BodyEditorProps>;

/** Null while the code editor is loading. `onRetry` is null unless loading has failed. */
function useBodyEditor(): { readonly Editor: BodyEditor | null; readonly onRetry: (() => void) | null } {
  const [Editor, setEditor] = useState<BodyEditor | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (failed) return;
    let wanted = true;
    loadBodyEditor().then(
      (loaded) => (wanted ? setEditor(() => loaded.default) : undefined),
      () => (wanted ? setFailed(true) : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [failed]);
  return { Editor, onRetry: failed ? () => setFailed(false) : null };
}
