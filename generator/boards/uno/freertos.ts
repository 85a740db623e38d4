/** FreeRTOS on the Arduino Uno: what the runtime takes of time and memory. */
import type { TargetOnBoard } from '../../platform/board.ts';

export const freertos: TargetOnBoard = {
  // Measured with bench/threads (62.5 ns a cycle), rounded up. A preemption is what it takes from the task that it
  // preempts: two switches and the release.
  overheads: {
    // All tasks are ready, and each has a deadline that the runtime looks at. Two switches and a release: `to the job` and
    // `from it`, 7228 cycles with 2 tasks, 8036 with 6; one early look at the end of a budget, 1000; and 250 that the interrupted
    // body is credited beyond (test/conformance/accounts.test.ts).
    contextSwitchNs: 146_000,
    contextSwitchPerTaskNs: 3_600,
    // The same under EDF: 8060 cycles with 2 tasks. With more the manager changes levels before and after the job: 15198
    // with 4, 18306 with 6.
    edfSwitchNs: 206_000,
    edfSwitchPerTaskNs: 42_500,
    // `release alone` of a release that is given up and recorded: 3450 cycles traced with 2 tasks, 3131 untraced with 6. At most
    // 3650 with 4 where it ends in a look at all deadlines; and 216 that the interrupted body is credited beyond
    // (test/conformance/accounts.test.ts).
    releaseNs: 220_000,
    releasePerTaskNs: 5_900,
    // The same under EDF: 4370 traced and 4220 untraced with 4 tasks, 4643 untraced with 6.
    edfReleaseNs: 236_000,
    edfReleasePerTaskNs: 13_500,
    // `tick`: 251 cycles, traced 266, and 303 without link-time optimization; at most 1000 times a second.
    tickNs: 19_000,
    tickPeriodNs: 1_000_000,
    // `held`, traced less untraced: 5366 cycles with 2 tasks. Nine events, as a budget is used up, and a share of
    // the beat.
    tracePerJobNs: 336_000,
    // A less urgent job leaves a ring of telemetry: 128 bytes in 32 steps of 289 cycles, 9248. It can also be in a
    // locked section. `locked`, traced: 4701 cycles with 2 tasks, 5095 with 4; EDF: 5190, 5716; untraced 6106 with 6.
    blockingNs: 900_000,
    blockingPerTaskNs: 16_500,
    // `held`, traced, less a job's switches, release and telemetry; and PL_WATCH_TICKS. PL_HELD_TICKS is this, which is paid.
    heldNs: 470_000,
    // A task's wait for a section of 1 ms that never ends, less the least of one without a section, and less 1 ms: 7720 cycles
    // untraced, and of a holder that is raised 12835 (`npm run bench:threads`); two events with their bytes, 1210.
    sectionNs: 560_000,
    raisedSectionNs: 1_150_000,
    loads: [
      // Timer 0's overflow, every 64 × 256 cycles, is Arduino's clock.
      { name: 'Arduino clock', periodNs: 1_024_000, costNs: 7_000, jitterNs: 0 },
      // As with the super-loop, and each step of the preparation is locked and unlocked.
      { name: 'telemetry beat', periodNs: 32_768_000, costNs: 440_000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_400, jitterNs: 20_000, most: 128 },
    ],
    // Measured with bench/interrupts.
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged; and what is measured beside the bottom half: 1544
      // cycles for the change of one pin, 3032 for one of four, and up to 2000 more to trigger a handler.
      deliveryNs: 780_000,
      perInterruptNs: 60_000,
      perTaskNs: 42_000,
      // As with the super-loop.
      releaseNs: 55_000,
      loads: [
        // As with the super-loop, and each step of the preparation is locked and unlocked.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 720_000, jitterNs: 31_250_000 },
      ],
    },
  },
  // Measured on the virtual Uno, with telemetry. A job that does nothing uses 79 bytes of its stack, Serial.print() of
  // numbers 121, structures through channels and a lock 189; the manager 103 without handlers, the idle thread 44,
  // interrupts with their bottom halves 166, for which the base has 200. The rest of the base is what is linked: 439, text 64,
  // resources 10, a backlog 16, handlers 6 (test/acceptance/fit.test.ts).
  threads: {
    stackBytes: 224,
    leastStackBytes: 88,
    stackUnitBytes: 1,
    managerStackBytes: 160,
    idleStackBytes: 96,
    controlBytes: 108,
    baseBytes: 736,
    interruptBytes: 81,
    ioServerBytes: 46,
  },
  tables: null,
  // The ATmega's layer is the runtime's own: the kernel's ticks from the watchdog.
  kernelFiles: ['tasks.c', 'list.c', 'include/'],
};
