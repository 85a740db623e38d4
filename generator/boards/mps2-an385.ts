/**
 * Arm's MPS2 with the image AN385, a Cortex-M3, as QEMU emulates it. Source: Arm DAI 0385 "Cortex-M3 SMM on V2M-MPS2".
 * QEMU's clock moves by a fixed time with every instruction: what is measured on it are instructions, not cycles.
 */
import type { Board } from '../sketch/platform.ts';

export const mps2An385: Board = {
  id: 'mps2-an385',
  label: 'Arm MPS2 AN385 (virtual)',
  mcu: 'Cortex-M3',
  clockHz: 25_000_000,
  // ZBT SSRAM 1 for code; 2 and 3 for data.
  ramBytes: 4 * 1024 * 1024,
  flashBytes: 4 * 1024 * 1024,
  bootFlashBytes: 0,
  // The counter of the FPGA's input and output block, prescaled to microseconds.
  timerHz: 1_000_000,
  telemetryBaud: 500_000,
  intBits: 32,
  indexBits: 16,
  // QEMU shows no pin of it.
  pins: [],
  interruptSources: [
    { name: 'timer1', line: 0, displaces: [], label: 'Timer 1 (CMSDK timer)' },
    { name: 'dualtimer', line: 1, displaces: [], label: 'Dual timer (CMSDK dual timer)' },
  ],
  // Measured with bench/threads, in instructions of 64 ns, rounded up; lines above those of 2, 16 and 30 tasks.
  overheads: {
    superloop: {
      // `to the job`, untraced: 77, 165, 216; EDF: 83, 454, 813.
      contextSwitchNs: 4_300,
      contextSwitchPerTaskNs: 420,
      edfSwitchPerTaskNs: 1_700,
      // `release alone`, untraced: 141, 352, 532.
      releaseNs: 7_100,
      releasePerTaskNs: 1_000,
      // SysTick, the beat: 84 with what a kernel adds.
      tickNs: 5_400,
      tickPeriodNs: 32_000_000,
      // Recording start and completion, 217; a byte prepared and sent, at most 110; 19.5 of them, as on the Uno.
      tracePerJobNs: 160_000,
      // `to the job`, traced: 294, 2001, 3463; EDF: 302, 2250, 4295. What was recorded before is prepared.
      blockingNs: 140_000,
      blockingPerTaskNs: 4_500,
      loads: [
        // `release alone`, traced, less untraced: a piece of the metadata prepared, 1781; a full time; and 46 bytes sent.
        { name: 'telemetry beat', periodNs: 32_000_000, costNs: 230_000, jitterNs: 0 },
        { name: 'telemetry left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000, most: 128 },
      ],
    },
    freertos: {
      // `from it`, untraced: 668 with 2 tasks, 764 with 30; EDF: 727, 987. `to the job` less the release, EDF: 862, 1689.
      contextSwitchNs: 52_000,
      contextSwitchPerTaskNs: 2_000,
      // `release alone`, untraced: 1075, 3145.
      releaseNs: 65_000,
      releasePerTaskNs: 5_500,
      // `without a release`: 84; at most 1000 times a second.
      tickNs: 6_000,
      tickPeriodNs: 1_000_000,
      // `to the job` and `from it`, traced less untraced with 2 tasks: 3145, a frame prepared included; and 24 bytes sent.
      tracePerJobNs: 290_000,
      // `from it`, traced: EDF: 3594, 5755, 5972.
      blockingNs: 235_000,
      blockingPerTaskNs: 8_400,
      // PL_HELD_TICKS, which is paid, and PL_WATCH_TICKS.
      heldNs: 120_000,
      loads: [
        // `without a release`, traced: 2480 to 3749.
        { name: 'telemetry beat', periodNs: 32_000_000, costNs: 270_000, jitterNs: 0 },
        { name: 'telemetry left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000, most: 128 },
      ],
      interrupts: {
        // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged, measured with bench/interrupts; and an estimate of
        // 600 instructions for what lies beside the bottom half, the trigger of a handler included.
        deliveryNs: 153_000,
        perInterruptNs: 12_000,
        perTaskNs: 11_000,
        // Estimated: one server is looked at three times.
        releaseNs: 5_000,
        loads: [
          // Estimated: 14 events of at most five bytes, at most 110 instructions each to prepare and send.
          { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 520_000, jitterNs: 31_250_000 },
        ],
      },
    },
  },
  // 2^6 ns an instruction, 15.6 million a second: what this processor does at its 25 MHz, about.
  // The counter: CLK100HZ of the FPGA's system control (Arm AN385, FPGA system control and I/O).
  virtual: { emulator: 'qemu', machine: 'mps2-an385', icountShift: 6, counterAddress: 0x40028014 },
  platformio: null,
  fqbn: null,
  direct: {
    compiler: 'arm-none-eabi',
    flags: ['-mcpu=cortex-m3', '-mthumb', '-ffunction-sections', '-fdata-sections'],
    linkFlags: ['-nostartfiles', '-Wl,--gc-sections', '--specs=nano.specs', '--specs=nosys.specs', '-lm'],
    linkerScript: 'mps2_an385.ld',
  },
};
