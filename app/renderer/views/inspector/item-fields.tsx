/** The fields of a channel's item: name, type and count, like the members of a C struct. */

import { Plus, X } from 'lucide-react';
import { C_TYPES } from '../../../../generator/lower/c-types.ts';
import { MAX_COUNT, MAX_FIELDS } from '../../../../generator/sketch/limits.ts';
import { FIELD_TYPES, type Field } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { Button, IconButton } from '../controls/button.tsx';
import { Choice } from '../controls/select-field.tsx';
import { CellInput } from './cell-input.tsx';
import { Group } from './form.tsx';

interface Props {
  readonly item: readonly Field[];
  readonly onChange: (item: readonly Field[]) => void;
}

export function ItemFields({ item, onChange }: Props) {
  const replace = (index: number, changes: Partial<Field>) =>
    onChange(item.map((field, each) => (each === index ? { ...field, ...changes } : field)));
  return (
    <Group title={tr`Item`} note={tr`The data of one write. A count above 1 makes an array.`}>
      <ul className="item-fields">
        {item.map((field, index) => (
          <li key={field.name}>
            <CellInput
              label={tr`Name of field ${index + 1}`}
              text={field.name}
              check={(text) => /\S/.test(text) && !item.some((each) => each !== field && each.name === text)}
              onCommit={(name) => replace(index, { name })}
            />
            <Choice
              label={tr`Type of ${field.name}`}
              value={field.type}
              options={FIELD_TYPES.map((value) => ({ value, label: C_TYPES[value] }))}
              onChange={(type) => replace(index, { type })}
            />
            <CellInput
              label={tr`Count of ${field.name}`}
              text={String(field.count)}
              check={(text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_COUNT}
              onCommit={(text) => replace(index, { count: Number(text) })}
            />
            <IconButton
              label={tr`Remove ${field.name}`}
              disabled={item.length === 1}
              onClick={() => onChange(item.filter((each) => each !== field))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        tone="quiet"
        disabled={item.length >= MAX_FIELDS}
        onClick={() => onChange([...item, { name: freeName(item), type: 'int32', count: 1 }])}
      >
        <Plus /> {tr`Add field`}
      </Button>
    </Group>
  );
}

function freeName(item: readonly Field[]): string {
  for (let number = item.length + 1; ; number++) {
    const name = `field${number}`;
    if (!item.some((field) => field.name === name)) return name;
  }
}
