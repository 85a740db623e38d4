/** The kinds of parts, in the order in which the user sees them. */
import { MAX_PIXELS, MAX_RATE_HZ, MIN_RATE_HZ } from '../sketch/limits.ts';
import {
  COMMON_TERMINALS,
  type CommonTerminal,
  LED_COLORS,
  type LedColor,
  PART_KINDS,
  type Part,
  type PartKind,
} from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import type { PartControl, PartSetting, PartType, PinAbility, Terminal } from './part-type.ts';

/** The label is read when it is shown: the language is chosen after this module is loaded. */
const labelled = <const T extends object>(label: () => string, rest: T): T & { readonly label: string } => ({
  ...rest,
  get label() {
    return label();
  },
});

const terminal = (
  id: string,
  label: () => string,
  needs: PinAbility,
  unwired: (() => string) | null = null,
): Terminal => ({
  id,
  get label() {
    return label();
  },
  needs,
  get unwired() {
    return unwired?.() ?? null;
  },
});

const COLOR_LABELS: Readonly<Record<LedColor, () => string>> = {
  red: () => tr`Red`,
  orange: () => tr`Orange`,
  green: () => tr`Green`,
  yellow: () => tr`Yellow`,
  blue: () => tr`Blue`,
  white: () => tr`White`,
};
const COMMON_LABELS: Readonly<Record<CommonTerminal, () => string>> = {
  cathode: () => tr`Cathode`,
  anode: () => tr`Anode`,
};

const COLOR: PartSetting = labelled(() => tr`Colour`, {
  member: 'color',
  options: LED_COLORS.map((value) => labelled(COLOR_LABELS[value], { value })),
  initial: 'red',
});
const COMMON: PartSetting = labelled(() => tr`Common`, {
  member: 'common',
  options: COMMON_TERMINALS.map((value) => labelled(COMMON_LABELS[value], { value })),
  initial: 'cathode',
});
/** LEDs of a strip without a length. */
export const USUAL_PIXELS = 8;
const PIXELS: PartSetting = labelled(() => tr`Length`, {
  member: 'pixels',
  unit: 'LEDs',
  least: 1,
  most: MAX_PIXELS,
  step: 1,
  scale: 'linear',
  initial: USUAL_PIXELS,
});
const rateLabel = () => tr`Rate`;
const RATE = {
  unit: 'Hz',
  least: MIN_RATE_HZ,
  most: MAX_RATE_HZ,
  step: 0.1,
  scale: 'logarithmic',
  initial: 10,
} as const;

const ON_OFF = { unit: '', least: 0, most: 1, step: 1, scale: 'linear', initial: 0 } as const;
const positionLabel = () => tr`Position`;
const TURN: PartControl = labelled(positionLabel, {
  action: 'turn',
  unit: '%',
  least: 0,
  most: 100,
  step: 0.1,
  scale: 'linear',
  initial: 50,
});
const LIGHT: PartControl = labelled(() => tr`Light level`, {
  action: 'light',
  unit: 'lx',
  least: 0.1,
  most: 100_000,
  step: 0.1,
  scale: 'logarithmic',
  initial: 100,
});
const DISTANCE: PartControl = labelled(() => tr`Distance`, {
  action: 'distance',
  unit: 'cm',
  least: 2,
  most: 400,
  step: 1,
  scale: 'linear',
  initial: 100,
});

const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;
const LCD_DATA = ['d4', 'd5', 'd6', 'd7'] as const;
const LCD_LOWER_DATA = ['d0', 'd1', 'd2', 'd3'] as const;

/** A part that the user only looks at, without settings. */
const PLAIN = { settings: [], control: null, shows: null } as const;

