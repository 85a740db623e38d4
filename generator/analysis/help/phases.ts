/** Arrivals φ + k·T of periodic tasks, exact. Times are in ns. */
import { ceilDiv } from '../arithmetic.ts';
import { leastCommonMultiple } from '../edf/demand.ts';
import type { DataEnd } from './dataflow.ts';

/** Hyperperiod of all periods; infinite if it exceeds the range of exact times. */
export function hyperperiodOf(periodsNs: readonly number[]): number {
  return periodsNs.reduce(leastCommonMultiple, 1);
}

/** The first arrival at or after a time. The time must not be before the first arrival of all. */
export function nextArrival({ offsetNs, periodNs }: DataEnd, timeNs: number): number {
  const period = periodNs as number;
  return offsetNs + ceilDiv(timeNs - offsetNs, period) * period;
}
