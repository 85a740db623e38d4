/**
 * Arduino Uno R3. Source: ATmega328P data sheet (Microchip DS40002061B), Arduino Uno R3 schematic and the Arduino AVR
 * core's pins_arduino.h.
 */
import type { Board, BoardPin } from '../sketch/platform.ts';

/** Outputs of the timers 0 (5, 6), 1 (9, 10) and 2 (3, 11). */
const PWM_PINS = new Set([3, 5, 6, 9, 10, 11]);
const EXTERNAL_INTERRUPTS = new Map([
  [2, 'INT0'],
  [3, 'INT1'],
]);

function digitalPin(number: number): BoardPin {
  return {
    name: String(number),
    digital: true,
    analogIn: false,
    pwm: PWM_PINS.has(number),
    interrupt: EXTERNAL_INTERRUPTS.get(number) ?? null,
  };
}

function analogPin(number: number): BoardPin {
  return { name: `A${number}`, digital: true, analogIn: true, pwm: false, interrupt: null };
}

export const uno: Board = {
  id: 'uno',
  label: 'Arduino Uno',
  mcu: 'ATmega328P',
  clockHz: 16_000_000,
  ramBytes: 2048,
  flashBytes: 32_768,
  // Optiboot.
  bootFlashBytes: 512,
  // Timer 1 with a prescaler of 8.
  timerHz: 2_000_000,
  telemetryBaud: 500_000,
  intBits: 16,
  indexBits: 8,
  pins: [...Array.from({ length: 14 }, (_, n) => digitalPin(n)), ...Array.from({ length: 6 }, (_, n) => analogPin(n))],
  overheads: {
    // Measured with bench/runtime-avr (62.5 ns a cycle), the worst over 3 and 8 tasks with telemetry, rounded up.
    superloop: {
      // `dispatch`, untraced: 313 cycles.
      contextSwitchNs: 20_000,
      // `release`, one released, traced: 864 cycles with 3 tasks, 1038 with 8; and `dispatch` looks at every task as well.
      releaseNs: 48_000,
      releasePerTaskNs: 2_800,
      // Timer 0's overflow, every 64 × 256 cycles, is Arduino's clock; to it is added the share of timer 1's overflow (`overflow`:
      // 4475 cycles every 524,288), in which telemetry is prepared.
      tickNs: 15_000,
      tickPeriodNs: 1_024_000,
      // `dispatch`, traced less untraced: 2606 − 313 cycles.
      tracePerJobNs: 145_000,
      // Preparing telemetry once (`overflow` or `from idle`: 4475 cycles), and sending all that the ring can hold (`transmit`:
      // 128 × 63 cycles).
      blockingNs: 800_000,
    },
  },
  virtual: { emulator: 'avr8js' },
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  fqbn: 'arduino:avr:uno',
};
