/**
 * Arduino Nano with the boot loader that it has since 2018. It has the chip of the Uno, so the Uno's
 * measurements apply. Source: Arduino Nano V3.3 schematic, and variant `eightanaloginputs` of the
 * Arduino AVR core.
 */
import type { Board } from '../../platform/board.ts';
import { avrPin } from '../arduino-avr.ts';
import { uno } from '../uno/index.ts';

/** These pins are inputs of the ADC and nothing else. */
const ANALOG_ONLY = ['A6', 'A7'].map((name) =>
  avrPin({ name, digital: false, pwm: false, interrupt: null, taken: undefined }),
);

export const nano: Board = {
  ...uno,
  id: 'nano',
  label: 'Arduino Nano',
  picture: 'arduino-nano',
  // Both boot loaders leave 30,720 bytes to the program.
  bootFlashBytes: 2048,
  pins: [...uno.pins, ...ANALOG_ONLY],
  platformio: { platform: 'atmelavr', board: 'nanoatmega328new', framework: 'arduino' },
  // Its USB adapters, FT232R and CH340, are on many other boards, too.
  usbIds: [],
  fqbn: 'arduino:avr:nano:cpu=atmega328',
};
