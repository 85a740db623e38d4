/** The kinds of parts, in the order in which the user sees them. */
import { MAX_PIXELS, MAX_RATE_HZ, MIN_RATE_HZ } from '../sketch/limits.ts';
import { COMMON_TERMINALS, LED_COLORS, PART_KINDS, type Part, type PartKind } from '../sketch/model.ts';
import type { PartControl, PartSetting, PartType, PinAbility, Terminal } from './part-type.ts';

const terminal = (id: string, label: string, needs: PinAbility, unwired: string | null = null): Terminal => ({
  id,
  label,
  needs,
  unwired,
});

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: capitalized(value) }));

const COLOR: PartSetting = { member: 'color', label: 'Colour', options: optionsOf(LED_COLORS), initial: 'red' };
const COMMON: PartSetting = {
  member: 'common',
  label: 'Common',
  options: optionsOf(COMMON_TERMINALS),
  initial: 'cathode',
};
/** LEDs of a strip without a length. */
export const USUAL_PIXELS = 8;
const PIXELS: PartSetting = {
  member: 'pixels',
  label: 'Length',
  unit: 'LEDs',
  least: 1,
  most: MAX_PIXELS,
  step: 1,
  scale: 'linear',
  initial: USUAL_PIXELS,
};
const RATE = {
  label: 'Rate',
  unit: 'Hz',
  least: MIN_RATE_HZ,
  most: MAX_RATE_HZ,
  step: 0.1,
  scale: 'logarithmic',
  initial: 10,
} as const;

const ON_OFF = { unit: '', least: 0, most: 1, step: 1, scale: 'linear', initial: 0 } as const;
const TURN: PartControl = {
  action: 'turn',
  label: 'Position',
  unit: '%',
  least: 0,
  most: 100,
  step: 0.1,
  scale: 'linear',
  initial: 50,
};
const LIGHT: PartControl = {
  action: 'light',
  label: 'Light',
  unit: 'lx',
  least: 0.1,
  most: 100_000,
  step: 0.1,
  scale: 'logarithmic',
  initial: 100,
};
const DISTANCE: PartControl = {
  action: 'distance',
  label: 'Distance',
  unit: 'cm',
  least: 2,
  most: 400,
  step: 1,
  scale: 'linear',
  initial: 100,
};

const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const LCD_DATA = ['d4', 'd5', 'd6', 'd7'] as const;
const LCD_LOWER_DATA = ['d0', 'd1', 'd2', 'd3'] as const;

/** A part that the user only looks at, without settings. */
const PLAIN = { settings: [], control: null, shows: null } as const;

