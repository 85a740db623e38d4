/** The super-loop on the Arduino Uno: what the runtime takes of time and memory. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const superloop: TargetOnBoard = {
  // Measured with bench/runtime-avr/record.ts (62.5 ns a cycle), with telemetry and every feature, rounded up; lines above the
  // worst of 1 to 32 tasks. Preparing a byte of telemetry takes 37 cycles, sending it 53.
  overheads: {
    // `dispatch`, untraced, by fixed priorities: 344, 450, 662, 1282 cycles with 2, 8, 16, 32 tasks.
    contextSwitchNs: 20_000,
    contextSwitchPerTaskNs: 2_000,
    // The same under EDF: 390, 1250, 2513, 5287.
    edfSwitchPerTaskNs: 9_800,
    // `release`, kept or given up: 1024, 1161, 1498, 2108, 3848 cycles with 1, 2, 8, 16, 32; with a job: 728, 872, 1208, 1817, 3553.
    releaseNs: 65_000,
    releasePerTaskNs: 5_500,
    // Timer 0's overflow, every 64 × 256 cycles, is Arduino's clock.
    tickNs: 7_000,
    tickPeriodNs: 1_024_000,
    // Recording start, completion and an exceeded budget (650 cycles); preparing and sending these and the release: at most
    // four events of four bytes and their share of a frame, 19.5 bytes.
    tracePerJobNs: 152_000,
    // An idle loop, or a job's end, prepares what was recorded before: a frame that was left open, the releases that came
    // meanwhile. 62 bytes, and 4 a task.
    blockingNs: 160_000,
    blockingPerTaskNs: 10_000,
    loads: [
      // `overflow` of timer 1: time and a piece of the metadata, 52 bytes to prepare and send.
      { name: 'telemetry beat', periodNs: 32_768_000, costNs: 375_000, jitterNs: 0 },
      // `transmit`: the ring may be full of older bytes; the line takes one every 20 µs, and the USART holds one.
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_400, jitterNs: 20_000, most: 128 },
    ],
    // Measured with bench/interrupts.
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what is measured beside the bottom half: at
      // most 1752, 2664 and 3560 cycles with 1, 2 and 4 lines on the server.
      deliveryNs: 415_000,
      perInterruptNs: 105_000,
      // The alarm is shared: a release takes up to 1768 cycles.
      releaseNs: 55_000,
      loads: [
        // Four deliveries, 1750 cycles and three maskings, 1100 cycles: recording, preparing and sending them.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 660_000, jitterNs: 31_250_000 },
      ],
    },
  },
  threads: null,
  // As linked, with telemetry: 184 bytes and 16 a task, 64 more where text is printed; catch-up takes 14 of each task, demote 6; an
  // interrupt without and with a handler 117 and 136, each further I/O server 69. The stack: at most 107 over the starters, and
  // as much again for what an interrupt and the user's own functions take (test/acceptance/fit.test.ts).
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
  kernelFiles: [],
};
