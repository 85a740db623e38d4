/**
 * Arm's MPS2 with the image AN385, a Cortex-M3, as QEMU emulates it. Source: Arm DAI 0385
 * "Cortex-M3 SMM on V2M-MPS2". QEMU's clock advances by a fixed time for each instruction, so
 * measurements on this board count instructions, not cycles.
 */
import type { Board } from '../../platform/board.ts';
import { tr } from '../../words/tr.ts';
import { freertos } from './freertos.ts';
import { preemptive } from './preemptive.ts';
import { superloop } from './superloop.ts';
import { zephyr } from './zephyr.ts';

export const mps2An385: Board = {
  id: 'mps2-an385',
  get label() {
    return tr`Arm MPS2 AN385 (virtual)`;
  },
  mcu: 'Cortex-M3',
  clockHz: 25_000_000,
  // ZBT SSRAM 1 holds code. ZBT SSRAM 2 and 3 hold data.
  ramBytes: 4 * 1024 * 1024,
  flashBytes: 4 * 1024 * 1024,
  bootFlashBytes: 0,
  // The counter of the FPGA's I/O block, prescaled to microseconds.
  timerHz: 1_000_000,
  telemetryBaud: 500_000,
  intBits: 32,
  indexBits: 16,
  // QEMU does not emulate the board's pins.
  pins: [],
  interruptSources: [
    {
      name: 'timer1',
      line: 0,
      displaces: [],
      get label() {
        return tr`Timer 1 (CMSDK timer)`;
      },
    },
    {
      name: 'dualtimer',
      line: 1,
      displaces: [],
      get label() {
        return tr`Dual timer (CMSDK dual timer)`;
      },
    },
  ],
  files: { port: 'mps2-an385', ownArduino: true, headers: ['Arduino.h'] },
  targets: { superloop, preemptive, freertos, zephyr },
  // An instruction takes 2^6 ns, or 15.6 million instructions a second. The real processor does
  // about as many at 25 MHz. The counter is CLK100HZ of the FPGA's system control (Arm AN385, FPGA
  // system control and I/O).
  virtual: { emulator: 'qemu', machine: 'mps2-an385', icountShift: 6, counter: { address: 0x40028014 } },
  platformio: null,
  fqbn: null,
  direct: {
    compiler: 'arm-none-eabi',
    flags: ['-mcpu=cortex-m3', '-mthumb', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '-Wl,--gc-sections', '--specs=nano.specs', '--specs=nosys.specs', '-lm'],
    linkerScript: 'mps2_an385.ld',
  },
};