export const PART_TYPES: Readonly<Record<PartKind, PartType>> = {
  led: {
    ...PLAIN,
    kind: 'led',
    label: 'LED',
    summary: 'Lights while its pin is high. PWM sets its brightness.',
    terminals: [terminal('anode', 'Anode', 'digital-output')],
    settings: [COLOR],
    shows: 'light',
  },
  'rgb-led': {
    ...PLAIN,
    kind: 'rgb-led',
    label: 'RGB LED',
    summary: 'Mixes a colour from red, green and blue. PWM sets the brightness of each.',
    terminals: [
      terminal('red', 'Red', 'pwm-output'),
      terminal('green', 'Green', 'pwm-output'),
      terminal('blue', 'Blue', 'pwm-output'),
    ],
    settings: [COMMON],
    shows: 'colour',
  },
  button: {
    ...PLAIN,
    kind: 'button',
    label: 'Button',
    summary: 'Connects its pin to ground while it is pressed. A pull-up keeps the pin high otherwise.',
    terminals: [terminal('a', 'Contact', 'interrupt-input')],
    control: { action: 'press', label: 'Pressed', ...ON_OFF },
  },
  'slide-switch': {
    ...PLAIN,
    kind: 'slide-switch',
    label: 'Slide switch',
    summary: 'Connects its pin to ground or to the supply. Its position stays.',
    terminals: [terminal('common', 'Common', 'digital-input')],
    control: { action: 'switch', label: 'Position', ...ON_OFF },
  },
  potentiometer: {
    ...PLAIN,
    kind: 'potentiometer',
    label: 'Knob',
    summary: 'A potentiometer: it sets a voltage from 0 to 5 V. analogRead() gives 0 to 1023.',
    terminals: [terminal('wiper', 'Wiper', 'analog-input')],
    control: TURN,
  },
  'light-sensor': {
    ...PLAIN,
    kind: 'light-sensor',
    label: 'Light sensor',
    summary: 'A photoresistor: more light gives a higher voltage. analogRead() gives 512 at 100 lx.',
    terminals: [terminal('signal', 'Signal', 'analog-input')],
    control: LIGHT,
  },
  servo: {
    ...PLAIN,
    kind: 'servo',
    label: 'Servo',
    summary: 'Turns its arm to an angle: pulses of 544 to 2400 µs, every 20 ms, give 0 to 180°.',
    terminals: [terminal('signal', 'Signal', 'digital-output')],
    shows: 'angle',
  },
  buzzer: {
    ...PLAIN,
    kind: 'buzzer',
    label: 'Buzzer',
    summary: 'Sounds with the frequency of its pin. tone() makes it sound, noTone() stops it.',
    terminals: [terminal('signal', 'Signal', 'digital-output')],
    shows: 'tone',
  },
  ultrasonic: {
    ...PLAIN,
    kind: 'ultrasonic',
    label: 'Ultrasonic sensor',
    summary: 'An HC-SR04: a trigger pulse of 10 µs gives an echo pulse of 58 µs for each centimetre.',
    terminals: [terminal('trigger', 'Trigger', 'digital-output'), terminal('echo', 'Echo', 'digital-input')],
    control: DISTANCE,
  },
  'seven-segment': {
    ...PLAIN,
    kind: 'seven-segment',
    label: 'Seven-segment digit',
    summary: 'One digit of seven segments and a point. Several digits can share the pins of their segments.',
    terminals: [
      ...SEGMENTS.map((id) => terminal(id, `Segment ${id}`, 'digital-output')),
      terminal('point', 'Point', 'digital-output', 'not connected: stays dark'),
      terminal('common', 'Common', 'digital-output', 'ground (common cathode) or the supply (common anode)'),
    ],
    settings: [COMMON],
    shows: 'segments',
  },
  lcd: {
    ...PLAIN,
    kind: 'lcd',
    label: 'LCD 16×2',
    summary: 'Two lines of 16 characters: an HD44780, as the LiquidCrystal library uses it.',
    terminals: [
      terminal('rs', 'Register select', 'digital-output'),
      terminal('e', 'Enable', 'digital-output'),
      ...LCD_DATA.map((id) => terminal(id, `Data ${id.slice(1)}`, 'digital-output')),
      terminal('rw', 'Read/write', 'digital-output', 'ground: it is only written to'),
      ...LCD_LOWER_DATA.map((id) =>
        terminal(id, `Data ${id.slice(1)}`, 'digital-output', 'not connected: four data lines are used'),
      ),
    ],
    shows: 'text',
  },
  'led-strip': {
    ...PLAIN,
    kind: 'led-strip',
    label: 'LED strip',
    summary: 'NeoPixels (WS2812): colour LEDs in a row, sent over one pin at 800 kHz.',
    terminals: [terminal('data', 'Data in', 'digital-output')],
    settings: [PIXELS],
    shows: 'pixels',
  },
  'signal-generator': {
    ...PLAIN,
    kind: 'signal-generator',
    label: 'Signal generator',
    summary: 'A square wave on a pin, to raise interrupts at a known rate.',
    terminals: [terminal('output', 'Output', 'interrupt-input')],
    settings: [{ member: 'rateHz', ...RATE }],
    control: { action: 'rate', ...RATE },
  },
};

/** The kinds in the order in which the user sees them. */
export const PART_TYPE_LIST: readonly PartType[] = PART_KINDS.map((kind) => PART_TYPES[kind]);

/**
 * The pin of a part's terminal, or undefined if the terminal is not wired. A part with a single
 * terminal accepts any name for it, because older files have other names.
 */
export function pinOf(part: Pick<Part, 'kind' | 'pins'>, terminalId: string): string | undefined {
  const pin = part.pins[terminalId];
  if (pin !== undefined || PART_TYPES[part.kind].terminals.length > 1) return pin;
  return Object.values(part.pins)[0];
}

/** The terminal of a part's wire, by the same rule. Undefined: the kind has no such terminal. */
export function terminalOf({ kind }: Pick<Part, 'kind'>, id: string): Terminal | undefined {
  const { terminals } = PART_TYPES[kind];
  return terminals.length === 1 ? terminals[0] : terminals.find((one) => one.id === id);
}

/** The value of what the user operates at the start of a run, or null if there is nothing. */
export function initialValueOf(part: Pick<Part, 'kind' | 'rateHz'>): number | null {
  const { control } = PART_TYPES[part.kind];
  if (control === null) return null;
  return control.action === 'rate' ? (part.rateHz ?? control.initial) : control.initial;
}

/** The value within the range of the part's control. */
export function clampValue({ least, most }: PartControl, value: number): number {
  return Math.min(most, Math.max(least, value));
}
