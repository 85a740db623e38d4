/**
 * A text field that keeps a draft until the text is valid and the user leaves the field or presses
 * Enter.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Quantity } from '../../base/quantity.tsx';
import { DRAFT } from './keep-draft.ts';
import './controls.css';
import './menus-and-dialogs.css';

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

interface Props<T> {
  readonly label: string;
  /** The symbol used in equations, as a suffix of the label. */
  readonly symbol?: string;
  readonly text: string;
  readonly parse: (text: string) => Parsed<T>;
  readonly onCommit: (value: T) => void;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  /** Texts that the browser offers while the user types. Others are possible. */
  readonly suggestions?: readonly string[];
  readonly disabled?: boolean;
  readonly figures?: boolean;
  readonly testId?: string;
  /** Content after the input on the same line, for example a button. */
  readonly children?: ReactNode;
  /** Content below the label and the input, as wide as both together, for example a slider. */
  readonly below?: ReactNode;
}

export function TextField<T>({ label, symbol, text, parse, onCommit, hint, children, below, ...rest }: Props<T>) {
  const id = useId();
  const draft = useDraft(text, parse, onCommit);
  const message = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // In a low panel the reason would be below the edge.
    if (draft.message !== null) message.current?.scrollIntoView({ block: 'nearest' });
  }, [draft.message]);
  return (
    <div className="field" data-invalid={draft.message !== null}>
      <label htmlFor={id} className="field-label">
        <Quantity label={label} symbol={symbol} />
      </label>
      <div className="field-line">
        <input
          id={id}
          className={rest.figures ? 'input figures' : 'input'}
          value={draft.shown}
          placeholder={rest.placeholder}
          disabled={rest.disabled}
          spellCheck={false}
          autoComplete="off"
          list={rest.suggestions === undefined ? undefined : `${id}-list`}
          aria-invalid={draft.message !== null}
          aria-describedby={`${id}-message`}
          data-testid={rest.testId}
          {...(draft.isDraft ? { [DRAFT]: '' } : {})}
          onChange={(event) => draft.type(event.target.value)}
          onBlur={draft.leave}
          onKeyDown={draft.onKey}
        />
        {rest.suggestions === undefined ? null : (
          <datalist id={`${id}-list`}>
            {rest.suggestions.map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        )}
        {children}
      </div>
      {below}
      <p
        ref={message}
        id={`${id}-message`}
        className="field-message"
        role={draft.message === null ? undefined : 'alert'}
      >
        {draft.message ?? hint}
      </p>
    </div>
  );
}

/**
 * Manages the draft until it is committed or discarded. The old value stays valid while the draft
 * is invalid.
 */
function useDraft<T>(text: string, parse: (text: string) => Parsed<T>, onCommit: (value: T) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const discard = () => {
    setDraft(null);
    setMessage(null);
  };
  const commit = (): boolean => {
    if (draft === null || draft === text) {
      discard();
      return true;
    }
    const parsed = parse(draft);
    if (!parsed.ok) {
      setMessage(parsed.message);
      return false;
    }
    discard();
    onCommit(parsed.value);
    return true;
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      if (commit()) event.currentTarget.select();
    } else if (event.key === 'Escape') {
      if (draft === null) event.currentTarget.blur();
      else event.stopPropagation();
      discard();
    }
  };
  const type = (next: string) => {
    setDraft(next);
    if (message !== null && parse(next).ok) setMessage(null);
  };
  return { shown: draft ?? text, isDraft: draft !== null, message, type, leave: commit, onKey };
}
