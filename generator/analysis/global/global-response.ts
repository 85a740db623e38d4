/**
 * Response times on several processors: x = C_k + ⌊(1/m) Σ I_i(x)⌋ from the release, R_k = J_k + x. I_i is what τ_i can take of a window of
 * length x, capped at x − C_k + 1: more than that cannot hold the job off.
 *
 * R_i enters I_i. Every R_i starts as D_i and is replaced by what is found; should all hold in the end, none can be the first to be
 * exceeded. Times are whole nanoseconds, and so is interference. With D > T it is shown that R ≤ T.
 */

import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { capped, type Piece, piece, workloadDueBy, workloadIn, workloadWithoutCarryIn } from './carry-in.ts';
import type { GlobalSystem, GlobalTask } from './multiprocessor.ts';

/** What every job of the task must keep: with D > T that the next one finds it gone. Unit: ns. */
export const limitOf = ({ deadlineNs, periodNs }: GlobalTask): number => Math.min(deadlineNs, periodNs);

/** Fills in Σ I_i for a window of length x, with the line on which it goes on (carry-in.ts). */
export type Interference = (windowNs: number, into: Piece) => void;

/**
 * x, from the release; null: above the limit, or the steps ran out. Unit: ns.
 *
 * From x to x + 1 at a time the plain iteration would take for ever, where as many rivals as there are processors are capped. So it
 * goes at once to where the line on which the interference goes on meets the window, or where that line ends.
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

/** Who can hold a task off: under fixed priorities those at or above its rank. */
export const rivalsOf = ({ tasks, edf }: GlobalSystem, task: GlobalTask): GlobalTask[] =>
  tasks.filter((other) => other !== task && (edf || other.rank <= task.rank));

/**
 * I_i as M. Bertogna and M. Cirinei have it (RTSS 2007): under EDF no more than what is due by the deadline.
 *
 * @param on the cores that are looked at @param responses by task: what is known of R
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
      // Bound to the one core as well, and above: pending before the window it would have had the core.
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

/** R by task; null: not bounded below the limit. */
export type Responses = ReadonlyMap<GlobalTask, number | null>;

/**
 * Bounds of all tasks. Under fixed priorities a task needs only those above it; under EDF it goes round until nothing changes.
 *
 * @param respond R of one task, given what is known of the others
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
      // What was proven stays so, if the steps run out while the bounds are made tighter.
      if (response !== null || !settled) responses.set(task, response);
      if (response === null || response >= (known.get(task) ?? limitOf(task))) continue;
      known.set(task, response);
      changed = true;
    }
    settled ||= [...responses.values()].every((response) => response !== null);
    if (!edf || !changed || (settled && round >= POLISHING_ROUNDS) || round >= MOST_ROUNDS) return responses;
  }
}

/** Once all hold, further rounds only make the bounds tighter. */
const POLISHING_ROUNDS = 4;
const MOST_ROUNDS = 64;
