/**
 * The static estimate of a budget: the longest time of a job as far as its code says it, from the
 * measured costs of the board (bench/estimate). The estimate names what it had to assume.
 */
import { boardOf } from '../boards/index.ts';
import type { CodeCosts } from '../platform/costs.ts';
import { asksForBudget } from '../sketch/budgets/budget-from.ts';
import type { Interrupt, Sketch, Task } from '../sketch/model.ts';
import { type Assumption, NO_ESTIMATE } from './assumptions.ts';
import { codeOf } from './code.ts';
import { Unbounded, Walk } from './walk.ts';

export type { Assumption };

export interface Estimate {
  /** The estimate; null: there is none, for the reason in `problem`. Unit: ns. */
  readonly ns: number | null;
  readonly assumptions: readonly Assumption[];
  readonly problem: string | null;
}

const none = (problem: string): Estimate => ({ ns: null, assumptions: [], problem });

/** The longest time of a job of a task, or of the handler of an interrupt. */
export function estimateOf(sketch: Sketch, element: Task | Interrupt): Estimate {
  const { body } = element;
  const board = boardOf(sketch);
  const costs = board?.targets[sketch.target]?.costs ?? null;
  if (costs === null) return none(NO_ESTIMATE.noFigures(board?.label ?? sketch.board));
  if (body.trim() === '') return none(NO_ESTIMATE.empty());
  if (asksForBudget(sketch, element)) return none(NO_ESTIMATE.asking());
  return estimated(sketch, body, costs);
}

function estimated(sketch: Sketch, body: string, costs: CodeCosts): Estimate {
  const code = codeOf(sketch.prelude, body);
  if (code === null || code.fault !== null) return none(NO_ESTIMATE.broken(code?.fault ?? null));
  const walk = new Walk(code, costs, sketch);
  try {
    const ns = Math.ceil(costs.jobNs + walk.longestNs());
    return { ns, assumptions: walk.assumptions, problem: null };
  } catch (error) {
    if (error instanceof Unbounded) return none(error.message);
    throw error;
  }
}
