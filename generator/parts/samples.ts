/**
 * Sample code for a part: a small task that uses the part alone, or together with another part of the
 * sketch. A sample is data of a kind of part, and its code is written for the pins of the parts.
 */
import { newTask } from '../sketch/create.ts';
import { uniqueName } from '../sketch/elements.ts';
import type { Part, PartKind, Sketch, Task } from '../sketch/model.ts';
import { tr } from '../words/tr.ts';
import { PART_TYPES, pinOf } from './kinds.ts';

export interface Sample {
  /** What the task does, as the offer to add it: “Blink LED”. */
  readonly offer: string;
  readonly task: Task;
  /** What the code does, without the names: `blink`. */
  readonly idea: string;
  /** The names of the parts that the sample uses, beginning with the part that it was offered for. */
  readonly parts: readonly string[];
}

/** The pins of the part and of its partner by terminal. */
type Pins = Readonly<Record<string, string>>;

interface SampleType {
  /** The other part that the code needs. Null: none. */
  readonly partner: { readonly kinds: readonly PartKind[]; readonly isDriven: boolean } | null;
  readonly offer: (part: string, partner: string) => string;
  readonly taskName: string;
  /** The first period that no other task has. Samples of one kind then run at different rates. */
  readonly periodsUs: readonly number[];
  readonly budgetUs: number;
  readonly setup: (own: Pins, other: Pins) => string;
  readonly body: (own: Pins, other: Pins) => string;
}

const ms = (value: number): number => value * 1_000;
/** A task that reads an input answers within this time. */
const ANSWER = [ms(20)];
const FRAME = [ms(20)];

/** Prints a number over the serial line whenever it changes. */
const printed = (value: string): string =>
  `static int last = -1;\nconst int now = ${value};\nif (now != last) {\n  Serial.println(now);\n  last = now;\n}`;

const pulse = (width: string, pin: string | undefined): string =>
  `// The width of the pulse is the angle: 544 µs is 0°, and 2400 µs is 180°.\ndigitalWrite(${pin}, HIGH);\ndelayMicroseconds((unsigned int)${width});\ndigitalWrite(${pin}, LOW);`;

const follow = (knob: string | undefined, servo: string | undefined): string =>
  `const long width = map(analogRead(${knob}), 0, 1023, 544, 2400);\n${pulse('width', servo)}`;

const BLINK: SampleType = {
  partner: null,
  offer: (part) => tr`Blink ${part}`,
  taskName: 'blink',
  periodsUs: [500, 200, 300, 700, 1000].map(ms),
  budgetUs: ms(1),
  setup: ({ anode }) => `pinMode(${anode}, OUTPUT);`,
  body: ({ anode }) => `digitalWrite(${anode}, !digitalRead(${anode}));`,
};

const SWITCH_LED: SampleType = {
  partner: { kinds: ['led'], isDriven: true },
  offer: (part, partner) => tr`Let ${part} switch ${partner}`,
  taskName: 'switch_led',
  periodsUs: ANSWER,
  budgetUs: ms(1),
  setup: ({ a, common }, { anode }) =>
    `pinMode(${a ?? common}, ${a === undefined ? 'INPUT' : 'INPUT_PULLUP'});\npinMode(${anode}, OUTPUT);`,
  body: ({ a, common }, { anode }) =>
    a === undefined
      ? `digitalWrite(${anode}, digitalRead(${common}));`
      : `// The pin is low while the button is pressed.\ndigitalWrite(${anode}, digitalRead(${a}) == LOW ? HIGH : LOW);`,
};

const MOVE_SERVO: SampleType = {
  partner: { kinds: ['servo'], isDriven: true },
  offer: (part, partner) => tr`Let ${part} move ${partner}`,
  taskName: 'move_servo',
  periodsUs: FRAME,
  budgetUs: ms(3),
  setup: (_own, { signal }) => `pinMode(${signal}, OUTPUT);`,
  body: ({ wiper, signal }, other) => follow(wiper ?? signal, other.signal),
};

const read = (offer: SampleType['offer'], value: (own: Pins) => string, setup: (own: Pins) => string): SampleType => ({
  partner: null,
  offer,
  taskName: 'print_value',
  periodsUs: [ms(50)],
  budgetUs: 1_500,
  setup,
  body: (own) => printed(value(own)),
});

