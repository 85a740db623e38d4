/** The dialog of a group: its title, its note and its colour. */

import { type FormEvent, useState } from 'react';
import { GROUP_COLORS, type Group, type GroupColor } from '../../../../../generator/sketch/model.ts';
import { tr } from '../../../../../generator/words/tr.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { SelectField } from '../../controls/select-field.tsx';

const COLOR_LABELS: Readonly<Record<GroupColor, string>> = {
  grey: tr`Grey`,
  blue: tr`Blue`,
  green: tr`Green`,
  yellow: tr`Yellow`,
  orange: tr`Orange`,
  red: tr`Red`,
  purple: tr`Purple`,
};

interface Props {
  readonly group: Group;
  readonly onClose: () => void;
}

export function GroupDialog({ group, onClose }: Props) {
  const { changeGroup } = useSession().sketchActions;
  const [name, setName] = useState(group.name);
  const [note, setNote] = useState(group.note);
  const [color, setColor] = useState<GroupColor>(group.color);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const same = name === group.name && note === group.note && color === group.color;
    if (same || changeGroup(group.name, { name: name.trim(), note, color })) onClose();
  };
  return (
    <Dialog
      open
      title={tr`Group`}
      text={tr`A frame around elements. It does not change the program.`}
      onClose={onClose}
    >
      <form className="group-form" onSubmit={save}>
        <label className="field">
          <span className="field-label">{tr`Title`}</span>
          <input className="input" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span className="field-label">{tr`Note`}</span>
          <textarea className="input group-note-input" value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
        <SelectField
          label={tr`Colour`}
          value={color}
          options={GROUP_COLORS.map((value) => ({ value, label: COLOR_LABELS[value] }))}
          onChange={setColor}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>{tr`Cancel`}</Button>
          <Button type="submit" tone="primary" disabled={name.trim() === ''}>{tr`Save`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
