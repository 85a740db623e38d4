/**
 * Arduino Uno R3. Source: ATmega328P data sheet (Microchip DS40002061B), Arduino Uno R3 schematic
 * and the Arduino AVR core's pins_arduino.h.
 */
import type { Board, BoardPin } from '../../platform/board.ts';
import { ARDUINO_AVR, avrPin, timer2 } from '../arduino-avr.ts';
import { freertos } from './freertos.ts';
import { preemptive } from './preemptive.ts';
import { superloop } from './superloop.ts';

/** Outputs of timer 0 (5, 6), timer 1 (9, 10) and timer 2 (3, 11). */
const PWM_PINS = new Set([3, 5, 6, 9, 10, 11]);
/** Pins that the runtime needs: the serial line, and the PWM of timer 1. */
const TAKEN = new Map<number, BoardPin['taken']>([
  [0, 'serial'],
  [1, 'serial'],
  [9, 'release-timer'],
  [10, 'release-timer'],
]);
/**
 * Pins with an external interrupt of their own. The other pins share one pin-change interrupt per
 * port.
 */
const EXTERNAL_INTERRUPTS = ['2', '3'];
/**
 * Interrupt line of a change on pin 0. The lines of the other pins follow, with A0 after 13. The
 * two lines before are INT0 and INT1.
 */
const FIRST_PIN_CHANGE_LINE = 2;
const FIRST_ANALOG_PIN = 14;
const TIMER2_LINE = 22;

/**
 * Port D (pins 0 to 7), port B (8 to 13) and port C (A0 to A5) have the third, first and second
 * group of eight PCINTs.
 */
function pinChange(number: number): string {
  if (number < 8) return `PCINT${16 + number}`;
  return number < FIRST_ANALOG_PIN ? `PCINT${number - 8}` : `PCINT${8 + number - FIRST_ANALOG_PIN}`;
}

function pin(number: number): BoardPin {
  const name = number < FIRST_ANALOG_PIN ? String(number) : `A${number - FIRST_ANALOG_PIN}`;
  const external = EXTERNAL_INTERRUPTS.indexOf(name);
  return avrPin({
    name,
    pwm: PWM_PINS.has(number),
    interrupt:
      external < 0
        ? { name: pinChange(number), line: FIRST_PIN_CHANGE_LINE + number }
        : { name: `INT${external}`, line: external },
    taken: TAKEN.get(number),
  });
}

export const uno: Board = {
  ...ARDUINO_AVR,
  id: 'uno',
  label: 'Arduino Uno',
  picture: 'arduino-uno',
  mcu: 'ATmega328P',
  ramBytes: 2048,
  flashBytes: 32_768,
  // Size of Optiboot.
  bootFlashBytes: 512,
  pins: Array.from({ length: 20 }, (_, number) => pin(number)),
  interruptSources: [timer2(TIMER2_LINE)],
  targets: { superloop, preemptive, freertos },
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  usbIds: [
    { vendor: 0x2341, product: 0x0043 },
    { vendor: 0x2341, product: 0x0001 },
    { vendor: 0x2a03, product: 0x0043 },
    { vendor: 0x2341, product: 0x0243 },
    { vendor: 0x2341, product: 0x006a },
  ],
  fqbn: 'arduino:avr:uno',
};
