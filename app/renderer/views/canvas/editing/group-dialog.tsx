/** The dialog of a group: its title, its note and its colour. */
import { type FormEvent, useState } from 'react';
import { GROUP_COLORS, type Group, type GroupColor } from '../../../../../generator/sketch/model.ts';
import { useSession } from '../../../state/session/use-session.ts';
import { Button } from '../../controls/button.tsx';
import { Dialog } from '../../controls/dialog.tsx';
import { SelectField } from '../../controls/select-field.tsx';

const COLOR_LABELS: Readonly<Record<GroupColor, string>> = {
  grey: 'Grey',
  blue: 'Blue',
  green: 'Green',
  yellow: 'Yellow',
  orange: 'Orange',
  red: 'Red',
  purple: 'Purple',
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
    <Dialog open title="Group" text="A frame around elements. It does not change the program." onClose={onClose}>
      <form className="group-form" onSubmit={save}>
        <label className="field">
          <span className="field-label">Title</span>
          <input className="input" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="field">
          <span className="field-label">Note</span>
          <textarea className="input group-note-input" value={note} onChange={(event) => setNote(event.target.value)} />
        </label>
        <SelectField
          label="Colour"
          value={color}
          options={GROUP_COLORS.map((value) => ({ value, label: COLOR_LABELS[value] }))}
          onChange={setColor}
        />
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={name.trim() === ''}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
