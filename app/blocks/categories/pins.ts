/** The board's pins, as Arduino's functions use them. */
import { tr } from '../../../generator/words/tr.ts';
import { ORDER } from '../cpp.ts';
import { pinList } from '../reference-field.ts';
import { type BlockSpec, numberShadow, offer, options, truthShadow, valueInput } from '../spec.ts';

const digital = pinList('digital-pins', ({ pins }) => pins.digital);
const pwm = pinList('pwm-pins', ({ pins }) => pins.pwm);
const analog = pinList('analog-pins', ({ pins }) => pins.analog);
const sounding = pinList('tone-pins', ({ pins, hasTone }) => (hasTone ? pins.digital : []));

const MODES = [
  [tr`output`, 'OUTPUT'],
  [tr`input`, 'INPUT'],
  [tr`input with pull-up`, 'INPUT_PULLUP'],
] as const;

/** Offers a block with the first of the pins, or a usual one. Without pins the block is not offered. */
const withPin = (type: string, pins: readonly string[], usual: string, rest: Parameters<typeof offer>[1] = {}) => {
  const pin = pins.includes(usual) ? usual : pins[0];
  return pin === undefined ? [] : offer(type, { ...rest, fields: { ...rest.fields, PIN: pin } });
};

export const PIN_BLOCKS: readonly BlockSpec[] = [
  {
    type: 'polyloop_pin_mode',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`use pin %1 as %2`,
      args0: [digital('PIN'), options('MODE', MODES)],
      tooltip: tr`Sets what a pin does: it gives a level, or it reads one. Put this block into the setup.`,
    },
    offers: ({ pins }) => withPin('polyloop_pin_mode', pins.digital, '13'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? '' : `pinMode(${pin}, ${block.getFieldValue('MODE')});\n`;
    },
  },
  {
    type: 'polyloop_digital_write',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`turn pin %1 %2`,
      args0: [
        digital('PIN'),
        options('LEVEL', [
          [tr`on`, 'HIGH'],
          [tr`off`, 'LOW'],
        ]),
      ],
      tooltip: tr`Gives the pin a high level (on) or a low level (off).`,
    },
    offers: ({ pins }) => withPin('polyloop_digital_write', pins.digital, '13'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? '' : `digitalWrite(${pin}, ${block.getFieldValue('LEVEL')});\n`;
    },
  },
  {
    type: 'polyloop_digital_set',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`turn pin %1 on if %2`,
      args0: [digital('PIN'), valueInput('VALUE', 'Boolean')],
      inputsInline: true,
      tooltip: tr`Gives the pin a high level if the condition is true, and a low level otherwise.`,
    },
    offers: ({ pins }) => withPin('polyloop_digital_set', pins.digital, '13', { inputs: { VALUE: truthShadow(true) } }),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      const value = cpp.truth(block, 'VALUE', ORDER.CHOICE);
      return pin === undefined ? '' : `digitalWrite(${pin}, ${value} ? HIGH : LOW);\n`;
    },
  },
  {
    type: 'polyloop_digital_toggle',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`toggle pin %1`,
      args0: [digital('PIN')],
      tooltip: tr`Turns the pin off if it is on, and on if it is off.`,
    },
    offers: ({ pins }) => withPin('polyloop_digital_toggle', pins.digital, '13'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? '' : `digitalWrite(${pin}, !digitalRead(${pin}));\n`;
    },
  },
  {
    type: 'polyloop_digital_read',
    category: 'pins',
    role: 'value',
    kind: 'truth',
    check: 'Boolean',
    shape: {
      message0: tr`pin %1 is high`,
      args0: [digital('PIN')],
      tooltip: tr`True while the level of the pin is high.`,
    },
    offers: ({ pins }) => withPin('polyloop_digital_read', pins.digital, '2'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? ['false', ORDER.ATOMIC] : [`digitalRead(${pin}) == HIGH`, ORDER.EQUALITY];
    },
  },
  {
    type: 'polyloop_analog_read',
    category: 'pins',
    role: 'value',
    kind: 'int',
    check: 'Number',
    shape: {
      message0: tr`analog value of pin %1`,
      args0: [analog('PIN')],
      tooltip: tr`A number from 0 (0 volts) to 1023 (5 volts).`,
    },
    offers: ({ pins }) => withPin('polyloop_analog_read', pins.analog, 'A0'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? ['0', ORDER.ATOMIC] : [`analogRead(${pin})`, ORDER.POSTFIX];
    },
  },
  {
    type: 'polyloop_analog_write',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`set the PWM of pin %1 to %2`,
      args0: [pwm('PIN'), valueInput('VALUE', 'Number')],
      inputsInline: true,
      tooltip: tr`Switches the pin quickly on and off (PWM): 0 is always off, 128 is half of the time, 255 is always on.`,
    },
    offers: ({ pins }) => withPin('polyloop_analog_write', pins.pwm, '6', { inputs: { VALUE: numberShadow(128) } }),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      const value = cpp.argument('int', block, 'VALUE');
      return pin === undefined ? '' : `analogWrite(${pin}, ${value});\n`;
    },
  },
  {
    type: 'polyloop_tone',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`at pin %1 play a tone of %2 Hz`,
      args0: [sounding('PIN'), valueInput('HERTZ', 'Number')],
      inputsInline: true,
      tooltip: tr`Makes the buzzer at the pin sound until a block stops it. 440 Hz is the note A.`,
    },
    offers: ({ pins, hasTone }) =>
      withPin('polyloop_tone', hasTone ? pins.digital : [], '8', { inputs: { HERTZ: numberShadow(440) } }),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      const hertz = cpp.argument('unsigned int', block, 'HERTZ');
      return pin === undefined ? '' : `tone(${pin}, ${hertz});\n`;
    },
  },
  {
    type: 'polyloop_no_tone',
    category: 'pins',
    role: 'statement',
    shape: {
      message0: tr`stop the tone at pin %1`,
      args0: [sounding('PIN')],
      tooltip: tr`Stops the sound of a buzzer.`,
    },
    offers: ({ pins, hasTone }) => withPin('polyloop_no_tone', hasTone ? pins.digital : [], '8'),
    print: (block, cpp) => {
      const pin = cpp.pin(block);
      return pin === undefined ? '' : `noTone(${pin});\n`;
    },
  },
];
