/**
 * The longest busy period of a processor: from the common release of all tasks to the first idle
 * moment.
 */
import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { recurringLoad, type TaskSet } from '../task-set.ts';
import type { DeadlineTable } from './deadline-table.ts';
import { GrowingDemand, ROWS_A_STEP, STEP_BASE } from './demand.ts';
import { BusyPeriodGap, GAP_STEPS } from './demand-gap.ts';

/**
 * Length of the longest busy period. Infinite if it does not end within `limitNs`; null if the
 * steps are exhausted.
 *
 * @param blockingNs maximum blocking
 */
export function longestBusyPeriod(
  set: TaskSet,
  { demand }: Pick<DeadlineTable, 'demand'>,
  blockingNs: number,
  budget: StepBudget,
  limitNs = MAX_TIME_NS,
): number | null {
  const rows = demand.periodNs.length;
  const growing = new GrowingDemand(demand);
  let gap: BusyPeriodGap | undefined;
  let window = Math.max(1, blockingNs + recurringLoad(set).reduce((sum, { costNs }) => sum + costNs, 0));
  for (let round = 0; ; round += 1) {
    if (window > limitNs) return Number.POSITIVE_INFINITY;
    if (round === SHORT_ROUNDS) gap = new BusyPeriodGap(demand, blockingNs);
    const clear = gap?.clearAfter(window) ?? 0;
    if (!budget.spend(clear > 0 ? GAP_STEPS : (2 * rows) / ROWS_A_STEP + STEP_BASE)) return null;
    if (clear > 0) {
      window += clear;
      continue;
    }
    const next = blockingNs + growing.in(rows, window);
    if (next <= window) return window;
    window = gap === undefined ? Math.max(next, growing.fixedPointFrom(blockingNs)) : next;
  }
}

/**
 * Most busy periods are found within this number of iterations, which are cheaper than building the
 * gap's table.
 */
const SHORT_ROUNDS = 16;
