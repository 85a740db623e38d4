/**
 * The development computer as a board. The program runs as a process. Pins are variables in memory,
 * and the serial line is standard input and output. Use it to try out sketches and to test. The
 * operating system decides the timing, so no overheads are given.
 */
import type { Board, BoardPin, TargetOnBoard } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';

/**
 * Pin names match an Arduino Uno, so the same sketches run. The runtime's pl_host_raise() raises
 * the interrupt line.
 */
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

/** All targets without a kernel have the memory and the timing of the process. */
const ONE_PROCESS: TargetOnBoard = { overheads: null, threads: null, tables: null, kernelFiles: [] };

export const host: Board = {
  id: 'host',
  get label() {
    return tr`This computer`;
  },
  mcu: 'host',
  clockHz: 1_000_000_000,
  // A limit on what the process uses, well below the memory of the computer.
  ramBytes: 64 * 1024 * 1024,
  flashBytes: 64 * 1024 * 1024,
  bootFlashBytes: 0,
  // Ticks of half a microsecond, as on the Uno.
  timerHz: 2_000_000,
  // Standard output has no line rate.
  telemetryBaud: 0,
  intBits: 32,
  indexBits: 16,
  pins: PIN_NAMES.map(pin),
  interruptSources: [],
  files: { port: 'host', ownArduino: true, headers: ['Arduino.h'] },
  targets: { superloop: ONE_PROCESS, preemptive: ONE_PROCESS },
  virtual: { emulator: 'host-process' },
  platformio: null,
  fqbn: null,
};
