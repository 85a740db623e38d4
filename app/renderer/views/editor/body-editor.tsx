/** The code editor of one piece of code. Loaded lazily, because it imports Monaco. */
import type { RefObject } from 'react';
import { type CodeMember, type OpenBody, useBodies } from '../../state/sketch/bodies.ts';
import { CodeArea } from './code-area.tsx';

export interface BodyEditorProps {
  readonly body: OpenBody;
  readonly member: CodeMember;
  /** The field that the user types in until this editor takes over. */
  readonly plain: RefObject<HTMLTextAreaElement | null>;
  /** Called when the editor shows the code, and has the focus if the field had it. */
  readonly onReady: () => void;
}

/** A default export, because the module is loaded lazily. */
export default function BodyEditor({ body, member, ...takeover }: BodyEditorProps) {
  const reveal = useBodies((state) => (state.reveal?.bodyId === body.id ? state.reveal : null));
  return (
    <div className="body-editor" data-testid="body-editor">
      <CodeArea body={body} member={member} place={reveal?.member === member ? reveal : null} {...takeover} />
    </div>
  );
}
