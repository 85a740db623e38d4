/** An element's name on the canvas. Double-click or F2 starts to edit it in place. */

import { useRef, useState } from 'react';
import { renameElement } from '../../../../../generator/sketch/edits.ts';
import { KIND_LABELS } from '../../../../../generator/sketch/elements.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { type ElementRef, sameRef } from '../../../state/sketch/element-ref.ts';
import { useSelection } from '../../../state/sketch/selection.ts';
import { focusElement } from '../editing/focus.ts';

export function NodeName({ element }: { readonly element: ElementRef }) {
  const { startRenaming } = useSession().selection;
  const renaming = useSelection((selection) => sameRef(selection.renaming, element));
  if (renaming) return <NameInput element={element} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: F2 does the same from the keyboard
    <span
      className="node-name"
      title={element.name}
      onDoubleClick={(event) => {
        event.stopPropagation();
        startRenaming(element);
      }}
    >
      {element.name}
    </span>
  );
}

function NameInput({ element }: { readonly element: ElementRef }) {
  const { document, selection } = useSession();
  const [draft, setDraft] = useState(element.name);
  const isDone = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  /** Keys that follow act on the element again. */
  const end = (ref: ElementRef) => {
    isDone.current = true;
    const hasFocus = input.current === window.document.activeElement;
    selection.endRenaming();
    if (hasFocus) focusElement(ref);
  };
  const commit = () => {
    // Moving the focus away at the end is no second commit.
    if (isDone.current) return;
    const next = draft.trim();
    if (next !== '' && next !== element.name) {
      const { kind, name } = element;
      const renamed = document.edit(tr`Rename ${KIND_LABELS[kind]}`, (sketch) =>
        renameElement(sketch, kind, name, next),
      );
      end(renamed ? { kind, name: next } : element);
    } else end(element);
  };
  return (
    <input
      ref={input}
      className="node-name-input nodrag nopan"
      aria-label={tr`Name of ${element.name}`}
      value={draft}
      spellCheck={false}
      // biome-ignore lint/a11y/noAutofocus: it appears because of F2 or a double-click on the name
      autoFocus
      onFocus={(event) => event.target.select()}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') end(element);
      }}
    />
  );
}
