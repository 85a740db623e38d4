/**
 * The computer itself: the program runs as a process, its pins are memory, its serial line is standard input and output.
 * For trying a sketch out and for tests; its timing is the operating system's, so no overheads are claimed.
 */
import type { Board, BoardPin } from '../../platform/board.ts';

/** Named as on an Arduino Uno, so that the same sketches run. Its line is raised by pl_host_raise(). */
function pin(name: string, line: number): BoardPin {
  return {
    name,
    digital: true,
    analogIn: name.startsWith('A'),
    pwm: true,
    interrupt: `line ${line}`,
    interruptLine: line,
    interruptModes: ['rising', 'falling', 'change'],
  };
}

const PIN_NAMES = [...Array.from({ length: 14 }, (_, n) => String(n)), ...Array.from({ length: 6 }, (_, n) => `A${n}`)];

export const host: Board = {
  id: 'host',
  label: 'This computer',
  mcu: 'host',
  clockHz: 1_000_000_000,
  // What a process may use without a thought, not what the machine has.
  ramBytes: 64 * 1024 * 1024,
  flashBytes: 64 * 1024 * 1024,
  bootFlashBytes: 0,
  // Half microseconds, as on the Uno.
  timerHz: 2_000_000,
  // Standard output has no line rate.
  telemetryBaud: 0,
  intBits: 32,
  indexBits: 16,
  pins: PIN_NAMES.map(pin),
  interruptSources: [],
  files: { port: 'host', ownArduino: true, headers: ['Arduino.h'] },
  targets: { superloop: { overheads: null, threads: null, tables: null, kernelFiles: [] } },
  virtual: { emulator: 'host-process' },
  platformio: null,
  fqbn: null,
};
