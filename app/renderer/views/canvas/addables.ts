/**
 * The elements that a user can add, in one record. The Add menu, the context menu of the canvas and
 * the commands are derived from it.
 */
import { PART_TYPES } from '../../../../generator/parts/kinds.ts';
import type { ElementKind } from '../../../../generator/sketch/elements.ts';
import { PART_KINDS, type PartKind } from '../../../../generator/sketch/model.ts';
import type { Addable } from '../../state/sketch/sketch-actions.ts';

/** The groups of the Add menu, in its order. */
export const ADD_GROUPS = { code: 'Code', board: 'On the board', between: 'Between tasks' } as const;

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
  led: 'A light that a pin switches or dims.',
  'rgb-led': 'A light of any colour, on three pins.',
  button: 'Its pin is low while it is pressed.',
  'slide-switch': 'Its pin is high or low, and stays so.',
  potentiometer: 'A potentiometer: turn it to set a voltage.',
  'light-sensor': 'More light gives a higher voltage.',
  servo: 'Turns its arm to the angle that you write.',
  buzzer: 'Makes a tone.',
  ultrasonic: 'Measures a distance with sound.',
  'seven-segment': 'Shows one digit.',
  lcd: 'Shows two lines of text.',
  'led-strip': 'Many colour LEDs on one pin.',
  'signal-generator': 'Raises interrupts at a known rate.',
};

/** `add-part` has a key of its own. */
const commandOf = (kind: PartKind): string => (kind === 'led' ? 'add-part' : `add-${kind}`);

export const ADDABLES: readonly AddableWords[] = [
  {
    command: 'add-task',
    what: 'task',
    kind: 'tasks',
    group: 'code',
    label: 'Task',
    note: 'Code that runs again and again.',
  },
  {
    command: 'add-interrupt',
    what: 'interrupt',
    kind: 'interrupts',
    group: 'code',
    label: 'Interrupt',
    note: 'Code that runs when a pin changes.',
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
    label: 'Channel',
    note: 'Passes on the newest value.',
  },
  {
    command: 'add-ring-buffer',
    what: 'ring-buffer',
    kind: 'channels',
    group: 'between',
    label: 'Queue',
    note: 'Passes on every value, in order.',
  },
  {
    command: 'add-resource',
    what: 'resource',
    kind: 'resources',
    group: 'between',
    label: 'Lock',
    note: 'Lets one task at a time use a resource.',
  },
];

/** The title of the command in the palette. It has the element's technical name as well. */
export function addTitle({ what, label }: AddableWords): string {
  const terms: Partial<Record<Addable, string>> = {
    'four-slot': 'four-slot channel',
    'ring-buffer': 'queue (ring buffer)',
    resource: 'lock (resource)',
    task: 'task',
    interrupt: 'interrupt',
  };
  return `Add ${terms[what] ?? `part: ${label}`}`;
}
