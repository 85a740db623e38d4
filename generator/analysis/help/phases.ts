/** Arrivals φ + k·T of periodic tasks, exact. Times in ns. */
import { ceilDiv } from '../arithmetic.ts';
import { leastCommonMultiple } from '../edf/demand.ts';
import type { DataEnd } from './dataflow.ts';

/** Of all periods; infinite above the range of exact times. */
export function hyperperiodOf(periodsNs: readonly number[]): number {
  return periodsNs.reduce(leastCommonMultiple, 1);
}

/** The first arrival at or after a time that is not before the first of all. */
export function nextArrival({ offsetNs, periodNs }: DataEnd, timeNs: number): number {
  const period = periodNs as number;
  return offsetNs + ceilDiv(timeNs - offsetNs, period) * period;
}
