/** The super-loop on Arm's MPS2 AN385: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';

export const superloop: TargetOnBoard = {
  // Measured with bench/threads in instructions of 64 ns, rounded up. Each line bounds the results
  // for 2, 16 and 30 tasks.
  overheads: {
    // `to the job`, without telemetry: 77, 165, 216; under EDF: 83, 454, 813.
    contextSwitchNs: 4_300,
    contextSwitchPerTaskNs: 420,
    edfSwitchPerTaskNs: 1_700,
    // `release alone`, without telemetry: 140, 352, 531. Accounting for the running job adds 11,
    // and a dropped release adds about 160.
    releaseNs: 18_500,
    releasePerTaskNs: 1_000,
    // SysTick, which drives the telemetry beat: 84, including what a kernel adds.
    tickNs: 5_400,
    tickPeriodNs: 32_000_000,
    // Recording start and completion and accounting for the job's time: 280. Preparing and sending
    // a byte: at most 113. A job sends 19.5 bytes, as on the Uno.
    tracePerJobNs: 165_000,
    // `to the job`, with telemetry: 307, 2195, 4028; under EDF: 315, 2371, 4426. This includes
    // preparing events that were recorded earlier.
    blockingNs: 140_000,
    blockingPerTaskNs: 4_500,
    loads: [
      // The difference of `release alone` with and without telemetry: 2075 to prepare a piece of
      // metadata and a full timestamp, plus 46 bytes sent.
      { name: 'telemetry beat', periodNs: 32_000_000, costNs: 250_000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_000, jitterNs: 20_000, most: 128 },
    ],
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged to the budget, plus the
      // cost of a delivery outside the bottom half: 312 instructions in all, some of which the
      // first figure includes. The handler's trigger costs as much as a release (bench/interrupts).
      deliveryNs: 105_000,
      perInterruptNs: 16_000,
      perTaskNs: 1_000,
      // The same as with FreeRTOS.
      releaseNs: 8_000,
      loads: [
        // The same as with FreeRTOS, but preparing and sending a byte takes at most 113
        // instructions.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 690_000, jitterNs: 31_250_000 },
      ],
    },
  },
  threads: null,
  // 272 bytes, 16 for each task, 8 for printed text, 208 for an interrupt and 168 for each further
  // I/O server. The stack is twice the 288 bytes that jobs use under FreeRTOS on this board.
  tables: {
    baseBytes: 280,
    stackBytes: 576,
    taskBytes: 16,
    overrunBytes: 16,
    fourSlotBytes: 8,
    ringBufferBytes: 18,
    interruptBytes: 41,
    ioServerBytes: 168,
  },
  costs: COSTS.superloop,
  kernelFiles: [],
};
