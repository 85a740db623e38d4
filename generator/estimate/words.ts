/** Where a budget is from, in words for the window and the command line. */
import { formatBound } from '../numbers/time.ts';
import { type BudgetState, budgetFromOf, budgetStateOf } from '../sketch/budgets/budget-from.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import { nsOfUs } from '../sketch/time.ts';
import { tr, trCount } from '../words/tr.ts';

/** `estimate`, `measured, 300 jobs`; null for a budget that the user chose. */
export function originWords(sketch: Sketch, element: Task | Interrupt): string | null {
  const state = budgetStateOf(sketch, element);
  const jobs = budgetFromOf(element)?.jobs ?? 0;
  const words: Readonly<Record<BudgetState, string | null>> = {
    chosen: null,
    estimate: tr`estimate`,
    measured: trCount(jobs, 'measured, {0} job', 'measured, {0} jobs'),
    earlier: tr`measured before the code changed`,
  };
  return words[state];
}

/** The tasks and interrupts with a budget that no run of this code has measured. */
export const notMeasured = (sketch: Sketch): readonly string[] =>
  [...sketch.tasks, ...sketch.interrupts]
    .filter((element) => ['estimate', 'earlier'].includes(budgetStateOf(sketch, element)))
    .map(({ name }) => name);

/** What an admission rests on, if some budgets are not measured; null if all are. */
export function estimateNote(sketch: Sketch): string | null {
  const names = notMeasured(sketch);
  if (names.length === 0) return null;
  return trCount(
    names.length,
    'With an estimated budget: C of {1} is an estimate. Run the sketch to measure it.',
    'With estimated budgets: C of {1} is an estimate. Run the sketch to measure it.',
    names.join(', '),
  );
}

/** How long the longest job took, of a measured budget. */
export function longestWords(element: Task | Interrupt): string | null {
  const longestUs = budgetFromOf(element)?.longestUs ?? null;
  return longestUs === null ? null : tr`The longest job took ${formatBound(nsOfUs(longestUs))}.`;
}
