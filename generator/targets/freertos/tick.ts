/**
 * Frequency of the kernel tick. The board's timer releases jobs and enforces budgets; the tick only
 * time-slices the background threads. So it does not have to be more frequent than the most frequent
 * task, and then causes at most as many interrupts as that task has jobs.
 */
import type { LoweredTask } from '../../lower/program.ts';

/**
 * Time slices of 1 ms cost a few per cent of the slowest board's processor. Time slices above 20 ms
 * are visible to people.
 */
const MOST_HZ = 1000;
const LEAST_HZ = 50;

/** One tick per shortest period, limited to 50 to 1000 a second; 100 if no task has a period. */
export function kernelTickHz(tasks: readonly LoweredTask[], timerHz: number): number {
  const periods = tasks.map(({ periodTicks }) => periodTicks).filter((period) => period > 0);
  if (periods.length === 0) return 100;
  return Math.min(MOST_HZ, Math.max(LEAST_HZ, Math.floor(timerHz / Math.min(...periods))));
}
