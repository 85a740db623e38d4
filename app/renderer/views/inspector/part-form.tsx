/** The form of a part: its kind, and the pins that it is connected to. */

import { boardOf } from '../../../../generator/boards/index.ts';
import { PART_TYPES, terminalOf } from '../../../../generator/parts/kinds.ts';
import type { PartSetting } from '../../../../generator/parts/part-type.ts';
import { wiringProblems } from '../../../../generator/parts/wiring-problems.ts';
import type { BoardPin } from '../../../../generator/platform/board.ts';
import { updateElement } from '../../../../generator/sketch/edits.ts';
import { PART_KINDS, type Part, type PartKind } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSession } from '../../state/session/use-session.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { DETAIL } from '../../state/window/detail.ts';
import { useFields } from '../../state/window/use-detail.ts';
import { SelectField } from '../controls/select-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { Form, Group, NameField } from './form.tsx';
import { PartSamples } from './part-samples.tsx';

export function PartForm({ name }: { readonly name: string }) {
  const part = useSketch((sketch) => sketch.parts.find((each) => each.name === name));
  return part === undefined ? null : <Fields part={part} />;
}

function Fields({ part }: { readonly part: Part }) {
  const { edit } = useSession().document;
  const { shows, hidden } = useFields(DETAIL.parts, part);
  const { name } = part;
  const settings = PART_TYPES[part.kind].settings.filter(({ member }) => shows(member));
  const terminals = new Set([...PART_TYPES[part.kind].terminals.map(({ id }) => id), ...Object.keys(part.pins)]);
  return (
    <Form title={tr`Part`} hidden={hidden}>
      <PartSamples part={part} />
      <section className="group" aria-label={tr`Identity`}>
        <NameField element={{ kind: 'parts', name }} />
        <SelectField
          label={tr`Kind`}
          value={part.kind}
          options={PART_KINDS.map((value) => ({ value, label: PART_TYPES[value].label }))}
          onChange={(kind) =>
            edit(tr`Change kind`, (sketch) => updateElement(sketch, 'parts', name, { kind, pins: rewired(part, kind) }))
          }
        />
      </section>
      {settings.length === 0 ? null : (
        <Group title={tr`Settings`}>
          {settings.map((setting) => (
            <Setting key={setting.member} part={part} setting={setting} />
          ))}
        </Group>
      )}
      <Group title={tr`Wiring`}>
        {[...terminals].map((terminal) => (
          <Terminal key={terminal} part={part} terminal={terminal} />
        ))}
        <WiringNotes name={name} />
      </Group>
    </Form>
  );
}

function WiringNotes({ name }: { readonly name: string }) {
  const board = useSketch(boardOf);
  const parts = useSketch((sketch) => sketch.parts);
  if (board === undefined) return null;
  return wiringProblems({ parts }, board)
    .filter(({ part }) => part === name)
    .map(({ terminal, message }) => (
      <p key={terminal} className="group-note" role="status">
        {message}
      </p>
    ));
}

/** A property that the sketch keeps: the colour of an LED, the length of a strip. */
function Setting({ part, setting }: { readonly part: Part; readonly setting: PartSetting }) {
  const { edit } = useSession().document;
  const { label, member } = setting;
  const change = (value: string | number) =>
    edit(tr`Change ${label.toLowerCase()}`, (sketch) =>
      updateElement(sketch, 'parts', part.name, { [member]: value } as Partial<Part>),
    );
  const value = part[member] ?? setting.initial;
  if ('options' in setting)
    return <SelectField label={label} value={String(value)} options={setting.options} onChange={change} />;
  const { least, most, unit, step } = setting;
  return (
    <TextField
      label={label}
      text={String(value)}
      parse={(text) => {
        const number = Number(text.replace(unit, '').trim());
        const fits =
          Number.isFinite(number) && number >= least && number <= most && (step < 1 || Number.isInteger(number));
        return fits ? { ok: true, value: number } : { ok: false, message: tr`From ${least} to ${most} ${unit}.` };
      }}
      onCommit={change}
      hint={unit}
    />
  );
}

/** Assigns the pins to the terminals of the new kind, in order. */
function rewired(part: Part, kind: PartKind): Record<string, string> {
  const pins = Object.values(part.pins);
  return Object.fromEntries(
    PART_TYPES[kind].terminals.flatMap(({ id }, index) => {
      const pin = pins[index];
      return pin === undefined ? [] : [[id, pin]];
    }),
  );
}

function Terminal({ part, terminal }: { readonly part: Part; readonly terminal: string }) {
  const { edit } = useSession().document;
  const board = useSketch(boardOf);
  const parts = useSketch((sketch) => sketch.parts);
  const pins = board?.pins ?? [];
  const usedBy = (pin: string) =>
    parts.find((each) => each.name !== part.name && Object.values(each.pins).includes(pin))?.name;
  const wire = (pin: string) => {
    const { [terminal]: _, ...others } = part.pins;
    const wired = pin === '' ? others : { ...others, [terminal]: pin };
    edit(tr`Change wiring`, (sketch) => updateElement(sketch, 'parts', part.name, { pins: wired }));
  };
  const known = terminalOf(part, terminal);
  const needsAnalog = known?.needs === 'analog-input';
  const fitting = pins.filter((pin) => !needsAnalog || pin.analogIn || pin.name === part.pins[terminal]);
  return (
    <SelectField
      label={known?.label ?? terminal}
      value={part.pins[terminal] ?? ''}
      options={[
        { value: '', label: tr`not wired` },
        ...fitting.map((pin) => ({ value: pin.name, label: pinLabel(pin, usedBy(pin.name)) })),
      ]}
      onChange={wire}
    />
  );
}

function pinLabel(pin: BoardPin, usedBy: string | undefined): string {
  const abilities = [pin.pwm ? '~' : '', usedBy === undefined ? '' : ` · ${usedBy}`].join('');
  return `${pin.name}${abilities}`;
}
