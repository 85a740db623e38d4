/** The sketch's name, edited in place. Enter commits it, Escape discards the change. */

import { useState } from 'react';
import { updateSketch } from '../../../generator/sketch/edits.ts';
import { MAX_NAME_LENGTH } from '../../../generator/sketch/limits.ts';
import { tr } from '../../../generator/words/tr.ts';
import { useSession } from '../state/session/use-session.ts';
import { useDocument, useSketch } from '../state/sketch/document.ts';

export function SketchName() {
  const { edit } = useSession().document;
  const name = useSketch((sketch) => sketch.name);
  const path = useDocument(({ file }) => file.path);
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const next = draft?.trim();
    if (next && next !== name) edit(tr`Rename sketch`, (sketch) => updateSketch(sketch, { name: next }));
    setDraft(null);
  };
  return (
    <input
      className="strip-name"
      aria-label={tr`Sketch name`}
      title={path ?? tr`${name} (not saved yet)`}
      value={draft ?? name}
      spellCheck={false}
      maxLength={MAX_NAME_LENGTH}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
