/**
 * The super-loop by Arduino's functions (runtime-c/port/arduino), with the overheads of an ATmega328P or an
 * ATmega2560 at 16 MHz, the larger of both.
 */
import type { TargetOnBoard } from '../platform/board.ts';
import { slowerBy } from '../platform/slower.ts';
import { OVERHEADS } from './any-arduino-overheads.ts';

const MEASURED_ON = 'ATmega328P/2560';
const MEASURED_HZ = 16_000_000;

/** The same cycles on a slower processor. A faster one is not assumed to be faster. */
export const superloopOf = (clockHz: number): TargetOnBoard => ({
  overheads: slowerBy(Math.max(1, MEASURED_HZ / clockHz), OVERHEADS.superloop),
  overheadsOf: MEASURED_ON,
  threads: null,
  tables: null,
  kernelFiles: [],
});
