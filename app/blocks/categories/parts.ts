/** The sketch's parts: each kind of part brings its own blocks. They set the modes of its pins themselves. */
import type { Block } from 'blockly/core';
import { PART_TYPES, pinOf, USUAL_PIXELS } from '../../../generator/parts/kinds.ts';
import type { Part, PartKind } from '../../../generator/sketch/model.ts';
import { tr } from '../../../generator/words/tr.ts';
import { literalOf } from '../constants.ts';
import type { BlocksContext } from '../context.ts';
import { type Cpp, ORDER } from '../cpp.ts';
import { type PartFilter, partList } from '../reference-field.ts';
import {
  type BlockSpec,
  type BlockState,
  numberShadow,
  type Offer,
  offer,
  options,
  PRINTABLE,
  type Printed,
  type StatementSpec,
  textShadow,
  truthShadow,
  type ValueKind,
  type ValueSpec,
  valueInput,
} from '../spec.ts';
import { beep, lcd, measureDistance, showDigit, strip, turnServo } from './part-helpers.ts';
import { printCalls } from './text.ts';

/** Whether all terminals that must be wired are wired to pins that the board has. */
const isWired: PartFilter = (part, { pins }) =>
  PART_TYPES[part.kind].terminals.every(({ id, unwired, needs }) => {
    const pin = pinOf(part, id);
    if (pin === undefined) return unwired !== null;
    const able = needs === 'analog-input' ? pins.analog : needs === 'pwm-output' ? pins.pwm : pins.digital;
    return able.includes(pin);
  });
const hasPwm: PartFilter = (part, context) =>
  isWired(part, context) && context.pins.pwm.includes(pinOf(part, 'anode') ?? '');
const hasTone: PartFilter = (part, context) => context.hasTone && isWired(part, context);
/** Blocks that wait are not for code that runs in an interrupt. */
const mayWait: PartFilter = (part, context) => !context.isInInterrupt && isWired(part, context);

interface List {
  readonly field: ReturnType<typeof partList>;
  readonly first: (context: BlocksContext) => Part | undefined;
}

function list(name: string, kind: PartKind, accepts: PartFilter = isWired): List {
  return {
    field: partList(name, [kind], accepts),
    first: (context) => context.parts.find((part) => part.kind === kind && accepts(part, context)),
  };
}

const LISTS = {
  led: list('leds', 'led'),
  dimmable: list('dimmable-leds', 'led', hasPwm),
  rgb: list('rgb-leds', 'rgb-led'),
  button: list('buttons', 'button'),
  switch: list('slide-switches', 'slide-switch'),
  knob: list('potentiometers', 'potentiometer'),
  light: list('light-sensors', 'light-sensor'),
  servo: list('servos', 'servo', mayWait),
  buzzer: list('buzzers', 'buzzer', hasTone),
  ultrasonic: list('ultrasonic-sensors', 'ultrasonic', mayWait),
  digit: list('seven-segments', 'seven-segment'),
  lcd: list('lcds', 'lcd', mayWait),
  strip: list('led-strips', 'led-strip'),
  generator: list('signal-generators', 'signal-generator'),
} as const;

/** The pin of a terminal that `isWired` has checked. */
const at = (part: Part, terminal: string): string => pinOf(part, terminal) ?? '0';

interface PartShape {
  /** %1 is the part. */
  readonly message: string;
  readonly args?: readonly object[];
  readonly tooltip: string;
  readonly inputs?: BlockState['inputs'];
}

function offers(type: string, { first }: List, inputs: BlockState['inputs']) {
  return (context: BlocksContext): readonly Offer[] => {
    const part = first(context);
    return part === undefined ? [] : offer(type, { fields: { PART: part.name }, ...(inputs && { inputs }) });
  };
}

const shapeOf = (from: List, { message, args = [], tooltip }: PartShape) => ({
  message0: message,
  args0: [from.field('PART'), ...args],
  inputsInline: true,
  tooltip,
});

