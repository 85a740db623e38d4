/** FreeRTOS on the Arduino Uno: time overheads and memory use of the runtime. */
import type { TargetOnBoard } from '../../platform/board.ts';
import { COSTS } from './costs.ts';

export const freertos: TargetOnBoard = {
  // Measured with bench/threads (62.5 ns a cycle), rounded up. The cost of a preemption is the time
  // that the preempted task loses: two switches and the release.
  overheads: {
    // All tasks are ready, and the runtime checks each task's deadline. Two switches and a release
    // (`to the job` and `from it`) take 7228 cycles with 2 tasks and 8036 with 6. Add 1000 for one
    // early check of the end of a budget, and 250 by which the runtime over-credits the interrupted
    // job (test/conformance/accounts.test.ts).
    contextSwitchNs: 146_000,
    contextSwitchPerTaskNs: 3_600,
    // The same measurement under EDF: 8060 cycles with 2 tasks. With more tasks the manager changes
    // priority levels before and after the job: 15198 with 4, 18306 with 6.
    edfSwitchNs: 206_000,
    edfSwitchPerTaskNs: 42_500,
    // `release alone` of a release that is dropped and recorded: 3450 cycles with telemetry and 2
    // tasks, 3131 without telemetry and 6 tasks. It takes at most 3650 with 4 tasks if it ends in a
    // check of all deadlines. Add 216 by which the runtime over-credits the interrupted job
    // (test/conformance/accounts.test.ts).
    releaseNs: 220_000,
    releasePerTaskNs: 5_900,
    // The same measurement under EDF: 4370 with telemetry and 4220 without, with 4 tasks; 4643
    // without telemetry and 6 tasks.
    edfReleaseNs: 236_000,
    edfReleasePerTaskNs: 13_500,
    // `tick`: 251 cycles, 266 with telemetry and 303 without link-time optimization, at most 1000
    // times a second.
    tickNs: 19_000,
    tickPeriodNs: 1_000_000,
    // The difference of `held` with and without telemetry: 5366 cycles with 2 tasks. This covers
    // nine events, as when a budget is exhausted, and a share of the telemetry beat.
    tracePerJobNs: 336_000,
    // A less urgent job can leave a full ring of telemetry: 128 bytes in 32 steps of 289 cycles,
    // 9248. It can also be in a locked section. `locked`, with telemetry: 4701 cycles with 2 tasks,
    // 5095 with 4; under EDF: 5190, 5716. Without telemetry: 6106 with 6.
    blockingNs: 900_000,
    blockingPerTaskNs: 16_500,
    // `held` with telemetry, minus a job's switches, release and telemetry, plus PL_WATCH_TICKS.
    // PL_HELD_TICKS has the same size and is charged to the budget.
    heldNs: 470_000,
    // The wait of a task for a critical section of 1 ms that overruns, minus the shortest wait
    // without a section, minus 1 ms. This takes 7720 cycles without telemetry and 12835 when the
    // holder's priority is raised (`npm run bench:threads`). Add 1210 for two events with their
    // bytes.
    sectionNs: 560_000,
    raisedSectionNs: 1_150_000,
    loads: [
      // The overflow of timer 0, every 64 × 256 cycles, drives Arduino's clock.
      { name: 'Arduino clock', periodNs: 1_024_000, costNs: 7_000, jitterNs: 0 },
      // The same as with the super-loop, but the runtime locks and unlocks the scheduler around
      // each step of the preparation.
      { name: 'telemetry beat', periodNs: 32_768_000, costNs: 440_000, jitterNs: 0 },
      { name: 'telemetry left over', periodNs: 20_000, costNs: 3_400, jitterNs: 20_000, most: 128 },
    ],
    libraryLoads: {
      // The same interrupts as with the super-loop, 166 µs. The tick then has the period of Arduino's
      // clock, and analogWrite() can make one come early: add one.
      Servo: [{ name: 'servo pulses', periodNs: 20_000_000, costNs: 185_000, jitterNs: 20_000_000 }],
    },
    // Measured with bench/interrupts.
    interrupts: {
      // PL_LINE_OVERHEAD_TICKS and PL_LINE_MASK_TICKS, which are charged to the budget, plus the
      // measured cost outside the bottom half: 1544 cycles when one pin changes, 3032 when one of
      // four changes, and up to 2000 more to trigger a handler.
      deliveryNs: 780_000,
      perInterruptNs: 60_000,
      perTaskNs: 42_000,
      // The same as with the super-loop.
      releaseNs: 55_000,
      loads: [
        // The same as with the super-loop, but the runtime locks and unlocks the scheduler around
        // each step of the preparation.
        { name: 'telemetry of interrupts', periodNs: 31_250_000, costNs: 720_000, jitterNs: 31_250_000 },
      ],
    },
  },
  // Measured on the virtual Uno with telemetry. A job with an empty body uses 79 bytes of its
  // stack, Serial.print() of numbers uses 121, and structures sent through channels with a lock use
  // 189. The manager uses 103 without handlers, and the idle thread uses 44. Interrupts with their
  // bottom halves use 166, for which the base includes 200. The rest of the base is statically
  // allocated: 439, text 64, resources 10, a backlog 16, handlers 6 (test/acceptance/fit.test.ts).
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
  // As linked by avr-gcc 5.4: starters with 2 or 3 tasks take 18500 to 20110 bytes.
  flash: { baseBytes: 18_000, taskBytes: 300, textBytes: 900, interruptBytes: 4700 },
  ownLibraries: { Servo: { folder: 'templates/libraries/Servo', macro: 'PL_USES_SERVO' } },
  // The runtime has its own kernel port for the ATmega. Its tick is compare B of timer 1, or compare
  // A of timer 0 if the program has servos.
  costs: COSTS.freertos,
  kernelFiles: ['tasks.c', 'list.c', 'include/'],
};
