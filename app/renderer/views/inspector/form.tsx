/** The frame of a form in the inspector: a title, then groups of fields. */

import type { ReactNode } from 'react';
import { renameElement } from '../../../../generator/sketch/edits.ts';
import { KIND_LABELS } from '../../../../generator/sketch/elements.ts';
import { MAX_NAME_LENGTH } from '../../../../generator/sketch/limits.ts';
import { tr, trCount } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import type { ElementRef } from '../../state/sketch/element-ref.ts';
import { useDetail } from '../../state/window/use-detail.ts';
import { TextField } from '../controls/text-field.tsx';

interface FormProps {
  readonly title: string;
  /** A colour or an icon before the title. */
  readonly mark?: ReactNode;
  /** A button at the right end of the title. */
  readonly action?: ReactNode;
  /** Number of fields that only full shows. */
  readonly hidden: number;
  readonly children: ReactNode;
}

export function Form({ title, mark, action, hidden, children }: FormProps) {
  return (
    <div className="form">
      <header className="form-head">
        {mark}
        <h2>{title}</h2>
        {action}
      </header>
      {children}
      <MoreFields count={hidden} />
    </div>
  );
}

const FULL = 'full';

/** The way from simple to full, at the end of a form. */
function MoreFields({ count }: { readonly count: number }) {
  const { changeSettings } = useSession().settings;
  const detail = useDetail();
  if (detail === 'full' || count === 0) return null;
  return (
    <p className="form-more">
      {trCount(count, '{0} more field:', '{0} more fields:')}{' '}
      <button
        type="button"
        className="text-button"
        onClick={() => changeSettings({ detail: FULL })}
      >{tr`Show all fields`}</button>
    </p>
  );
}

interface GroupProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

export function Group({ title, note, children }: GroupProps) {
  return (
    <section className="group" aria-label={title}>
      <h3>{title}</h3>
      {children}
      {note === undefined ? null : <p className="group-note">{note}</p>}
    </section>
  );
}

export function NameField({ element }: { readonly element: ElementRef }) {
  const { kind, name } = element;
  const { edit } = useSession().document;
  return (
    <TextField
      label={tr`Name`}
      text={name}
      parse={(text) => {
        const value = text.trim();
        if (value === '') return { ok: false, message: tr`A name must have at least one character.` };
        if (value.length > MAX_NAME_LENGTH) return { ok: false, message: tr`At most ${MAX_NAME_LENGTH} characters.` };
        return { ok: true, value };
      }}
      onCommit={(next) => edit(tr`Rename ${KIND_LABELS[kind]}`, (sketch) => renameElement(sketch, kind, name, next))}
    />
  );
}