function command(
  name: string,
  from: List,
  shape: PartShape,
  print: (part: Part, block: Block, cpp: Cpp) => string,
): StatementSpec {
  const type = `polyloop_${name}`;
  return {
    type,
    category: 'parts',
    role: 'statement',
    shape: shapeOf(from, shape),
    offers: offers(type, from, shape.inputs),
    print: (block, cpp) => {
      const part = cpp.reference(block, 'PART', cpp.context.parts);
      return part === undefined ? '' : print(part, block, cpp);
    },
  };
}

function reading(
  name: string,
  from: List,
  kind: ValueKind,
  shape: PartShape,
  print: (part: Part, cpp: Cpp) => Printed,
): ValueSpec {
  const type = `polyloop_${name}`;
  return {
    type,
    category: 'parts',
    role: 'value',
    kind,
    check: kind === 'truth' ? 'Boolean' : 'Number',
    shape: shapeOf(from, shape),
    offers: offers(type, from, shape.inputs),
    print: (block, cpp) => {
      const part = cpp.reference(block, 'PART', cpp.context.parts);
      if (part === undefined) return [kind === 'truth' ? 'false' : '0', ORDER.ATOMIC];
      return print(part, cpp);
    },
  };
}

/** Whether the pin has the level. */
function level(terminal: string, mode: 'INPUT' | 'INPUT_PULLUP', wanted: 'HIGH' | 'LOW') {
  return (part: Part, cpp: Cpp): Printed => {
    cpp.prologue.pinMode(at(part, terminal), mode);
    return [`digitalRead(${at(part, terminal)}) == ${wanted}`, ORDER.EQUALITY];
  };
}

const voltage =
  (terminal: string) =>
  (part: Part): Printed => [`analogRead(${at(part, terminal)})`, ORDER.POSTFIX];

const ON_OFF = options('LEVEL', [
  [tr`on`, 'HIGH'],
  [tr`off`, 'LOW'],
]);
const COLOURS = [
  [tr`red`, '255 0 0'],
  [tr`orange`, '255 80 0'],
  [tr`yellow`, '255 180 0'],
  [tr`green`, '0 255 0'],
  [tr`blue`, '0 0 255'],
  [tr`purple`, '160 0 255'],
  [tr`white`, '255 255 255'],
  [tr`off`, '0 0 0'],
] as const;
/** Red, green and blue of the chosen colour. */
const colourOf = (block: Block): readonly string[] => String(block.getFieldValue('COLOUR')).split(' ');
const RGB = ['red', 'green', 'blue'] as const;
const RGB_INPUTS = ['RED', 'GREEN', 'BLUE'].map((name) => valueInput(name, 'Number'));
const RGB_SHADOWS = { RED: numberShadow(255), GREEN: numberShadow(0), BLUE: numberShadow(0) };

/**
 * With a common anode a low level lights, and an output begins low. analogWrite() makes its pin an output, so
 * the LED stays dark until its first colour.
 */
const writeColour = (part: Part, cpp: Cpp, strengths: readonly string[]): string =>
  RGB.map((terminal, index) => {
    const pin = at(part, terminal);
    const strength = strengths[index] ?? '0';
    if (part.common !== 'anode') cpp.prologue.pinMode(pin, 'OUTPUT');
    return `analogWrite(${pin}, ${part.common === 'anode' ? inverted(strength) : strength});\n`;
  }).join('');
const inverted = (strength: string): string =>
  /^\d+$/.test(strength) ? String(255 - Number(strength)) : `255 - ${strength}`;

const SEGMENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'] as const;

function printDigit(part: Part, cpp: Cpp, digit: string): string {
  const isCathode = part.common !== 'anode';
  const segments = SEGMENTS.map((id) => at(part, id));
  // Outputs begin low, which would light all segments of a digit with a common anode until its first digit.
  if (isCathode) for (const pin of segments) cpp.prologue.pinMode(pin, 'OUTPUT');
  const common = pinOf(part, 'common');
  if (common !== undefined) cpp.prologue.pinMode(common, 'OUTPUT');
  const name = showDigit(cpp, part.name, segments, isCathode ? 'HIGH' : 'LOW');
  const select = common === undefined ? '' : `digitalWrite(${common}, ${isCathode ? 'LOW' : 'HIGH'});\n`;
  return `${select}${name}(${digit});\n`;
}

