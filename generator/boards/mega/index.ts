/**
 * Arduino Mega 2560. Source: ATmega2560 data sheet (Microchip DS40002211A), Arduino Mega 2560 R3
 * schematic and the Arduino AVR core's variant `mega`.
 */
import type { Board, BoardPin } from '../../platform/board.ts';
import { ARDUINO_AVR, avrPin, type PinInterrupt, timer2 } from '../arduino-avr.ts';
import { freertos } from './freertos.ts';
import { preemptive } from './preemptive.ts';
import { superloop } from './superloop.ts';

const DIGITAL_PINS = 54;
const ANALOG_PINS = 16;
/** Outputs of the timers 0 (4, 13), 1 (11, 12), 2 (9, 10), 3 (2, 3, 5), 4 (6, 7, 8) and 5 (44, 45, 46). */
const PWM_PINS = new Set([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 44, 45, 46]);
/** Pins that the runtime needs: the serial line, and the PWM of timer 1. */
const TAKEN = new Map<number, BoardPin['taken']>([
  [0, 'serial'],
  [1, 'serial'],
  [11, 'release-timer'],
  [12, 'release-timer'],
]);

/** The pins of INT0 to INT5. INT6 and INT7 have no pin of the board. */
const EXTERNAL = ['21', '20', '19', '18', '2', '3'];
/**
 * The pins of the PCINTs, with the number of the first one of each row. The lines of the port
 * follow in this order. PCINT11 to PCINT15 have no pin of the board.
 */
const PIN_CHANGES: readonly (readonly [first: number, pins: readonly string[]])[] = [
  [0, ['53', '52', '51', '50', '10', '11', '12', '13']],
  [8, ['0', '15', '14']],
  [16, ['A8', 'A9', 'A10', 'A11', 'A12', 'A13', 'A14', 'A15']],
];

const INTERRUPTS: ReadonlyMap<string, PinInterrupt> = new Map(
  [
    ...EXTERNAL.map((pin, number) => ({ pin, name: `INT${number}` })),
    ...PIN_CHANGES.flatMap(([first, pins]) => pins.map((pin, at) => ({ pin, name: `PCINT${first + at}` }))),
  ].map(({ pin, name }, line) => [pin, { name, line }]),
);

function pin(name: string, number: number): BoardPin {
  return avrPin({
    name,
    pwm: PWM_PINS.has(number),
    interrupt: INTERRUPTS.get(name) ?? null,
    taken: TAKEN.get(number),
  });
}

export const mega: Board = {
  ...ARDUINO_AVR,
  id: 'mega',
  label: 'Arduino Mega 2560',
  picture: 'arduino-mega',
  mcu: 'ATmega2560',
  ramBytes: 8192,
  flashBytes: 262_144,
  bootFlashBytes: 8192,
  pins: [
    ...Array.from({ length: DIGITAL_PINS }, (_, number) => String(number)),
    ...Array.from({ length: ANALOG_PINS }, (_, number) => `A${number}`),
  ].map(pin),
  interruptSources: [timer2(INTERRUPTS.size)],
  targets: { superloop, preemptive, freertos },
  platformio: { platform: 'atmelavr', board: 'megaatmega2560', framework: 'arduino' },
  usbIds: [
    { vendor: 0x2341, product: 0x0010 },
    { vendor: 0x2341, product: 0x0042 },
    { vendor: 0x2a03, product: 0x0010 },
    { vendor: 0x2a03, product: 0x0042 },
    { vendor: 0x2341, product: 0x0210 },
    { vendor: 0x2341, product: 0x0242 },
  ],
  fqbn: 'arduino:avr:mega:cpu=atmega2560',
};
