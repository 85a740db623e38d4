/**
 * The source of an interrupt: a pin or another source of the board, and the edges that trigger it.
 */

import { boardOf } from '../../../../generator/boards/index.ts';
import type { Board } from '../../../../generator/platform/board.ts';
import type { Changes } from '../../../../generator/sketch/edits.ts';
import { INTERRUPT_MODES, type Interrupt, type InterruptMode } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { useSketch } from '../../state/sketch/document.ts';
import { type Option, SelectField } from '../controls/select-field.tsx';
import { MODE_LABELS } from '../controls/words.ts';

interface Props {
  readonly interrupt: Interrupt;
  readonly change: (label: string, changes: Changes<'interrupts'>) => void;
}

const pinValue = (name: string) => `pin:${name}`;
const sourceValue = (name: string) => `source:${name}`;

export function InterruptSourceFields({ interrupt, change }: Props) {
  const board = useSketch(boardOf);
  const { pin, source, mode } = interrupt;
  const value = pin === null ? sourceValue(source ?? '') : pinValue(pin);
  const options = optionsOf(board ?? null);
  const known = options.some((option) => option.value === value);
  const origin = pin === null ? (source ?? tr`nothing`) : tr`pin ${pin}`;
  const own = { value, label: tr`${origin} (not on this board)` };
  const modes = modesOf(board ?? null, pin);
  return (
    <>
      <SelectField
        label={tr`Comes from`}
        value={value}
        options={known ? options : [own, ...options]}
        onChange={(next) => change(tr`Change source`, changesFor(board ?? null, next, mode))}
        hint={hintOf(options.length, pin, board?.label ?? tr`This board`)}
      />
      {pin === null ? null : (
        <SelectField
          label={tr`Fires on`}
          value={mode}
          options={INTERRUPT_MODES.filter((each) => each === mode || modes.includes(each)).map((each) => ({
            value: each,
            label: modes.includes(each) ? MODE_LABELS[each] : tr`${MODE_LABELS[each]} (not on this pin)`,
          }))}
          onChange={(next) => change(tr`Change mode`, { mode: next })}
        />
      )}
    </>
  );
}

/** Pins with an interrupt line of their own come first, as in the board's list. */
function optionsOf(board: Board | null): Option<string>[] {
  const pins = (board?.pins ?? []).filter(({ interrupt }) => interrupt !== null);
  const ordered = pins.toSorted((a, b) => (a.interruptLine ?? 0) - (b.interruptLine ?? 0));
  return [
    ...ordered.map(({ name, interrupt }) => ({ value: pinValue(name), label: tr`pin ${name} (${interrupt ?? ''})` })),
    ...(board?.interruptSources ?? []).map(({ name, label }) => ({ value: sourceValue(name), label })),
  ];
}

function modesOf(board: Board | null, pin: string | null): readonly InterruptMode[] {
  return board?.pins.find(({ name }) => name === pin)?.interruptModes ?? [];
}

/**
 * The mode depends on the pin. A mode that the new pin does not support becomes one that it does.
 */
function changesFor(board: Board | null, value: string, mode: InterruptMode): Changes<'interrupts'> {
  const name = value.slice(value.indexOf(':') + 1);
  if (value !== pinValue(name)) return { pin: null, source: name };
  const modes = modesOf(board, name);
  const kept = modes.length === 0 || modes.includes(mode) ? mode : (modes[0] ?? mode);
  return { pin: name, source: null, mode: kept };
}

function hintOf(choices: number, pin: string | null, board: string): string | undefined {
  if (choices === 0) return tr`${board} has no interrupt that a sketch can use.`;
  return pin === null ? tr`Your code must configure this source in a task’s setup.` : undefined;
}
