/** Keeps estimated budgets in step with the code. */
import { budgetFromOf, measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { deadlineUsOf, type Interrupt, type Sketch, type Task } from '../sketch/model.ts';
import { estimateOf } from './estimate.ts';
import { budgetWithMargin } from './fill-in.ts';
import { MARGIN_PERCENT } from './margin.ts';

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
  const tasks = after.tasks.map((task) => {
    const budgetUs = us(task);
    return budgetUs === null || budgetUs === task.budgetUs ? task : { ...task, budgetUs };
  });
  const interrupts = after.interrupts.map((interrupt) => {
    const handlerBudgetUs = us(interrupt);
    return handlerBudgetUs === null || handlerBudgetUs === interrupt.handlerBudgetUs
      ? interrupt
      : { ...interrupt, handlerBudgetUs };
  });
  return { ...after, tasks, interrupts };
}
