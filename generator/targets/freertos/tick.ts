/**
 * How often the kernel ticks. Jobs are released, and budgets enforced, by the board's timer; the tick only lets the threads
 * of the background take turns. So it need not come more often than the most frequent task, and then takes at most as many
 * interrupts as that has jobs.
 */
import type { LoweredTask } from '../../lower/program.ts';

/** Turns of 1 ms cost a few per cent on the slowest board; turns above 20 ms are seen by people. */
const MOST_HZ = 1000;
const LEAST_HZ = 50;

/** One tick in the shortest period, but from 50 to 1000 a second; 100 where no task has a period. */
export function kernelTickHz(tasks: readonly LoweredTask[], timerHz: number): number {
  const periods = tasks.map(({ periodTicks }) => periodTicks).filter((period) => period > 0);
  if (periods.length === 0) return 100;
  return Math.min(MOST_HZ, Math.max(LEAST_HZ, Math.floor(timerHz / Math.min(...periods))));
}
