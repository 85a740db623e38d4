/**
 * The super-loop by Arduino's functions (runtime-c/port/arduino). The figures are those of an ATmega328P at
 * 16 MHz, rounded up (bench/arduino-port/record.ts, 62.5 ns a cycle). The port does by itself what interrupts
 * do elsewhere, between two jobs and while the processor is idle, so its dispatches are longer.
 */
import type { TargetOnBoard } from '../platform/board.ts';
import type { Overheads } from '../platform/overheads.ts';
import { slowerBy } from '../platform/slower.ts';

const MEASURED_ON = 'ATmega328P';
const MEASURED_HZ = 16_000_000;

const OVERHEADS: Overheads = {
  // `dispatch, untraced`: 1331, 1391, 1689 cycles with 2, 8, 16 tasks. It reads the clock four times.
  contextSwitchNs: 85_000,
  contextSwitchPerTaskNs: 2_000,
  // The same under EDF: 1384, 2262, 3634.
  edfSwitchNs: 85_000,
  edfSwitchPerTaskNs: 9_800,
  // `release`: at most 908, 1148, 1762 cycles with 2, 8, 16 tasks, and 317 to look at the clock.
  releaseNs: 85_000,
  releasePerTaskNs: 5_500,
  // `millis`: 101 cycles.
  tickNs: 7_000,
  tickPeriodNs: 1_000_000,
  // As on the Uno, recording takes 650 cycles, and a byte 37 to prepare. `pl_arduino_send` takes 187 for each
  // byte that it gives to Serial, with the core's interrupts. A job has 19.5 bytes.
  tracePerJobNs: 330_000,
  // The longest time between two looks at the clock outside of jobs: `pl_port_idle`, `pl_trace_service` and the
  // way to the next one take 6570, 3450 and 500 cycles with 8 tasks.
  blockingNs: 700_000,
  blockingPerTaskNs: 10_000,
  loads: [
    // `pl_trace_beat`: 718 cycles, and 52 bytes.
    { name: 'telemetry beat', periodNs: 32_000_000, costNs: 800_000, jitterNs: 0 },
    // The ring may be full of older bytes, which are given to Serial 16 at a time.
    { name: 'telemetry left over', periodNs: 20_000, costNs: 12_000, jitterNs: 2_560_000, most: 128 },
    // `transmit`: Serial's own buffer may be full, too. 135 cycles a byte.
    { name: 'telemetry in the buffer', periodNs: 20_000, costNs: 8_500, jitterNs: 20_000, most: 64 },
  ],
};

/** The same cycles on a slower processor. A faster one is not assumed to be faster. */
export const superloopOf = (clockHz: number): TargetOnBoard => ({
  overheads: slowerBy(Math.max(1, MEASURED_HZ / clockHz), OVERHEADS),
  overheadsOf: MEASURED_ON,
  threads: null,
  tables: null,
  kernelFiles: [],
});
