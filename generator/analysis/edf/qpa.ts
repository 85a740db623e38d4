/**
 * Quick processor-demand analysis: searches backwards from the horizon and skips deadlines that
 * certainly hold.
 *
 * F. Zhang, A. Burns, "Schedulability Analysis for Real-Time Systems with EDF Scheduling", IEEE
 * Trans. Computers 58(9), 2009, theorem 5: start at the last deadline before the horizon; continue
 * with t ← f(t) if f(t) < t, otherwise with the last deadline before t. A deadline with f(t) > t
 * fails. If t reaches a value before the first deadline, no deadline fails. Here f(t) = h(t) + I(t)
 * + B(t), with jitter, interrupts and blocking. f never decreases with t (deadline-blocking.ts),
 * which is all that the theorem requires. If a bound on f from some rows shows that a longer
 * interval before t holds (demand-gap.ts), f is not evaluated.
 */
import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { type StepFunction, valueAt } from './deadline-blocking.ts';
import { type DeadlineTable, deadlineAfter, deadlineBefore, dueBy, interruptsIn } from './deadline-table.ts';
import { DemandGap, GAP_STEPS } from './demand-gap.ts';

/** f(t), the time needed by t: work due, blocking and interrupts. */
export const neededBy = (table: DeadlineTable, blocking: StepFunction, timeNs: number): number =>
  dueBy(table, timeNs) + valueAt(blocking, timeNs) + interruptsIn(table, timeNs);

export interface DemandSearch {
  /** A deadline at which the demand exceeds the supply; null if none was found. */
  readonly failsAtNs: number | null;
  /** False if the steps were exhausted. */
  readonly finished: boolean;
  /** Number of examined times. */
  readonly checked: number;
}

const stepsOf = ({ firstNs, demand }: DeadlineTable): number => 32 + 2 * firstNs.length + demand.interrupts;

/** Whether a deadline up to the horizon fails, and the last deadline that fails. */
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
    // f(needed) ≤ f(due) = needed, so only earlier deadlines remain.
    time = Math.min(due, needed) - 1;
  }
  return { failsAtNs: null, finished: true, checked };
}

/** The first failing deadline up to `untilNs`, examining every deadline. */
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