const LCD_DATA = ['d4', 'd5', 'd6', 'd7'] as const;

function lcdOf(part: Part, cpp: Cpp): string {
  const [rs, e, data] = [at(part, 'rs'), at(part, 'e'), LCD_DATA.map((id) => at(part, id))];
  for (const pin of [rs, e, ...data]) cpp.prologue.pinMode(pin, 'OUTPUT');
  return lcd(cpp, part.name, { rs, e, data });
}

function stripOf(part: Part, cpp: Cpp): string {
  cpp.prologue.pinMode(at(part, 'data'), 'OUTPUT');
  return strip(cpp, part.name, at(part, 'data'), part.pixels ?? USUAL_PIXELS);
}

function light(part: Part, cpp: Cpp): string {
  cpp.prologue.pinMode(at(part, 'anode'), 'OUTPUT');
  return at(part, 'anode');
}

export const PART_BLOCKS: readonly BlockSpec[] = [
  command(
    'led',
    LISTS.led,
    { message: tr`turn %1 %2`, args: [ON_OFF], tooltip: tr`Turns the LED on or off.` },
    (part, block, cpp) => `digitalWrite(${light(part, cpp)}, ${block.getFieldValue('LEVEL')});\n`,
  ),
  command(
    'led_set',
    LISTS.led,
    {
      message: tr`turn %1 on if %2`,
      args: [valueInput('VALUE', 'Boolean')],
      tooltip: tr`Turns the LED on if the condition is true, and off otherwise.`,
      inputs: { VALUE: truthShadow(true) },
    },
    (part, block, cpp) =>
      `digitalWrite(${light(part, cpp)}, ${cpp.truth(block, 'VALUE', ORDER.CHOICE)} ? HIGH : LOW);\n`,
  ),
  command(
    'led_toggle',
    LISTS.led,
    { message: tr`switch %1 over`, tooltip: tr`Turns the LED off if it is on, and on if it is off: it blinks.` },
    (part, _block, cpp) => `digitalWrite(${light(part, cpp)}, !digitalRead(${at(part, 'anode')}));\n`,
  ),
  command(
    'led_brightness',
    LISTS.dimmable,
    {
      message: tr`set the brightness of %1 to %2`,
      args: [valueInput('VALUE', 'Number')],
      tooltip: tr`0 is dark, 255 is as bright as it can be. Only an LED at a pin with PWM has a brightness.`,
      inputs: { VALUE: numberShadow(128) },
    },
    (part, block, cpp) => `analogWrite(${light(part, cpp)}, ${cpp.argument('int', block, 'VALUE')});\n`,
  ),
  command(
    'rgb',
    LISTS.rgb,
    {
      message: tr`set %1 to red %2 green %3 blue %4`,
      args: RGB_INPUTS,
      tooltip: tr`Mixes a colour. Each number goes from 0 (none of it) to 255.`,
      inputs: RGB_SHADOWS,
    },
    (part, block, cpp) =>
      writeColour(
        part,
        cpp,
        ['RED', 'GREEN', 'BLUE'].map((name) => cpp.argument('int', block, name)),
      ),
  ),
  command(
    'rgb_colour',
    LISTS.rgb,
    { message: tr`make %1 %2`, args: [options('COLOUR', COLOURS)], tooltip: tr`Shows a colour.` },
    (part, block, cpp) => writeColour(part, cpp, colourOf(block)),
  ),
  reading(
    'button',
    LISTS.button,
    'truth',
    { message: tr`%1 is pressed`, tooltip: tr`True while the button is held down.` },
    level('a', 'INPUT_PULLUP', 'LOW'),
  ),
  reading(
    'switch',
    LISTS.switch,
    'truth',
    { message: tr`%1 is on`, tooltip: tr`True while the switch connects its pin to the supply.` },
    level('common', 'INPUT', 'HIGH'),
  ),
  reading(
    'knob',
    LISTS.knob,
    'int',
    { message: tr`position of %1`, tooltip: tr`From 0 (turned left) to 1023 (turned right).` },
    voltage('wiper'),
  ),
  reading(
    'light',
    LISTS.light,
    'int',
    { message: tr`light at %1`, tooltip: tr`From 0 (dark) to 1023 (bright).` },
    voltage('signal'),
  ),
  command(
    'servo',
    LISTS.servo,
    {
      message: tr`turn %1 to %2 °`,
      args: [valueInput('ANGLE', 'Number')],
      tooltip: tr`Sends one pulse of up to 2.4 ms, which turns the servo to an angle from 0 to 180. Use it in a task with a period of 20 ms.`,
      inputs: { ANGLE: numberShadow(90) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      return `${turnServo(cpp)}(${at(part, 'signal')}, ${cpp.whole(block, 'ANGLE')});\n`;
    },
  ),
  command(
    'buzzer',
    LISTS.buzzer,
    {
      message: tr`sound %1 with %2 Hz`,
      args: [valueInput('HERTZ', 'Number')],
      tooltip: tr`Makes the buzzer sound until it is silenced. 440 Hz is the note A.`,
      inputs: { HERTZ: numberShadow(440) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      return `tone(${at(part, 'signal')}, ${cpp.argument('unsigned int', block, 'HERTZ')});\n`;
    },
  ),
  command(
    'buzzer_beep',
    LISTS.buzzer,
    {
      message: tr`beep %1 with %2 Hz for %3 ms`,
      args: [valueInput('HERTZ', 'Number'), valueInput('TIME', 'Number')],
      tooltip: tr`Makes the buzzer sound for some time. The program goes on meanwhile.`,
      inputs: { HERTZ: numberShadow(880), TIME: numberShadow(100) },
    },
    (part, block, cpp) => {
      cpp.prologue.pinMode(at(part, 'signal'), 'OUTPUT');
      const [pin, hertz] = [at(part, 'signal'), cpp.argument('unsigned int', block, 'HERTZ')];
      const time = block.getInputTargetBlock('TIME');
      const isLong = time !== null && (literalOf(time) ?? 0) >= 1;
      if (isLong) return `tone(${pin}, ${hertz}, ${cpp.argument('uint32_t', block, 'TIME')});\n`;
      return `${beep(cpp)}(${pin}, ${hertz}, ${cpp.whole(block, 'TIME')});\n`;
    },
  ),
  command(
    'buzzer_stop',
    LISTS.buzzer,
    { message: tr`silence %1`, tooltip: tr`Stops the sound of the buzzer.` },
    (part) => `noTone(${at(part, 'signal')});\n`,
  ),
  reading(
    'distance',
    LISTS.ultrasonic,
    'whole',
    {
      message: tr`distance at %1 in cm`,
      tooltip: tr`Measures the distance to an object, from 2 to 400. It takes up to 25 ms, which is part of the budget.`,
    },
    (part, cpp) => {
      cpp.prologue.pinMode(at(part, 'trigger'), 'OUTPUT');
      cpp.prologue.pinMode(at(part, 'echo'), 'INPUT');
      return [`${measureDistance(cpp)}(${at(part, 'trigger')}, ${at(part, 'echo')})`, ORDER.POSTFIX];
    },
  ),
  command(
    'digit',
    LISTS.digit,
    {
      message: tr`show on %1 the digit %2`,
      args: [valueInput('DIGIT', 'Number')],
      tooltip: tr`Shows a digit from 0 to 9. Any other number leaves it dark.`,
      inputs: { DIGIT: numberShadow(7) },
    },
    (part, block, cpp) => printDigit(part, cpp, cpp.whole(block, 'DIGIT')),
  ),
  command(
    'digit_clear',
    LISTS.digit,
    { message: tr`clear %1`, tooltip: tr`Turns all segments off.` },
    (part, _block, cpp) => printDigit(part, cpp, '-1'),
  ),
  command(
    'lcd_begin',
    LISTS.lcd,
    {
      message: tr`start %1`,
      tooltip: tr`Prepares the LCD and clears it. Put this block into the setup: it takes 70 ms.`,
    },
    (part, _block, cpp) => `${lcdOf(part, cpp)}.begin();\n`,
  ),
  command(
    'lcd_print',
    LISTS.lcd,
    {
      message: tr`write on %1 %2`,
      args: [valueInput('TEXT', PRINTABLE)],
      tooltip: tr`Writes from the cursor on. The LCD has two lines of 16 characters.`,
      inputs: { TEXT: textShadow('hello') },
    },
    (part, block, cpp) => printCalls(lcdOf(part, cpp), cpp.pieces(block, 'TEXT'), false),
  ),
  command(
    'lcd_cursor',
    LISTS.lcd,
    {
      message: tr`go on %1 to column %2 of line %3`,
      args: [
        valueInput('COLUMN', 'Number'),
        options('ROW', [
          ['1', '0'],
          ['2', '1'],
        ]),
      ],
      tooltip: tr`Sets where the next text begins. Columns count from 0 to 15.`,
      inputs: { COLUMN: numberShadow(0) },
    },
    (part, block, cpp) =>
      `${lcdOf(part, cpp)}.setCursor(${cpp.whole(block, 'COLUMN')}, ${block.getFieldValue('ROW')});\n`,
  ),
  command(
    'lcd_clear',
    LISTS.lcd,
    { message: tr`clear %1`, tooltip: tr`Empties the LCD and goes to its start. It takes 2 ms.` },
    (part, _block, cpp) => `${lcdOf(part, cpp)}.clear();\n`,
  ),
  command(
    'strip_pixel',
    LISTS.strip,
    {
      message: tr`set on %1 LED %2 to red %3 green %4 blue %5`,
      args: [valueInput('LED', 'Number'), ...RGB_INPUTS],
      tooltip: tr`Chooses the colour of one LED. LEDs count from 1. “show the colours” sends it.`,
      inputs: { LED: numberShadow(1), ...RGB_SHADOWS },
    },
    (part, block, cpp) => {
      const values = ['LED', 'RED', 'GREEN', 'BLUE'].map((name) => cpp.whole(block, name));
      return `${stripOf(part, cpp)}.set(${values.join(', ')});\n`;
    },
  ),
  command(
    'strip_colour',
    LISTS.strip,
    {
      message: tr`make on %1 LED %2 %3`,
      args: [valueInput('LED', 'Number'), options('COLOUR', COLOURS)],
      tooltip: tr`Chooses the colour of one LED. LEDs count from 1. “show the colours” sends it.`,
      inputs: { LED: numberShadow(1) },
    },
    (part, block, cpp) => `${stripOf(part, cpp)}.set(${cpp.whole(block, 'LED')}, ${colourOf(block).join(', ')});\n`,
  ),
  command(
    'strip_fill',
    LISTS.strip,
    {
      message: tr`make all LEDs of %1 %2`,
      args: [options('COLOUR', COLOURS)],
      tooltip: tr`Chooses the colour of all LEDs. “show the colours” sends it.`,
    },
    (part, block, cpp) => `${stripOf(part, cpp)}.fill(${colourOf(block).join(', ')});\n`,
  ),
  command(
    'strip_show',
    LISTS.strip,
    {
      message: tr`show the colours of %1`,
      tooltip: tr`Sends the colours to the LEDs, with interrupts off: 30 µs for each LED.`,
    },
    (part, _block, cpp) => `${stripOf(part, cpp)}.show();\n`,
  ),
  reading(
    'generator',
    LISTS.generator,
    'truth',
    { message: tr`%1 is high`, tooltip: tr`True while the signal generator gives a high level.` },
    level('output', 'INPUT', 'HIGH'),
  ),
];
