/**
 * The panel of an open piece of code. The code editor is loaded when the first panel is opened. Until
 * the code editor has the caret, a plain text field takes what is typed.
 */
import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { BodyEditorProps } from './body-editor.tsx';
import { PlainEditor } from './plain-editor.tsx';
import './editor.css';

export function CodePanel({ bodyId }: { readonly bodyId: string }) {
  const plain = useRef<HTMLTextAreaElement>(null);
  const [ready, setReady] = useState(false);
  const { Editor, onRetry } = useBodyEditor();
  return (
    <div className="code-panel">
      {Editor === null ? null : <Editor bodyId={bodyId} plain={plain} onReady={() => setReady(true)} />}
      {ready ? null : <PlainEditor bodyId={bodyId} field={plain} onRetry={onRetry} />}
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
    import('./body-editor.tsx').then(
      (loaded) => (wanted ? setEditor(() => loaded.default) : undefined),
      () => (wanted ? setFailed(true) : undefined),
    );
    return () => {
      wanted = false;
    };
  }, [failed]);
  return { Editor, onRetry: failed ? () => setFailed(false) : null };
}