/** In the order in which they are offered. */
const SAMPLES: Partial<Readonly<Record<PartKind, readonly SampleType[]>>> = {
  led: [
    BLINK,
    {
      ...SWITCH_LED,
      partner: { kinds: ['button', 'slide-switch'], isDriven: false },
      offer: (part, partner) => tr`Let ${partner} switch ${part}`,
      setup: (own, other) => SWITCH_LED.setup(other, own),
      body: (own, other) => SWITCH_LED.body(other, own),
    },
  ],
  'rgb-led': [
    {
      ...BLINK,
      offer: (part) => tr`Let ${part} go through its colours`,
      taskName: 'colours',
      setup: ({ red, green, blue }) =>
        `pinMode(${red}, OUTPUT);\npinMode(${green}, OUTPUT);\npinMode(${blue}, OUTPUT);`,
      body: ({ red, green, blue }) =>
        `static uint8_t step = 0;\nstep++;\ndigitalWrite(${red}, (step & 1) != 0 ? HIGH : LOW);\ndigitalWrite(${green}, (step & 2) != 0 ? HIGH : LOW);\ndigitalWrite(${blue}, (step & 4) != 0 ? HIGH : LOW);`,
    },
  ],
  button: [
    SWITCH_LED,
    read(
      (part) => tr`Print the level of ${part}`,
      ({ a }) => `digitalRead(${a})`,
      ({ a }) => `pinMode(${a}, INPUT_PULLUP);`,
    ),
  ],
  'slide-switch': [
    SWITCH_LED,
    read(
      (part) => tr`Print the position of ${part}`,
      ({ common }) => `digitalRead(${common})`,
      ({ common }) => `pinMode(${common}, INPUT);`,
    ),
  ],
  potentiometer: [
    MOVE_SERVO,
    read(
      (part) => tr`Print the value of ${part}`,
      ({ wiper }) => `analogRead(${wiper})`,
      () => '',
    ),
  ],
  'light-sensor': [
    MOVE_SERVO,
    read(
      (part) => tr`Print the value of ${part}`,
      ({ signal }) => `analogRead(${signal})`,
      () => '',
    ),
  ],
  servo: [
    {
      ...MOVE_SERVO,
      partner: { kinds: ['potentiometer', 'light-sensor'], isDriven: false },
      offer: (part, partner) => tr`Let ${partner} move ${part}`,
      setup: (own) => MOVE_SERVO.setup({}, own),
      body: (own, other) => MOVE_SERVO.body(other, own),
    },
    {
      ...MOVE_SERVO,
      partner: null,
      offer: (part) => tr`Turn ${part} to and fro`,
      taskName: 'turn_servo',
      setup: (own) => MOVE_SERVO.setup({}, own),
      body: ({ signal }) =>
        `static int width = 544;\nstatic int step = 16;\nwidth += step;\nif (width <= 544 || width >= 2400) step = -step;\n${pulse('width', signal)}`,
    },
  ],
  buzzer: [
    {
      ...BLINK,
      offer: (part) => tr`Let ${part} beep`,
      taskName: 'beep',
      setup: ({ signal }) => `pinMode(${signal}, OUTPUT);`,
      body: ({ signal }) =>
        `static bool isOn = false;\nisOn = !isOn;\nif (isOn) tone(${signal}, 440);\nelse noTone(${signal});`,
    },
  ],
  ultrasonic: [
    {
      ...BLINK,
      offer: (part) => tr`Print the distance of ${part}`,
      taskName: 'measure',
      periodsUs: [ms(200)],
      budgetUs: ms(30),
      setup: ({ trigger, echo }) => `pinMode(${trigger}, OUTPUT);\npinMode(${echo}, INPUT);`,
      body: ({ trigger, echo }) =>
        `digitalWrite(${trigger}, HIGH);\ndelayMicroseconds(10);\ndigitalWrite(${trigger}, LOW);\n// 58 µs for each centimetre, there and back.\nSerial.println(pulseIn(${echo}, HIGH, 25000) / 58);`,
    },
  ],
};

/** The samples that fit a part: none if the part is not wired, or if the sketch's code already uses it. */
export function samplesOf(sketch: Sketch, part: Part): readonly Sample[] {
  const own = pinsOf(part);
  if (own === null || isUsed(sketch, own)) return [];
  return (SAMPLES[part.kind] ?? []).flatMap((type) => {
    if (type.partner === null) return sampleOf(sketch, type, part.name, own, '', {});
    const { kinds, isDriven } = type.partner;
    for (const other of sketch.parts) {
      const pins = kinds.includes(other.kind) && other.name !== part.name ? pinsOf(other) : null;
      if (pins === null || (isDriven && isUsed(sketch, pins))) continue;
      return sampleOf(sketch, type, part.name, own, other.name, pins);
    }
    return [];
  });
}

function sampleOf(
  sketch: Sketch,
  { taskName, periodsUs, budgetUs, offer, setup, body }: SampleType,
  part: string,
  own: Pins,
  partner: string,
  other: Pins,
): readonly Sample[] {
  const taken = new Set(sketch.tasks.map((task) => task.periodUs));
  const periodUs = periodsUs.find((each) => !taken.has(each)) ?? periodsUs[0] ?? budgetUs;
  const name = uniqueName(sketch, 'tasks', taskName);
  const code = { setup: setup(own, other), body: body(own, other) };
  const task = newTask(name, { periodUs, budgetUs, ...code });
  return [{ offer: offer(part, partner), task, idea: taskName, parts: partner === '' ? [part] : [part, partner] }];
}

/** The name of a pin as code writes it. A sketch file can have any text as the name of a pin. */
const PIN_NAME = /^\w+$/;

/** The pins of the part's terminals, or null if one that the part needs is not wired. */
function pinsOf(part: Part): Pins | null {
  const pins: Record<string, string> = {};
  for (const { id, unwired } of PART_TYPES[part.kind].terminals) {
    const pin = pinOf(part, id);
    if (pin !== undefined && PIN_NAME.test(pin)) pins[id] = pin;
    else if (unwired === null) return null;
  }
  return pins;
}

/** Whether code of the sketch names one of the pins as the first argument of a call. */
function isUsed({ tasks, interrupts, prelude }: Sketch, pins: Pins): boolean {
  const code = [prelude, ...tasks.flatMap(({ setup, body }) => [setup, body]), ...interrupts.map(({ body }) => body)];
  const named = new Set(code.flatMap((each) => [...each.matchAll(/\(\s*(\w+)\s*[,)]/g)].map(([, pin]) => pin)));
  return Object.values(pins).some((pin) => named.has(pin));
}
