/**
 * Arduino Uno R3. Source: ATmega328P data sheet (Microchip DS40002061B), Arduino Uno R3 schematic
 * and the Arduino AVR core's pins_arduino.h.
 */
import type { Board, BoardPin } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';
import { freertos } from './freertos.ts';
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
  const analogIn = number >= FIRST_ANALOG_PIN;
  const name = analogIn ? `A${number - FIRST_ANALOG_PIN}` : String(number);
  const external = EXTERNAL_INTERRUPTS.indexOf(name);
  return {
    name,
    digital: true,
    analogIn,
    pwm: PWM_PINS.has(number),
    interrupt: external < 0 ? pinChange(number) : `INT${external}`,
    interruptLine: external < 0 ? FIRST_PIN_CHANGE_LINE + number : external,
    // A pin-change interrupt occurs on changes only, so it cannot report a low level.
    interruptModes: external < 0 ? ['rising', 'falling', 'change'] : ['rising', 'falling', 'change', 'low'],
    taken: TAKEN.get(number),
  };
}

export const uno: Board = {
  id: 'uno',
  label: 'Arduino Uno',
  picture: 'arduino-uno',
  mcu: 'ATmega328P',
  clockHz: 16_000_000,
  ramBytes: 2048,
  flashBytes: 32_768,
  // Size of Optiboot.
  bootFlashBytes: 512,
  // Timer 1 with a prescaler of 8.
  timerHz: 2_000_000,
  telemetryBaud: 500_000,
  intBits: 16,
  indexBits: 8,
  pins: Array.from({ length: 20 }, (_, number) => pin(number)),
  interruptSources: [
    {
      name: 'timer2',
      line: TIMER2_LINE,
      displaces: ['tone', 'noTone'],
      get label() {
        return tr`Timer 2, compare match A`;
      },
    },
  ],
  files: { port: 'atmega328p', ownArduino: false, headers: ['Arduino.h', 'PolyloopSerial.h', 'polyloop_pins.h'] },
  targets: { superloop, freertos },
  virtual: { emulator: 'avr8js' },
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  unusableLibraries: {
    get Servo() {
      return tr`it needs timer 1, which releases the tasks. Polyloop has a Servo library that shares the timer: remove the folder.`;
    },
    get TimerOne() {
      return tr`it needs timer 1, which releases the tasks. Give a task the period instead.`;
    },
  },
  usbIds: [
    { vendor: 0x2341, product: 0x0043 },
    { vendor: 0x2341, product: 0x0001 },
    { vendor: 0x2a03, product: 0x0043 },
    { vendor: 0x2341, product: 0x0243 },
    { vendor: 0x2341, product: 0x006a },
  ],
  fqbn: 'arduino:avr:uno',
};
