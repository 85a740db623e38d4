/**
 * The code in a plain text field, which is there at once. It is shown until the code editor is
 * loaded, so no key that is typed meanwhile is lost or reaches the drawing.
 */

import { type ClipboardEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useState } from 'react';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { type CodeMember, type OpenBody, type Reveal, useBodies } from '../../state/sketch/bodies.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { Button } from '../controls/button.tsx';
import { changeCode, codeOf, MEMBER_WORDS } from './code-member.ts';
import { useIsLocked } from './use-body-view.ts';

interface Props {
  readonly body: OpenBody;
  readonly member: CodeMember;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Loads the code editor again after a failure. Null: the code editor is loading. */
  readonly onRetry: (() => void) | null;
}

export function PlainEditor({ body, member, field, onRetry }: Props) {
  const reveal = useBodies((state) => (state.reveal?.bodyId === body.id ? state.reveal : null));
  return (
    <div className="plain-editor">
      <div className="body-sections" role="status">
        {onRetry === null ? (
          tr`Loading the editor… You can type already.`
        ) : (
          <>
            {tr`The code editor could not be loaded. You can type here.`}{' '}
            <Button onClick={onRetry}>{tr`Try again`}</Button>
          </>
        )}
      </div>
      <Field body={body} member={member} reveal={reveal} field={field} />
    </div>
  );
}

interface FieldProps {
  readonly body: OpenBody;
  readonly member: CodeMember;
  readonly reveal: Reveal | null;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}

function Field({ body, member, reveal, field }: FieldProps) {
  const { codeViews, document, imports } = useSession();
  const { edit, newMergeKey } = document;
  const { id, owner } = body;
  const isLocked = useIsLocked(body, member);
  const code = useSketch((sketch) => codeOf(sketch, owner, member) ?? '');
  const [stepKey] = useState(newMergeKey);
  // A layout effect, so that the next key arrives here.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || reveal === null) return;
    const place = offsetOf(element.value, reveal);
    element.focus();
    element.setSelectionRange(place, place);
  }, [field, reveal]);
  const write = (text: string) => {
    codeViews.keepAsCode(id, member);
    edit(
      tr`Edit ${MEMBER_WORDS[member].label.toLowerCase()}`,
      (sketch) => changeCode(sketch, owner, member, text),
      stepKey,
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (isLocked) return;
    const { currentTarget } = event;
    currentTarget.setRangeText('  ', currentTarget.selectionStart, currentTarget.selectionEnd, 'end');
    write(currentTarget.value);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { currentTarget } = event;
    const text = event.clipboardData.getData('text/plain');
    const insert = () => {
      currentTarget.setRangeText(text, currentTarget.selectionStart, currentTarget.selectionEnd, 'end');
      write(currentTarget.value);
    };
    if (!isLocked && imports.takePaste({ bodyId: body.id, text, insert })) event.preventDefault();
  };
  return (
    <textarea
      ref={field}
      className="plain-code"
      aria-label={tr`${MEMBER_WORDS[member].label} of ${owner === null ? tr`the sketch` : owner.name}`}
      translate="no"
      spellCheck={false}
      autoCapitalize="off"
      wrap="off"
      value={code}
      readOnly={isLocked}
      onChange={(event) => write(event.target.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

/** The offset of a line and a column, both from 1, in a text. */
function offsetOf(text: string, { line, column }: Pick<Reveal, 'line' | 'column'>): number {
  if (line === null) return 0;
  const before = text.split('\n').slice(0, line - 1);
  const start = before.reduce((sum, each) => sum + each.length + 1, 0);
  return Math.min(text.length, start + (column ?? 1) - 1);
}
