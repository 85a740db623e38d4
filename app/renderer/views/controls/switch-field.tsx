/** A setting that is on or off. */
import { Switch } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import './controls.css';

interface Props {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly hint?: ReactNode;
}

export function SwitchField({ label, checked, onChange, hint }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <div className="field-line">
        <Switch.Root id={id} className="switch" checked={checked} onCheckedChange={onChange}>
          <Switch.Thumb className="switch-thumb" />
        </Switch.Root>
      </div>
      {hint === undefined ? null : <p className="field-message">{hint}</p>}
    </div>
  );
}
