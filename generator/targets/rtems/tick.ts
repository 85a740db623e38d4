/**
 * Length of the kernel's tick. The board's timer releases jobs and enforces budgets; the tick only time-slices the
 * background tasks and makes the beats of telemetry. So it does not have to be shorter than the shortest period.
 */
import type { LoweredTask } from '../../lower/program.ts';

/**
 * RTEMS needs a whole number of ticks a second. Shorter time slices cost a few per cent of the processor's time, and
 * longer ones are visible to people. Unit: µs.
 */
const TICKS_US = [20_000, 10_000, 8000, 5000, 4000, 2000, 1000];
/** RTEMS's own default, if no task has a period. */
const DEFAULT_US = 10_000;

/** The longest of these ticks that is no longer than the shortest period. Unit: µs. */
export function kernelTickUs(tasks: readonly Pick<LoweredTask, 'periodTicks'>[], timerHz: number): number {
  const periods = tasks.map(({ periodTicks }) => periodTicks).filter((period) => period > 0);
  if (periods.length === 0) return DEFAULT_US;
  const shortestUs = (Math.min(...periods) / timerHz) * 1_000_000;
  return TICKS_US.find((tick) => tick <= shortestUs) ?? 1000;
}
