/**
 * Response times on several processors: x = C_k + ⌊(1/m) Σ I_i(x)⌋ from the release, R_k = J_k + x.
 * I_i is the workload of τ_i in a window of length x, capped at x − C_k + 1, because more than that
 * cannot delay the job.
 *
 * I_i depends on R_i. Every R_i starts as D_i and is then replaced by its computed bound. If all
 * bounds hold at the end, no task can be the first to exceed its bound. Times and interference are
 * whole nanoseconds. With D > T the test shows R ≤ T.
 */

import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { capped, type Piece, piece, workloadDueBy, workloadIn, workloadWithoutCarryIn } from './carry-in.ts';
import type { GlobalSystem, GlobalTask } from './multiprocessor.ts';

/** The limit for every job of the task. With D > T a job must end before the next one. Unit: ns. */
export const limitOf = ({ deadlineNs, periodNs }: GlobalTask): number => Math.min(deadlineNs, periodNs);

/** Writes Σ I_i for a window of length x, with the line that it follows (carry-in.ts). */
export type Interference = (windowNs: number, into: Piece) => void;

/**
 * x, from the release; null if it is above the limit, or the steps were exhausted. Unit: ns.
 *
 * If at least as many rivals as processors are capped, the plain iteration would advance from x to
 * x + 1 only. This function advances directly to where the line of the interference meets the
 * window, or to the end of that line.
 */
export function windowOf(
  task: GlobalTask,
  processors: number,
  rivals: number,
  interference: Interference,
  budget: StepBudget,
): number | null {
  const limitNs = Math.min(limitOf(task) - task.jitterNs, MAX_TIME_NS);
  const sum = piece();
  let window = task.costNs;
  for (;;) {
    if (window > limitNs || !budget.spend(rivals + 4)) return null;
    interference(window, sum);
    const next = task.costNs + Math.floor(sum.workNs / processors);
    if (next <= window) return window;
    const over = sum.workNs - processors * (window - task.costNs) - (processors - 1);
    const meeting = sum.slope < processors ? Math.ceil(over / (processors - sum.slope)) : Number.POSITIVE_INFINITY;
    window = Math.max(next, window + Math.min(meeting, sum.spanNs));
  }
}

/** Adds one rival's piece to the sum. */
export function addPiece(sum: Piece, { workNs, slope, spanNs }: Piece): void {
  sum.workNs += workNs;
  sum.slope += slope;
  sum.spanNs = Math.min(sum.spanNs, spanNs);
}

export function clearPiece(sum: Piece): void {
  sum.workNs = 0;
  sum.slope = 0;
  sum.spanNs = Number.POSITIVE_INFINITY;
}

/** The tasks that can interfere: under fixed priorities those at or above the task's rank. */
export const rivalsOf = ({ tasks, edf }: GlobalSystem, task: GlobalTask): GlobalTask[] =>
  tasks.filter((other) => other !== task && (edf || other.rank <= task.rank));

/**
 * I_i by M. Bertogna and M. Cirinei (RTSS 2007). Under EDF it is limited to what is due by the
 * deadline.
 *
 * @param on the examined cores @param responses by task: the known bound on R
 */
export function interferenceOn(
  system: GlobalSystem,
  task: GlobalTask,
  on: readonly number[],
  responses: ReadonlyMap<GlobalTask, number>,
): { readonly interference: Interference; readonly rivals: number } {
  const rivals = rivalsOf(system, task).filter((other) => other.cores.some((core) => on.includes(core)));
  const rows = rivals.map((other) => {
    const responseNs = responses.get(other) ?? limitOf(other);
    return {
      other,
      responseNs,
      // A more urgent task bound to the same single core: if its job were pending before the
      // window, that job would occupy the core.
      fresh: !system.edf && on.length === 1 && other.cores.length === 1,
      dueNs: system.edf
        ? workloadDueBy(other, other.deadlineNs - responseNs, task.deadlineNs)
        : Number.POSITIVE_INFINITY,
    };
  });
  const one = piece();
  const interference: Interference = (windowNs, sum) => {
    clearPiece(sum);
    for (const { other, responseNs, fresh, dueNs } of rows) {
      if (fresh) workloadWithoutCarryIn(other, windowNs, one);
      else workloadIn(other, responseNs, windowNs, one);
      capped(one, dueNs, 0);
      capped(one, windowNs - task.costNs + 1, 1);
      addPiece(sum, one);
    }
  };
  return { interference, rivals: rivals.length };
}

/** R by task; null if it is not bounded below the limit. */
export type Responses = ReadonlyMap<GlobalTask, number | null>;

/**
 * Bounds of all tasks. Under fixed priorities a task needs only the bounds of tasks above it. Under
 * EDF the bounds are recomputed until none changes.
 *
 * @param respond R of one task, given the known bounds of the others
 */
export function solve(
  { tasks, edf }: GlobalSystem,
  respond: (task: GlobalTask, known: ReadonlyMap<GlobalTask, number>) => number | null,
): Responses {
  const known = new Map<GlobalTask, number>();
  const responses = new Map<GlobalTask, number | null>();
  let settled = false;
  for (let round = 1; ; round += 1) {
    let changed = false;
    for (const task of tasks) {
      const response = respond(task, known);
      // A proven bound stays valid if the steps are exhausted while bounds are tightened.
      if (response !== null || !settled) responses.set(task, response);
      if (response === null || response >= (known.get(task) ?? limitOf(task))) continue;
      known.set(task, response);
      changed = true;
    }
    settled ||= [...responses.values()].every((response) => response !== null);
    if (!edf || !changed || (settled && round >= POLISHING_ROUNDS) || round >= MOST_ROUNDS) return responses;
  }
}

/** When all bounds hold, further rounds only tighten them. */
const POLISHING_ROUNDS = 4;
const MOST_ROUNDS = 64;
