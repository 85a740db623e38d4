/** Automatic budgets from a run: the longest measured job of each task, and a margin. */
import { budgetUsFor } from '../numbers/time.ts';
import { asksForBudget, budgetFromOf, budgetOf, budgetStateOf, measuredCodeOf } from '../sketch/budgets/budget-from.ts';
import { type EditResult, updateElement } from '../sketch/edits.ts';
import type { BudgetFrom, Interrupt, Sketch, Task } from '../sketch/model.ts';
import { nsOfUs, usOfNs } from '../sketch/time.ts';
import { MARGIN_PERCENT } from './margin.ts';

/** Minimum number of jobs for a measured budget. */
export const LEAST_JOBS = 10;

/** The budget for jobs that take at most this time. */
export const budgetWithMargin = (longestNs: number, marginPercent = MARGIN_PERCENT): number =>
  budgetUsFor(Math.ceil((longestNs * (100 + marginPercent)) / 100));

/** The measurements of a task or handler in a run. */
export interface MeasuredJobs {
  readonly name: string;
  /** Completed jobs. */
  readonly jobs: number;
  /** Longest execution time of a completed job; null: no job completed. */
  readonly longestNs: number | null;
}

export interface FilledBudget {
  readonly kind: 'tasks' | 'interrupts';
  readonly name: string;
  readonly beforeUs: number;
  readonly budgetUs: number;
  readonly from: BudgetFrom & { readonly jobs: number; readonly longestUs: number };
}

export interface Filling {
  readonly budgets: readonly FilledBudget[];
  /** Automatic budgets that are not measured yet, because too few jobs completed. */
  readonly tooFew: readonly MeasuredJobs[];
  /** What was added to the longest job. */
  readonly marginPercent: number;
}

/** The budget for the longest job that the file keeps. */
export const measuredBudgetUs = (longestUs: number, marginPercent: number): number =>
  budgetWithMargin(nsOfUs(longestUs), marginPercent);

/**
 * The automatic budgets that a run of `ran` sets in `sketch`. An estimate, and a budget of earlier code,
 * becomes the measured one. For the same code, the longest job of all runs counts. Code that has changed since
 * the run keeps its budget, and so does code that asks how much budget is left.
 *
 * @param chosenPercent null: the user chose no margin, so measured budgets keep theirs until a job is longer
 */
export function fillingOf(
  sketch: Sketch,
  ran: Sketch,
  measured: readonly MeasuredJobs[],
  chosenPercent: number | null = null,
): Filling {
  const marginPercent = chosenPercent ?? MARGIN_PERCENT;
  const budgets: FilledBudget[] = [];
  const tooFew: MeasuredJobs[] = [];
  const elements = [
    ...sketch.tasks.map((element) => ({ kind: 'tasks' as const, element })),
    ...sketch.interrupts.map((element) => ({ kind: 'interrupts' as const, element })),
  ];
  for (const { kind, element } of elements) {
    const found = measured.find(({ name }) => name === element.name);
    const beforeUs = budgetOf(element);
    const code = measuredCodeOf(sketch, element);
    if (found === undefined || beforeUs === null || budgetFromOf(element) === undefined) continue;
    if (asksForBudget(sketch, element) || code !== codeIn(ran, element.name)) continue;
    const isMeasured = budgetStateOf(sketch, element) === 'measured';
    const { jobs, longestNs } = found;
    if (jobs < LEAST_JOBS || longestNs === null) {
      if (!isMeasured) tooFew.push(found);
      continue;
    }
    const now = { jobs, longestUs: Math.ceil(usOfNs(longestNs)) };
    const before = isMeasured ? longestIn(element) : null;
    const longest = before !== null && before.longestUs >= now.longestUs ? before : now;
    if (longest === before && chosenPercent === null) continue;
    const budgetUs = measuredBudgetUs(longest.longestUs, marginPercent);
    if (isMeasured && (budgetUs === beforeUs || (chosenPercent === null && budgetUs < beforeUs))) continue;
    const from = { source: 'measured' as const, ...longest, code };
    budgets.push({ kind, name: element.name, beforeUs, budgetUs, from });
  }
  return { budgets, tooFew, marginPercent };
}

/** The longest job of earlier runs. */
function longestIn(element: Task | Interrupt): { readonly jobs: number; readonly longestUs: number } | null {
  const { jobs = null, longestUs = null } = budgetFromOf(element) ?? {};
  return jobs === null || longestUs === null ? null : { jobs, longestUs };
}

function codeIn(ran: Sketch, name: string): number | null {
  const element: Task | Interrupt | undefined = [...ran.tasks, ...ran.interrupts].find((each) => each.name === name);
  return element === undefined ? null : measuredCodeOf(ran, element);
}

/** Sets the measured budgets. */
export function fillIn(sketch: Sketch, { budgets }: Pick<Filling, 'budgets'>): EditResult {
  let result: EditResult = { ok: true, sketch };
  for (const { kind, name, budgetUs, from } of budgets) {
    if (!result.ok) return result;
    result =
      kind === 'tasks'
        ? updateElement(result.sketch, kind, name, { budgetUs, budgetFrom: from })
        : updateElement(result.sketch, kind, name, { handlerBudgetUs: budgetUs, handlerBudgetFrom: from });
  }
  return result;
}
