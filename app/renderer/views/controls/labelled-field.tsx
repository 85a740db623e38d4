/** A field with its label before it and its hint below it. */
import { type ReactNode, useId } from 'react';
import './controls.css';
import './menus-and-dialogs.css';

interface Props {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The field itself, with the id that the label names. */
  readonly children: (id: string) => ReactNode;
}

export function LabelledField({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="field-line">{children(id)}</div>
      {hint === undefined ? null : <p className="field-message">{hint}</p>}
    </div>
  );
}
