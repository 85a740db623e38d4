/** LEDs, RGB LEDs and LED strips. */
import type { Block } from 'blockly/core';
import { USUAL_PIXELS } from '../../../../generator/parts/kinds.ts';
import type { Part } from '../../../../generator/sketch/model.ts';
import { tr } from '../../../../generator/words/tr.ts';
import { type Cpp, ORDER } from '../../cpp.ts';
import { type BlockSpec, numberShadow, options, truthShadow, valueInput } from '../../spec.ts';
import { strip } from './helpers.ts';
import { at, command, LISTS } from './spec.ts';

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

function stripOf(part: Part, cpp: Cpp): string {
  cpp.prologue.pinMode(at(part, 'data'), 'OUTPUT');
  return strip(cpp, part.name, at(part, 'data'), part.pixels ?? USUAL_PIXELS);
}

function light(part: Part, cpp: Cpp): string {
  cpp.prologue.pinMode(at(part, 'anode'), 'OUTPUT');
  return at(part, 'anode');
}

export const LED_BLOCKS: readonly BlockSpec[] = [
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
    { message: tr`toggle %1`, tooltip: tr`Turns the LED off if it is on, and on if it is off: it blinks.` },
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
];

export const STRIP_BLOCKS: readonly BlockSpec[] = [
  command(
    'strip_pixel',
    LISTS.strip,
    {
      message: tr`on %1 set LED %2 to red %3 green %4 blue %5`,
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
      message: tr`on %1 make LED %2 %3`,
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
];
