/**
 * A small text field in a table. Leaving it or pressing Enter commits valid text and restores the
 * old text otherwise.
 */
import { useState } from 'react';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly check: (text: string) => boolean;
  readonly onCommit: (text: string) => void;
}

export function CellInput({ label, text, check, onCommit }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const value = draft ?? text;
  const valid = draft === null || check(draft.trim());
  const commit = () => {
    if (draft !== null && valid && draft.trim() !== text) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <input
      className="input cell figures"
      aria-label={label}
      aria-invalid={!valid}
      value={value}
      spellCheck={false}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setDraft(null);
      }}
    />
  );
}
