/** FreeRTOS on Arm's MPS2 AN385: what the runtime takes of time and memory. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const freertos: TargetOnBoard = {
  // Measured with bench/threads, in instructions of 64 ns, rounded up; lines above those of 2, 16 and 30 tasks.
  // Lines above 2, 9, 16 and 30 tasks, whose others wait or have used their budgets up. What each figure has to cover:
  // docs/decisions.md, "What each overhead of FreeRTOS on the Cortex-M3 covers".
  overheads: {
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
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what it takes beside the bottom half, the trigger of
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
  // Measured in QEMU: the same jobs use 136 to 288 bytes, the manager 180; interrupts have the rest of the RAM.
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
  kernelFiles: ['tasks.c', 'list.c', 'include/', 'portable/GCC/ARM_CM3/'],
};
