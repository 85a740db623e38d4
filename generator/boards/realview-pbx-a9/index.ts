/**
 * Arm's RealView Platform Baseboard Explore for the Cortex-A9, as QEMU emulates it. Source: Arm DUI 0440. QEMU's clock
 * advances by a fixed time for each instruction, so measurements on this board count instructions, not cycles.
 */
import type { Board } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';
import { rtems } from './rtems.ts';

export const realviewPbxA9: Board = {
  id: 'realview-pbx-a9',
  get label() {
    return tr`Arm RealView PBX-A9 (virtual)`;
  },
  mcu: 'Cortex-A9',
  clockHz: 100_000_000,
  // The board support package uses the first 252 MiB of the RAM, for code, too.
  ramBytes: 252 * 1024 * 1024,
  flashBytes: 64 * 1024 * 1024,
  bootFlashBytes: 0,
  // Timer 0 of the SP804 modules.
  timerHz: 1_000_000,
  telemetryBaud: 460_800,
  intBits: 32,
  indexBits: 16,
  // QEMU does not emulate the board's pins.
  pins: [],
  interruptSources: [
    {
      name: 'timer2',
      line: 0,
      displaces: [],
      get label() {
        return tr`Timer 2 (SP804 timer)`;
      },
    },
    {
      name: 'software',
      line: 1,
      displaces: [],
      get label() {
        return tr`Software interrupt of the board`;
      },
    },
  ],
  files: { port: 'realview-pbx-a9', ownArduino: true, headers: ['Arduino.h'] },
  targets: { rtems },
  // An instruction takes 2^4 ns, or 62.5 million instructions a second. The counter is SYS_100HZ (Arm DUI 0440, 4.3).
  virtual: {
    emulator: 'qemu',
    machine: 'realview-pbx-a9',
    // The memory map of the board support package. No sound, for which QEMU would look on this computer.
    machineArguments: ['-m', '256M', '-audiodev', 'none,id=none', '-global', 'pl041.audiodev=none'],
    icountShift: 4,
    counter: { address: 0x10000024 },
    consoleEnds: ['*** FATAL ***', '*** EXIT STATUS', '[ RTEMS shutdown ]'],
  },
  platformio: null,
  fqbn: null,
  direct: {
    compiler: 'rtems',
    flags: ['-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-Wl,--gc-sections', '-lm'],
    linkerScript: null,
  },
};
