/** FreeRTOS on Arm's MPS2 AN385: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';

export const freertos: TargetOnBoard = {
  // Measured with bench/threads in instructions of 64 ns, rounded up. Each line bounds the results
  // for 2, 9, 16 and 30 tasks, where all other tasks wait or have exhausted their budgets.
  // docs/decisions.md, "What each overhead of FreeRTOS on the Cortex-M3 covers", says what each
  // figure covers.
  overheads: {
    // `to the job` and `from it`: 1906, 2376, 2776, 3500 instructions, minus the release, plus one
    // early check of the end of a budget.
    contextSwitchNs: 48_000,
    contextSwitchPerTaskNs: 1_400,
    // The same measurement under EDF: 2752, 5254, 6744, 9541.
    edfSwitchNs: 124_000,
    edfSwitchPerTaskNs: 3_800,
    // `release alone`: 702, 855, 961, 1132. Waking a task adds 150. Recording, preparing and
    // sending the release event adds 310.
    releaseNs: 75_000,
    releasePerTaskNs: 1_500,
    // The same measurement under EDF with recording: 981, 1343 and 1775 for 4, 9 and 16 ready
    // tasks. Add 7 µs by which the runtime over-credits the interrupted job
    // (test/conformance/accounts.test.ts).
    edfReleaseNs: 75_000,
    edfReleasePerTaskNs: 3_900,
    // `without a release`: 91 instructions, at most 1000 times a second.
    tickNs: 6_000,
    tickPeriodNs: 1_000_000,
    // Four more events. Recording takes 60 instructions each. They send 22 bytes, including their
    // share of a frame; a byte takes 34 to prepare and 32 to send.
    tracePerJobNs: 105_000,
    // 4350 instructions for more urgent jobs to prepare the bytes of a full ring, and the end of a
    // job with the scheduler locked.
    blockingNs: 320_000,
    blockingPerTaskNs: 4_000,
    // The larger of two sums: PL_HELD_TICKS, which is charged to the budget, plus PL_WATCH_TICKS;
    // or the replenishment of a less urgent task.
    heldNs: 80_000,
    heldPerTaskNs: 10_000,
    // The wait of a task for a critical section of 1 ms that overruns, minus the shortest wait
    // without a section, minus 1 ms. This takes 2424 instructions without telemetry and 3195 when
    // the holder's priority is raised (`npm run bench:threads`). Add 1090 for two events of six
    // bytes with their share of a frame.
    sectionNs: 230_000,
    raisedSectionNs: 280_000,
    loads: [
      // `without a release`, with telemetry: 3762 to 4743, plus the early budget check that
      // follows.
      { name: 'telemetry beat', periodNs: 32_000_000, costNs: 325_000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: 2_000, jitterNs: 20_000, most: 128 },
    ],
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged to the budget, plus the
      // cost outside the bottom half, including the handler's trigger: 865 and 960 instructions
      // with 5 and 11 tasks, 1090 under EDF with 5. A second line adds 87 (bench/interrupts).
      deliveryNs: 158_000,
      perInterruptNs: 16_000,
      perTaskNs: 14_500,
      // `release alone` minus the same measurement without interrupts: at most 119
      // (bench/interrupts).
      releaseNs: 8_000,
      loads: [
        // 14 events at 60 instructions each to record, and 86 bytes including their share of a
        // frame at 34 to prepare and 32 to send.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 520_000, jitterNs: 31_250_000 },
      ],
    },
  },
  // Measured in QEMU. The same jobs use 136 to 288 bytes of stack and the manager uses 180. The
  // rest of the RAM is for interrupts.
  threads: {
    stackBytes: 2048,
    leastStackBytes: 160,
    stackUnitBytes: 4,
    managerStackBytes: 1024,
    idleStackBytes: 512,
    controlBytes: 264,
    baseBytes: 2048,
    interruptBytes: 81,
    ioServerBytes: 112,
  },
  tables: null,
  costs: COSTS.freertos,
  kernelFiles: ['tasks.c', 'list.c', 'include/', 'portable/GCC/ARM_CM3/'],
};
