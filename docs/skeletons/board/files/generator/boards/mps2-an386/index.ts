/**
 * Arm's MPS2 with the image AN386, a Cortex-M4, as QEMU emulates it. Source: Arm DAI 0386 "Cortex-M4 SMM on V2M-MPS2". Only the
 * processor differs from the image AN385, so both images share a port.
 */
import type { Board } from '../../platform/board.ts';
import { superloop } from './superloop.ts';

export const mps2An386: Board = {
  id: 'mps2-an386',
  label: 'Arm MPS2 AN386 (virtual)',
  mcu: 'Cortex-M4',
  clockHz: 25_000_000,
  ramBytes: 4 * 1024 * 1024,
  flashBytes: 4 * 1024 * 1024,
  bootFlashBytes: 0,
  timerHz: 1_000_000,
  telemetryBaud: 500_000,
  intBits: 32,
  indexBits: 16,
  pins: [],
  interruptSources: [
    { name: 'timer1', line: 0, displaces: [], label: 'Timer 1 (CMSDK timer)' },
    { name: 'dualtimer', line: 1, displaces: [], label: 'Dual timer (CMSDK dual timer)' },
  ],
  files: { port: 'mps2-an385', ownArduino: true, headers: ['Arduino.h'] },
  targets: { superloop },
  virtual: { emulator: 'qemu', machine: 'mps2-an386', icountShift: 6, counter: { address: 0x40028014 } },
  platformio: null,
  fqbn: null,
  direct: {
    compiler: 'arm-none-eabi',
    flags: ['-mcpu=cortex-m4', '-mthumb', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '-Wl,--gc-sections', '--specs=nano.specs', '--specs=nosys.specs', '-lm'],
    linkerScript: 'mps2_an385.ld',
  },
};
