/**
 * Automatic budgets: where they are from, and whether they still belong to the code. The file keeps the
 * number that counts beside its origin, so a reader needs neither a run nor an estimate.
 */
import { tokensOf } from '../../cpp/tokens.ts';
import { fnv1a32 } from '../fnv.ts';
import type { BudgetFrom, Interrupt, Sketch, Task } from '../model.ts';

/** The origin of a budget that is computed from the code. */
export const ESTIMATE: BudgetFrom = { source: 'estimate', jobs: null, longestUs: null, code: null };

/**
 * - `chosen`: the user chose the budget.
 * - `estimate`: computed from the code.
 * - `measured`: the longest job of a run of this code, and a margin.
 * - `earlier`: measured before the code changed.
 */
export type BudgetState = 'chosen' | 'estimate' | 'measured' | 'earlier';

type Element = Task | Interrupt;

const isTask = (element: Element): element is Task => 'budgetUs' in element;

/** The budget of a task, or of the handler of an interrupt. null: it has none. */
export const budgetOf = (element: Element): number | null =>
  isTask(element) ? element.budgetUs : element.handlerBudgetUs || null;

export const budgetFromOf = (element: Element): BudgetFrom | undefined =>
  isTask(element) ? element.budgetFrom : element.handlerBudgetFrom;

export function budgetStateOf(sketch: Sketch, element: Element): BudgetState {
  const from = budgetFromOf(element);
  if (from === undefined) return 'chosen';
  if (from.source === 'estimate') return 'estimate';
  return from.code === measuredCodeOf(sketch, element) ? 'measured' : 'earlier';
}

/** Whether the budget is a guess that a run is to replace, so that a verdict on it is no promise. */
export function isGuess(sketch: Sketch, element: Element): boolean {
  const state = budgetStateOf(sketch, element);
  return (state === 'estimate' || state === 'earlier') && !asksForBudget(sketch, element);
}

/**
 * Whether the program enforces a budget only once it is measured: a guess that is too small would stop
 * the job that is to be measured. Code that asks how much budget is left depends on the budget, so it is
 * always held to it. No program holds a background task to its longest run, measured or not.
 */
export const isProvisional = (sketch: Sketch, element: Element): boolean =>
  isGuess(sketch, element) && !(isTask(element) && element.kind === 'background');

/** Whether the jobs may run for as long as there is budget left, so that no run can measure what they need. */
export const asksForBudget = ({ prelude }: Sketch, { body }: Element): boolean =>
  [prelude, body].some((code) => /\bpl_job_budget_left_micros\b/.test(code));

/** The code without comments, and with one blank for any white space between its tokens. */
function compact(code: string): string {
  let result = '';
  for (const { kind, text } of tokensOf(code)) result += kind === 'comment' || /^\s+$/.test(text) ? ' ' : text;
  return result.trim().replaceAll(/ +/g, ' ');
}

type Surroundings = Pick<Sketch, 'board' | 'target' | 'libraries' | 'prelude' | 'channels'>;

/** Results for elements. An edit makes new objects only for the elements that it changes. */
const known = new WeakMap<Element, { readonly of: Surroundings; readonly code: number }>();

const isSame = (a: Surroundings, b: Surroundings): boolean =>
  a.board === b.board &&
  a.target === b.target &&
  a.libraries === b.libraries &&
  a.prelude === b.prelude &&
  a.channels === b.channels;

/**
 * FNV-1a, 32 bits, of what the time of a job depends on: its code, the shared code, the items of its
 * channels, the libraries, the board and the target. Comments and white space do not count.
 */
export function measuredCodeOf(sketch: Surroundings, element: Element): number {
  const last = known.get(element);
  if (last !== undefined && isSame(last.of, sketch)) return last.code;
  const { board, target, libraries, prelude, channels } = sketch;
  // Not the sketch itself, which would keep each state of an edit in memory.
  const of = { board, target, libraries, prelude, channels };
  const code = codeOf(of, element);
  known.set(element, { of, code });
  return code;
}

function codeOf({ board, target, libraries, prelude, channels }: Surroundings, { name, body }: Element): number {
  const items = channels.flatMap(({ name: channel, writer, readers, item, kind }) =>
    writer === name || readers.includes(name) ? [{ channel, kind, item }] : [],
  );
  return fnv1a32(JSON.stringify([board, target, libraries, compact(prelude), compact(body), items]));
}
