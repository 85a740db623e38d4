/** The super-loop on Arm's MPS2 AN385: what the runtime takes of time and memory. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const superloop: TargetOnBoard = {
  // Measured with bench/threads, in instructions of 64 ns, rounded up; lines above those of 2, 16 and 30 tasks.
  overheads: {
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
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what a delivery takes beside the bottom half: 312 instructions
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
  threads: null,
  // 272 bytes and 16 a task, 8 more for text; an interrupt 208, each further I/O server 168. The stack: twice the 288 that
  // jobs of threads use there.
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
  kernelFiles: [],
};
