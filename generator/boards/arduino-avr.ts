/**
 * What all Arduino boards with an AVR chip have in common. Sources: the chips' data sheets, the
 * boards' schematics and the Arduino AVR core's boards.txt and pins_arduino.h.
 */
import type { Board, BoardPin, InterruptSource } from '../platform/board.ts';
import { tr } from '../words/tr.ts';

/** Interrupt of a pin, and its line in the chip's header of runtime-c/port/avr. */
export interface PinInterrupt {
  readonly name: string;
  readonly line: number;
}

export interface AvrPinFacts {
  readonly name: string;
  /** False for a pin that only the ADC reads. */
  readonly digital?: boolean;
  readonly pwm: boolean;
  readonly interrupt: PinInterrupt | null;
  readonly taken: BoardPin['taken'];
}

export function avrPin({ name, digital = true, pwm, interrupt, taken }: AvrPinFacts): BoardPin {
  // A pin-change interrupt occurs on changes only, so it cannot report a low level.
  const external = interrupt?.name.startsWith('INT') ?? false;
  return {
    name,
    digital,
    analogIn: name.startsWith('A'),
    pwm,
    interrupt: interrupt?.name ?? null,
    interruptLine: interrupt?.line ?? null,
    interruptModes: interrupt === null ? [] : ['rising', 'falling', 'change', ...(external ? ['low' as const] : [])],
    taken,
  };
}

/** Timer 2 of the program, at this line of the port. tone() uses the same interrupt. */
export const timer2 = (line: number): InterruptSource => ({
  name: 'timer2',
  line,
  displaces: ['tone', 'noTone'],
  get label() {
    return tr`Timer 2, compare match A`;
  },
});

export const ARDUINO_AVR = {
  clockHz: 16_000_000,
  // Timer 1 with a prescaler of 8.
  timerHz: 2_000_000,
  telemetryBaud: 500_000,
  intBits: 16,
  indexBits: 8,
  files: {
    port: 'avr',
    templates: 'arduino-avr',
    ownArduino: false,
    headers: ['Arduino.h', 'PolyloopSerial.h', 'polyloop_pins.h'],
    calibration: 'avr',
  },
  virtual: { emulator: 'avr8js' },
  unusableLibraries: {
    get Servo() {
      return tr`it needs timer 1, which releases the tasks. Polyloop has a Servo library that shares the timer: remove the folder.`;
    },
    get TimerOne() {
      return tr`it needs timer 1, which releases the tasks. Give a task the period instead.`;
    },
  },
} as const satisfies Partial<Board>;
