/**
 * A choice among a few named values. It uses the browser's own list, which supports keyboard, touch
 * and screen readers.
 */
import type { ReactNode } from 'react';
import { LabelledField } from './labelled-field.tsx';
import './controls.css';
import './menus-and-dialogs.css';

export interface Option<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly title?: string;
  readonly disabled?: boolean;
}

interface Props<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  readonly hint?: ReactNode;
  readonly disabled?: boolean;
}

export function SelectField<V extends string>({ label, hint, ...choice }: Props<V>) {
  return (
    <LabelledField label={label} hint={hint}>
      {(id) => <Choice id={id} {...choice} />}
    </LabelledField>
  );
}

interface ChoiceProps<V extends string> {
  readonly id?: string;
  readonly label?: string;
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  readonly disabled?: boolean;
}

/** Only the list. `label` is its accessible name. */
export function Choice<V extends string>({ id, label, value, options, onChange, disabled }: ChoiceProps<V>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <select
      id={id}
      className="input select"
      aria-label={label}
      title={chosen?.title}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const next = options.find((option) => option.value === event.target.value);
        if (next !== undefined) onChange(next.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} title={option.title} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
