/**
 * A PC with the Quest kernel, as QEMU emulates it. QEMU's clock advances by a fixed time for each instruction, so
 * measurements on this board count instructions, not cycles.
 */
import type { Board } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';
import { quest } from './quest.ts';

export const questPc: Board = {
  id: 'quest-pc',
  get label() {
    return tr`PC with Quest (virtual)`;
  },
  mcu: 'i586',
  clockHz: 1_000_000_000,
  // A program with its heap has the first 4 MiB of its address space.
  ramBytes: 4 * 1024 * 1024,
  flashBytes: 4 * 1024 * 1024,
  bootFlashBytes: 0,
  // The runtime's clock: microseconds, from the processor's cycles.
  timerHz: 1_000_000,
  // The kernel sets the speed of its console.
  telemetryBaud: 115_200,
  intBits: 32,
  indexBits: 16,
  // Quest's drivers for pins need a Galileo or a MinnowBoard.
  pins: [],
  interruptSources: [],
  files: { port: 'quest', ownArduino: true, headers: ['Arduino.h'] },
  targets: { quest },
  // An instruction takes 2^5 ns.
  virtual: {
    emulator: 'qemu',
    processor: 'i386',
    machine: 'pc',
    machineArguments: ['-m', '256', '-vga', 'std'],
    icountShift: 5,
    // Of the PIIX4, where QEMU's firmware puts it.
    counter: { pmTimerPort: 0x608 },
    // Four seconds, in which the kernel looks for disks and networks.
    bootNs: 20_000_000_000,
    boots: 'quest',
    lineEnds: ['crash>'],
  },
  platformio: null,
  fqbn: null,
  direct: {
    compiler: 'quest',
    standards: { c: 'gnu99', cpp: 'gnu++11' },
    flags: ['-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-Wl,--gc-sections', '-lm'],
    linkerScript: null,
    // The kernel maps whole pages of the module.
    pageBytes: 4096,
  },
};
