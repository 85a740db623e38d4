/**
 * Arduino Uno R3. Source: ATmega328P data sheet (Microchip DS40002061B), Arduino Uno R3 schematic and the Arduino AVR
 * core's pins_arduino.h.
 */
import type { Board, BoardPin } from '../sketch/platform.ts';

/** Outputs of the timers 0 (5, 6), 1 (9, 10) and 2 (3, 11). */
const PWM_PINS = new Set([3, 5, 6, 9, 10, 11]);
/** Pins with an interrupt of their own; all others share one in each port. */
const EXTERNAL_INTERRUPTS = ['2', '3'];
/** Line of pin 0's change; those of the other pins follow, A0 after 13. The lines before it are INT0 and INT1. */
const FIRST_PIN_CHANGE_LINE = 2;
const FIRST_ANALOG_PIN = 14;
const TIMER2_LINE = 22;

/** Ports D (pins 0 to 7), B (8 to 13) and C (A0 to A5) are the third, first and second eight of the PCINTs. */
function pinChange(number: number): string {
  if (number < 8) return `PCINT${16 + number}`;
  return number < FIRST_ANALOG_PIN ? `PCINT${number - 8}` : `PCINT${8 + number - FIRST_ANALOG_PIN}`;
}

function pin(number: number): BoardPin {
  const analogIn = number >= FIRST_ANALOG_PIN;
  const name = analogIn ? `A${number - FIRST_ANALOG_PIN}` : String(number);
  const external = EXTERNAL_INTERRUPTS.indexOf(name);
  return {
    name,
    digital: true,
    analogIn,
    pwm: PWM_PINS.has(number),
    interrupt: external < 0 ? pinChange(number) : `INT${external}`,
    interruptLine: external < 0 ? FIRST_PIN_CHANGE_LINE + number : external,
    // A low level cannot be told from a change where only changes interrupt.
    interruptModes: external < 0 ? ['rising', 'falling', 'change'] : ['rising', 'falling', 'change', 'low'],
  };
}

export const uno: Board = {
  id: 'uno',
  label: 'Arduino Uno',
  mcu: 'ATmega328P',
  clockHz: 16_000_000,
  ramBytes: 2048,
  flashBytes: 32_768,
  // Optiboot.
  bootFlashBytes: 512,
  // Timer 1 with a prescaler of 8.
  timerHz: 2_000_000,
  telemetryBaud: 500_000,
  intBits: 16,
  indexBits: 8,
  pins: Array.from({ length: 20 }, (_, number) => pin(number)),
  interruptSources: [
    { name: 'timer2', line: TIMER2_LINE, displaces: ['tone', 'noTone'], label: 'Timer 2, compare match A' },
  ],
  overheads: {
    // Measured with bench/runtime-avr/record.ts (62.5 ns a cycle), with telemetry and every feature, rounded up; lines above the
    // worst of 1 to 32 tasks. Preparing a byte of telemetry takes 37 cycles, sending it 53.
    superloop: {
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
    // Measured with bench/threads (62.5 ns a cycle), rounded up. A preemption is what it takes from the task that it
    // preempts: two switches and the release.
    freertos: {
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
      // `locked`, traced: 4701 cycles with 2 tasks, 5095 with 4; EDF: 5190, 5716; untraced 6106 with 6.
      blockingNs: 320_000,
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
  },
  virtual: { emulator: 'avr8js' },
  platformio: { platform: 'atmelavr', board: 'uno', framework: 'arduino' },
  fqbn: 'arduino:avr:uno',
};
