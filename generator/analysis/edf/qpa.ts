/**
 * Quick processor-demand analysis: from the end backwards, past all deadlines that are sure to hold.
 *
 * F. Zhang, A. Burns, "Schedulability Analysis for Real-Time Systems with EDF Scheduling", IEEE Trans. Computers 58(9), 2009,
 * theorem 5: from the last deadline before the horizon, t ← f(t) where f(t) < t, else the last deadline before t; a deadline
 * with f(t) > t fails, and when t is before the first deadline none does. Here f(t) = h(t) + I(t) + B(t), with jitter, interrupts
 * and blocking, which never falls with t (deadline-blocking.ts); that is all that the theorem needs. Where a bound on f from some
 * rows shows that a longer stretch before t holds (demand-gap.ts), f is not asked.
 */
import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { type StepFunction, valueAt } from './deadline-blocking.ts';
import { type DeadlineTable, deadlineAfter, deadlineBefore, dueBy, interruptsIn } from './deadline-table.ts';
import { DemandGap, GAP_STEPS } from './demand-gap.ts';

/** What must be done by t: what is due, what is in the way and the interrupts. */
export const neededBy = (table: DeadlineTable, blocking: StepFunction, timeNs: number): number =>
  dueBy(table, timeNs) + valueAt(blocking, timeNs) + interruptsIn(table, timeNs);

export interface DemandSearch {
  /** A deadline by which more is due than fits; null: none was found. */
  readonly failsAtNs: number | null;
  /** False when the steps ran out. */
  readonly finished: boolean;
  /** Times looked at. */
  readonly checked: number;
}

const stepsOf = ({ firstNs, demand }: DeadlineTable): number => 32 + 2 * firstNs.length + demand.interrupts;

/** Whether some deadline up to the horizon fails, and if so the last one. */
export function searchBackwards(
  table: DeadlineTable,
  blocking: StepFunction,
  horizonNs: number,
  budget: StepBudget,
): DemandSearch {
  let checked = 0;
  if (horizonNs > MAX_TIME_NS) return { failsAtNs: null, finished: false, checked };
  const gap = new DemandGap(table, blocking.mostNs);
  for (let time = horizonNs; time >= 0; ) {
    checked += 1;
    const clear = gap.clearBefore(time);
    if (!budget.spend(clear > 0 ? GAP_STEPS : stepsOf(table))) return { failsAtNs: null, finished: false, checked };
    if (clear > 0) {
      time -= clear;
      continue;
    }
    const due = deadlineBefore(table, time + 1);
    if (due < 0) break;
    const needed = neededBy(table, blocking, due);
    if (needed > due) return { failsAtNs: due, finished: true, checked };
    // f(needed) ≤ f(due) = needed: only deadlines before it are left.
    time = Math.min(due, needed) - 1;
  }
  return { failsAtNs: null, finished: true, checked };
}

/** The first deadline up to `untilNs` that fails, looking at every one. */
export function searchForwards(
  table: DeadlineTable,
  blocking: StepFunction,
  untilNs: number,
  budget: StepBudget,
): DemandSearch {
  let checked = 0;
  for (let time = deadlineAfter(table, -1); time <= untilNs; time = deadlineAfter(table, time)) {
    if (time > MAX_TIME_NS || !budget.spend(stepsOf(table))) return { failsAtNs: null, finished: false, checked };
    checked += 1;
    if (neededBy(table, blocking, time) > time) return { failsAtNs: time, finished: true, checked };
  }
  return { failsAtNs: null, finished: true, checked };
}