export const PART_TYPES: Readonly<Record<PartKind, PartType>> = {
  led: {
    ...PLAIN,
    kind: 'led',
    name: 'LED',
    label: 'LED',
    get summary() {
      return tr`Lights while its pin is high. PWM sets its brightness.`;
    },
    terminals: [terminal('anode', () => tr`Anode`, 'digital-output')],
    settings: [COLOR],
    shows: 'light',
  },
  'rgb-led': {
    ...PLAIN,
    kind: 'rgb-led',
    name: 'RGB LED',
    label: 'RGB LED',
    get summary() {
      return tr`Mixes a colour from red, green and blue. PWM sets the brightness of each.`;
    },
    terminals: [
      terminal('red', () => tr`Red`, 'pwm-output'),
      terminal('green', () => tr`Green`, 'pwm-output'),
      terminal('blue', () => tr`Blue`, 'pwm-output'),
    ],
    settings: [COMMON],
    shows: 'colour',
  },
  button: {
    ...PLAIN,
    kind: 'button',
    name: 'Button',
    get label() {
      return tr`Button`;
    },
    get summary() {
      return tr`Connects its pin to ground while it is pressed. A pull-up keeps the pin high otherwise.`;
    },
    terminals: [terminal('a', () => tr`Contact`, 'interrupt-input')],
    control: labelled(() => tr`Pressed`, { action: 'press', ...ON_OFF }),
  },
  'slide-switch': {
    ...PLAIN,
    kind: 'slide-switch',
    name: 'Slide switch',
    get label() {
      return tr`Slide switch`;
    },
    get summary() {
      return tr`Connects its pin to ground or to the supply. Its position stays.`;
    },
    terminals: [terminal('common', () => tr`Common`, 'digital-input')],
    control: labelled(positionLabel, { action: 'switch', ...ON_OFF }),
  },
  potentiometer: {
    ...PLAIN,
    kind: 'potentiometer',
    name: 'Knob',
    get label() {
      return tr`Knob`;
    },
    get summary() {
      return tr`A potentiometer: it sets a voltage from 0 to 5 V. analogRead() gives 0 to 1023.`;
    },
    terminals: [terminal('wiper', () => tr`Wiper`, 'analog-input')],
    control: TURN,
  },
  'light-sensor': {
    ...PLAIN,
    kind: 'light-sensor',
    name: 'Light sensor',
    get label() {
      return tr`Light sensor`;
    },
    get summary() {
      return tr`A photoresistor: more light gives a higher voltage. analogRead() gives 512 at 100 lx.`;
    },
    terminals: [terminal('signal', () => tr`Signal`, 'analog-input')],
    control: LIGHT,
  },
  servo: {
    ...PLAIN,
    kind: 'servo',
    name: 'Servo',
    get label() {
      return tr`Servo`;
    },
    get summary() {
      return tr`Turns its arm to an angle: pulses of 544 to 2400 µs, every 20 ms, give 0 to 180°.`;
    },
    terminals: [terminal('signal', () => tr`Signal`, 'digital-output')],
    shows: 'angle',
  },
  buzzer: {
    ...PLAIN,
    kind: 'buzzer',
    name: 'Buzzer',
    get label() {
      return tr`Buzzer`;
    },
    get summary() {
      return tr`Sounds with the frequency of its pin. tone() makes it sound, noTone() stops it.`;
    },
    terminals: [terminal('signal', () => tr`Signal`, 'digital-output')],
    shows: 'tone',
  },
  ultrasonic: {
    ...PLAIN,
    kind: 'ultrasonic',
    name: 'Ultrasonic sensor',
    get label() {
      return tr`Ultrasonic sensor`;
    },
    get summary() {
      return tr`An HC-SR04: a trigger pulse of 10 µs gives an echo pulse of 58 µs for each centimetre.`;
    },
    terminals: [
      terminal('trigger', () => tr`Trigger`, 'digital-output'),
      terminal('echo', () => tr`Echo`, 'digital-input'),
    ],
    control: DISTANCE,
  },
  'seven-segment': {
    ...PLAIN,
    kind: 'seven-segment',
    name: 'Seven-segment digit',
    get label() {
      return tr`Seven-segment digit`;
    },
    get summary() {
      return tr`One digit of seven segments and a point. Several digits can share the pins of their segments.`;
    },
    terminals: [
      ...SEGMENTS.map((id) => terminal(id, () => tr`Segment ${id}`, 'digital-output')),
      terminal(
        'point',
        () => tr`Point`,
        'digital-output',
        () => tr`not connected: stays dark`,
      ),
      terminal(
        'common',
        () => tr`Common`,
        'digital-output',
        () => tr`ground (common cathode) or the supply (common anode)`,
      ),
    ],
    settings: [COMMON],
    shows: 'segments',
  },
  lcd: {
    ...PLAIN,
    kind: 'lcd',
    name: 'LCD 16×2',
    label: 'LCD 16×2',
    get summary() {
      return tr`Two lines of 16 characters: an HD44780, as the LiquidCrystal library uses it.`;
    },
    terminals: [
      terminal('rs', () => tr`Register select`, 'digital-output'),
      terminal('e', () => tr`Enable`, 'digital-output'),
      ...LCD_DATA.map((id) => terminal(id, () => tr`Data ${id.slice(1)}`, 'digital-output')),
      terminal(
        'rw',
        () => tr`Read/write`,
        'digital-output',
        () => tr`ground: it is only written to`,
      ),
      ...LCD_LOWER_DATA.map((id) =>
        terminal(
          id,
          () => tr`Data ${id.slice(1)}`,
          'digital-output',
          () => tr`not connected: four data lines are used`,
        ),
      ),
    ],
    shows: 'text',
  },
  'led-strip': {
    ...PLAIN,
    kind: 'led-strip',
    name: 'LED strip',
    get label() {
      return tr`LED strip`;
    },
    get summary() {
      return tr`NeoPixels (WS2812): colour LEDs in a row, sent over one pin at 800 kHz.`;
    },
    terminals: [terminal('data', () => tr`Data in`, 'digital-output')],
    settings: [PIXELS],
    shows: 'pixels',
  },
  'signal-generator': {
    ...PLAIN,
    kind: 'signal-generator',
    name: 'Signal generator',
    get label() {
      return tr`Signal generator`;
    },
    get summary() {
      return tr`A square wave on a pin, to raise interrupts at a known rate.`;
    },
    terminals: [terminal('output', () => tr`Output`, 'interrupt-input')],
    settings: [labelled(rateLabel, { member: 'rateHz', ...RATE })],
    control: labelled(rateLabel, { action: 'rate', ...RATE }),
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
