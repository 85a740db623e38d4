/** The super-loop on the Arduino Uno: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';

export const superloop: TargetOnBoard = {
  // Measured with bench/runtime-avr/record.ts (62.5 ns a cycle), with telemetry and every feature,
  // rounded up. Each line bounds the worst results for 1 to 32 tasks. A byte of telemetry takes 37
  // cycles to prepare and 53 to send.
  overheads: {
    // `dispatch`, without telemetry, under fixed priorities: 344, 450, 662, 1282 cycles with 2, 8,
    // 16, 32 tasks.
    contextSwitchNs: 20_000,
    contextSwitchPerTaskNs: 2_000,
    // The same measurement under EDF: 390, 1250, 2513, 5287.
    edfSwitchPerTaskNs: 9_800,
    // `release` that is kept for later or dropped: 1024, 1161, 1498, 2108, 3848 cycles with 1, 2,
    // 8, 16, 32 tasks. A release that starts a job: 728, 872, 1208, 1817, 3553.
    releaseNs: 65_000,
    releasePerTaskNs: 5_500,
    // The overflow of timer 0, every 64 × 256 cycles, drives Arduino's clock.
    tickNs: 7_000,
    tickPeriodNs: 1_024_000,
    // Recording a start, a completion and an exceeded budget takes 650 cycles. Add preparing and
    // sending these events and the release: at most four events of four bytes and their share of a
    // frame, 19.5 bytes.
    tracePerJobNs: 152_000,
    // An idle loop or the end of a job prepares earlier events: an open frame and the releases that
    // occurred meanwhile. They take 62 bytes plus 4 for each task.
    blockingNs: 160_000,
    blockingPerTaskNs: 10_000,
    loads: [
      // `overflow` of timer 1: a timestamp and a piece of metadata, 52 bytes to prepare and send.
      { name: 'telemetry beat', periodNs: 32_768_000, costNs: 375_000, jitterNs: 0 },
      // `transmit`: the ring may be full of older bytes. The line takes one byte every 20 µs, and
      // the USART holds one.
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_400, jitterNs: 20_000, most: 128 },
    ],
    libraryLoads: {
      // Measured by test/golden/servo.test.ts: one interrupt of at most 204 cycles for each of 12
      // pulses, and one that begins a frame of 20 ms.
      Servo: [{ name: 'servo pulses', periodNs: 20_000_000, costNs: 166_000, jitterNs: 20_000_000 }],
    },
    // Measured with bench/interrupts.
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged to the budget, plus the
      // measured cost outside the bottom half: at most 1752, 2664 and 3560 cycles with 1, 2 and 4
      // lines on the server.
      deliveryNs: 415_000,
      perInterruptNs: 105_000,
      // The alarm is shared with the releases: a release takes up to 1768 cycles.
      releaseNs: 55_000,
      loads: [
        // Recording, preparing and sending four deliveries takes 1750 cycles, and three maskings
        // take 1100.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 660_000, jitterNs: 31_250_000 },
      ],
    },
  },
  threads: null,
  ownLibraries: { Servo: { folder: 'templates/libraries/Servo', macro: 'PL_USES_SERVO' } },
  // As linked, with telemetry: 184 bytes and 16 for each task, 64 more if text is printed. Each
  // task takes 14 more for catch-up and 6 more for demote. An interrupt takes 117 without and 136
  // with a handler, and each further I/O server 69. The starter sketches use at most 107 bytes of
  // stack, and as much again is reserved for an interrupt and the user's own functions
  // (test/acceptance/fit.test.ts).
  tables: {
    baseBytes: 272,
    stackBytes: 214,
    taskBytes: 16,
    overrunBytes: 14,
    fourSlotBytes: 5,
    ringBufferBytes: 10,
    interruptBytes: 53,
    ioServerBytes: 69,
  },
  // As linked by avr-gcc 5.4: sketches with 1 to 32 tasks take 5140 to 10430 bytes without text and interrupts.
  flash: { baseBytes: 4900, taskBytes: 230, textBytes: 2000, interruptBytes: 4700 },
  costs: COSTS.superloop,
  kernelFiles: [],
};
