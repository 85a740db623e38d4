/** Keeps estimated budgets in step with the code, and has all else that a window with automatic budgets needs. */
import { budgetFromOf, budgetOf, budgetStateOf, measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { deadlineUsOf, type Interrupt, type Sketch, type Task } from '../sketch/model.ts';
import { estimateOf } from './estimate.ts';
import { budgetWithMargin, measuredBudgetUs } from './fill-in.ts';
import { MARGIN_PERCENT } from './margin.ts';

export { fillIn, fillingOf } from './fill-in.ts';
export { fillingWords } from './filling-words.ts';
export { measuredJobs } from './measured-jobs.ts';

export { estimateOf };

const isEstimate = (element: Task | Interrupt): boolean => budgetFromOf(element)?.source === 'estimate';

export const hasEstimates = ({ tasks, interrupts }: Sketch): boolean =>
  tasks.some(isEstimate) || interrupts.some(isEstimate);

/**
 * A new sketch with the estimates of its code. An estimate that cannot meet the deadline has assumed too much, as ten
 * passes of a loop, so the task keeps its number.
 */
export function withFirstEstimates(sketch: Sketch): Sketch {
  const estimated = withEstimates({ ...sketch, tasks: [], interrupts: [] }, sketch);
  const tasks = estimated.tasks.map((task, index) =>
    (task.budgetUs ?? 0) > (deadlineUsOf(task) ?? Number.POSITIVE_INFINITY) ? (sketch.tasks[index] ?? task) : task,
  );
  return { ...estimated, tasks };
}

/**
 * The sketch with new estimates for the code that has changed, and for budgets that have become
 * automatic. Code without an estimate keeps its number.
 */
export function withEstimates(before: Sketch, after: Sketch, marginPercent = MARGIN_PERCENT): Sketch {
  if (!hasEstimates(after)) return after;
  const known = new Map([...before.tasks, ...before.interrupts].map((element) => [element.name, element]));
  const us = (element: Task | Interrupt): number | null => {
    if (!isEstimate(element)) return null;
    const was = known.get(element.name);
    const isSame =
      was !== undefined && isEstimate(was) && measuredCodeOf(before, was) === measuredCodeOf(after, element);
    if (isSame) return null;
    const { ns } = estimateOf(after, element);
    return ns === null ? null : budgetWithMargin(ns, marginPercent);
  };
  return withBudgets(after, us);
}

/** The sketch with other budgets, or the same sketch. null: the number stays. */
function withBudgets(sketch: Sketch, us: (element: Task | Interrupt) => number | null): Sketch {
  let isChanged = false;
  const changed = (element: Task | Interrupt): number | null => {
    const next = us(element);
    if (next === null || next === budgetOf(element)) return null;
    isChanged = true;
    return next;
  };
  const tasks = sketch.tasks.map((task) => {
    const budgetUs = changed(task);
    return budgetUs === null ? task : { ...task, budgetUs };
  });
  const interrupts = sketch.interrupts.map((interrupt) => {
    const handlerBudgetUs = changed(interrupt);
    return handlerBudgetUs === null ? interrupt : { ...interrupt, handlerBudgetUs };
  });
  return isChanged ? { ...sketch, tasks, interrupts } : sketch;
}

/**
 * The sketch with another margin. An estimate that is not from the margin before stays: it could not meet its
 * deadline, or its code has none.
 */
export const withMargin = (sketch: Sketch, marginPercent: number, beforePercent: number): Sketch =>
  withBudgets(sketch, (element) => {
    const state = budgetStateOf(sketch, element);
    const longestUs = budgetFromOf(element)?.longestUs ?? null;
    if (state === 'measured') return longestUs === null ? null : measuredBudgetUs(longestUs, marginPercent);
    const ns = state === 'estimate' ? estimateOf(sketch, element).ns : null;
    const isOwn = ns !== null && budgetWithMargin(ns, beforePercent) === budgetOf(element);
    return isOwn ? budgetWithMargin(ns, marginPercent) : null;
  });
