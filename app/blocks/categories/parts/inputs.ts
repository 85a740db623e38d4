/** Buttons, switches, knobs, sensors and signal generators. */
import { tr } from '../../../../generator/words/tr.ts';
import { ORDER } from '../../cpp.ts';
import type { BlockSpec } from '../../spec.ts';
import { measureDistance } from './helpers.ts';
import { at, LISTS, level, reading, voltage } from './spec.ts';

export const INPUT_BLOCKS: readonly BlockSpec[] = [
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
];

export const DISTANCE_BLOCKS: readonly BlockSpec[] = [
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
];

export const GENERATOR_BLOCKS: readonly BlockSpec[] = [
  reading(
    'generator',
    LISTS.generator,
    'truth',
    { message: tr`%1 is high`, tooltip: tr`True while the signal generator gives a high level.` },
    level('output', 'INPUT', 'HIGH'),
  ),
];
