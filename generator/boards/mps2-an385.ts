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
      // `release alone`, untraced: 140, 352, 531; 11 more for the account of the body, and some 160 for one that is given up.
      releaseNs: 18_500,
      releasePerTaskNs: 1_000,
      // SysTick, the beat: 84 with what a kernel adds.
      tickNs: 5_400,
      tickPeriodNs: 32_000_000,
      // Recording start and completion, and the account of the body, 280; a byte prepared and sent, at most 113; 19.5 of them, as
      // on the Uno.
      tracePerJobNs: 165_000,
      // `to the job`, traced: 307, 2195, 4028; EDF: 315, 2371, 4426. What was recorded before is prepared.
      blockingNs: 140_000,
      blockingPerTaskNs: 4_500,
      loads: [
        // `release alone`, traced, less untraced: a piece of the metadata prepared, 2075; a full time; and 46 bytes sent.
        { name: 'telemetry beat', periodNs: 32_000_000, costNs: 250_000, jitterNs: 0 },
        { name: 'telemetry left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000, most: 128 },
      ],
      interrupts: {
        // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what lies beside the bottom half: 312 instructions
        // in all, of which some are within the first; and the trigger of a handler, as a release (bench/interrupts).
        deliveryNs: 105_000,
        perInterruptNs: 16_000,
        perTaskNs: 1_000,
        // As with FreeRTOS.
        releaseNs: 8_000,
        loads: [
          // As with FreeRTOS, but at most 113 instructions to prepare and send a byte.
          { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 690_000, jitterNs: 31_250_000 },
        ],
      },
    },
    // Lines above 2, 9, 16 and 30 tasks, whose others wait or have used their budgets up. What each figure has to cover:
    // docs/decisions.md, "What each overhead of FreeRTOS on the Cortex-M3 covers".
    freertos: {
      // `to the job` and `from it`: 1906, 2376, 2776, 3500; less the release; and one early look at the end of a budget.
      contextSwitchNs: 48_000,
      contextSwitchPerTaskNs: 1_400,
      // The same under EDF: 2752, 5254, 6744, 9541.
      edfSwitchNs: 124_000,
      edfSwitchPerTaskNs: 3_800,
      // `release alone`: 702, 855, 961, 1132; waking a task, 150; and its event, recorded, prepared and sent, 310.
      releaseNs: 75_000,
      releasePerTaskNs: 1_500,
      // The same under EDF, recorded: 981, 1343 and 1775 with 4, 9 and 16 tasks that are ready; and 7 µs that the interrupted body
      // is credited beyond (test/conformance/accounts.test.ts).
      edfReleaseNs: 75_000,
      edfReleasePerTaskNs: 3_900,
      // `without a release`: 91; at most 1000 times a second.
      tickNs: 6_000,
      tickPeriodNs: 1_000_000,
      // Four events more: recording, 60 each; 22 bytes with their share of a frame, 34 to prepare and 32 credited to send.
      tracePerJobNs: 105_000,
      // The bytes of a full ring, prepared by more urgent jobs, 4350; and the end of a job, locked.
      blockingNs: 320_000,
      blockingPerTaskNs: 4_000,
      // PL_HELD_TICKS, which is paid, and PL_WATCH_TICKS; or the replenishment of a less urgent task.
      heldNs: 80_000,
      heldPerTaskNs: 10_000,
      // A task's wait for a section of 1 ms that never ends, less the least of one without a section, and less 1 ms: 2424
      // instructions untraced, and of a holder that is raised 3195 (`npm run bench:threads`); two events of six bytes with their
      // share of a frame, 1090.
      sectionNs: 230_000,
      raisedSectionNs: 280_000,
      loads: [
        // `without a release`, traced: 3762 to 4743; and the early look that follows.
        { name: 'telemetry beat', periodNs: 32_000_000, costNs: 325_000, jitterNs: 0 },
        { name: 'telemetry left over', periodNs: 20_000, costNs: 2_000, jitterNs: 20_000, most: 128 },
      ],
      interrupts: {
        // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what lies beside the bottom half, the trigger of
        // a handler included: 865 and 960 instructions with 5 and 11 tasks, under EDF 1090 with 5; 87 more with a second line
        // (bench/interrupts).
        deliveryNs: 158_000,
        perInterruptNs: 16_000,
        perTaskNs: 14_500,
        // `release alone`, less one without interrupts: at most 119 (bench/interrupts).
        releaseNs: 8_000,
        loads: [
          // 14 events: 60 instructions each to record; and 86 bytes with their share of a frame, 34 to prepare, 32 to send.
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
