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
    // Careful estimates from instruction counts at 62.5 ns a cycle.
    superloop: {
      contextSwitchNs: 40_000,
      releaseNs: 30_000,
      // The Arduino core's timer 0 overflow, every 64 × 256 cycles.
      tickNs: 7_000,
      tickPeriodNs: 1_024_000,
      tracePerJobNs: 150_000,
      blockingNs: 30_000,
    },
  },
  virtual: { emulator: 'avr8js' },
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  fqbn: 'arduino:avr:uno',
};
