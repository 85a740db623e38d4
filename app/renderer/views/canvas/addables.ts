/**
 * The elements that a user can add, in one record. The Add menu, the context menu of the canvas and
 * the commands are derived from it.
 */

import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { ElementKind } from '../../../../generator/sketch/elements.ts';
import { PART_KINDS, type PartKind } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import type { Addable } from '../../state/sketch/sketch-actions.ts';

/** The groups of the Add menu, in its order. */
export const ADD_GROUPS = { code: tr`Code`, board: tr`On the board`, between: tr`Between tasks` } as const;

export interface AddableWords {
  /** The id of the command. */
  readonly command: string;
  readonly what: Addable;
  readonly kind: ElementKind;
  readonly group: keyof typeof ADD_GROUPS;
  readonly label: string;
  /** One line that says what it is for. */
  readonly note: string;
}

/** Notes of parts, shorter than their summaries. */
const PART_NOTES: Readonly<Record<PartKind, string>> = {
  led: tr`A light that a pin switches or dims.`,
  'rgb-led': tr`A light of any colour, on three pins.`,
  button: tr`Its pin is low while it is pressed.`,
  'slide-switch': tr`Its pin is high or low, and stays so.`,
  potentiometer: tr`A potentiometer: turn it to set a voltage.`,
  'light-sensor': tr`More light gives a higher voltage.`,
  servo: tr`Turns its arm to the angle that you write.`,
  buzzer: tr`Makes a tone.`,
  ultrasonic: tr`Measures a distance with sound.`,
  'seven-segment': tr`Shows one digit.`,
  lcd: tr`Shows two lines of text.`,
  'led-strip': tr`Many colour LEDs on one pin.`,
  'signal-generator': tr`Raises interrupts at a known rate.`,
};

/** `add-part` has a key of its own. */
const commandOf = (kind: PartKind): string => (kind === 'led' ? 'add-part' : `add-${kind}`);

export const ADDABLES: readonly AddableWords[] = [
  {
    command: 'add-task',
    what: 'task',
    kind: 'tasks',
    group: 'code',
    label: tr`Task`,
    note: tr`Code that runs again and again.`,
  },
  {
    command: 'add-interrupt',
    what: 'interrupt',
    kind: 'interrupts',
    group: 'code',
    label: tr`Interrupt`,
    note: tr`Code that runs when a pin changes.`,
  },
  ...PART_KINDS.map(
    (kind): AddableWords => ({
      command: commandOf(kind),
      what: kind,
      kind: 'parts',
      group: 'board',
      label: PART_TYPES[kind].label,
      note: PART_NOTES[kind],
    }),
  ),
  {
    command: 'add-four-slot',
    what: 'four-slot',
    kind: 'channels',
    group: 'between',
    label: tr`Channel`,
    note: tr`Passes on the newest value.`,
  },
  {
    command: 'add-ring-buffer',
    what: 'ring-buffer',
    kind: 'channels',
    group: 'between',
    label: tr`Queue`,
    note: tr`Passes on every value, in order.`,
  },
  {
    command: 'add-resource',
    what: 'resource',
    kind: 'resources',
    group: 'between',
    label: tr`Lock`,
    note: tr`Lets one task at a time use a resource.`,
  },
];

/** The title of the command in the palette. It has the element's technical name as well. */
export function addTitle({ what, label }: AddableWords): string {
  const titles: Partial<Record<Addable, string>> = {
    'four-slot': tr`Add four-slot channel`,
    'ring-buffer': tr`Add queue (ring buffer)`,
    resource: tr`Add lock (resource)`,
    task: tr`Add task`,
    interrupt: tr`Add interrupt`,
  };
  return titles[what] ?? tr`Add part: ${label}`;
}
