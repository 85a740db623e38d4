/** A setting that is on or off. */
import { Switch } from 'radix-ui';
import type { ReactNode } from 'react';
import { LabelledField } from './labelled-field.tsx';
import './controls.css';
import './menus-and-dialogs.css';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
}

export function SwitchField({ label, checked, onChange, hint }: Props) {
  return (
    <LabelledField label={label} hint={hint}>
      {(id) => (
        <Switch.Root id={id} className="switch" checked={checked} onCheckedChange={onChange}>
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      )}
    </LabelledField>
  );
}
