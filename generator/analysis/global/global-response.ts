/**
 * Response times on several processors: x = C_k + ⌊(1/m) Σ I_i(x)⌋ from a time s_k after the
 * arrival, R_k = s_k + x. I_i is the workload of τ_i in a window of length x, capped at x − C_k + 1,
 * because more than that cannot delay the job.
 *
 * s_k = J_k: the latest release. Under EDF, with D_k > T_k, also s_k = D_k − T_k. The smaller R_k
 * counts. A window may start at any time after the release: a job that has run before has less left
 * to do. The previous job has ended at the start of the window if x ≤ T_k, because it ended R_k − T_k
 * or earlier after this arrival. So under EDF R_k can exceed T_k. Under fixed priorities I_i does not
 * depend on s_k, so J_k is the best start.
 *
 * I_i depends on R_i. If all bounds hold with each other, no job can be the first to exceed its
 * bound. Times and interference are whole nanoseconds.
 */

import { MAX_TIME_NS } from '../arithmetic.ts';
import type { StepBudget } from '../response.ts';
import { capped, type Piece, piece, workloadDueBy, workloadIn, workloadWithoutCarryIn } from './carry-in.ts';
import type { GlobalSystem, GlobalTask } from './multiprocessor.ts';

/** The limit for every job of the task where a job must end before the next one. Unit: ns. */
export const limitOf = ({ deadlineNs, periodNs }: GlobalTask): number => Math.min(deadlineNs, periodNs);

/** The limit of R. Under EDF a job may end after the next arrival, if that gets a job. Unit: ns. */
export const mostOf = (task: GlobalTask, { edf }: GlobalSystem): number =>
  edf ? Math.min(task.deadlineNs, task.servedWithinNs) : limitOf(task);

/** s_k: the times after the arrival at which a window starts. */
export function startsOf({ jitterNs, deadlineNs, periodNs }: GlobalTask, { edf }: GlobalSystem): readonly number[] {
  const lateNs = deadlineNs - periodNs;
  return edf && lateNs > jitterNs ? [jitterNs, lateNs] : [jitterNs];
}

/** Writes Σ I_i for a window of length x, with the line that it follows (carry-in.ts). */
export type Interference = (windowNs: number, into: Piece) => void;

/**
 * x; null if it is above `mostNs`, or the steps were exhausted. Unit: ns.
 *
 * If at least as many rivals as processors are capped, the plain iteration would advance from x to
 * x + 1 only. This function advances directly to where the line of the interference meets the
 * window, or to the end of that line.
 *
 * @param leastNs a lower bound on x, at which the search begins
 */
export function windowOf(
  task: GlobalTask,
  processors: number,
  rivals: number,
  interference: Interference,
  budget: StepBudget,
  mostNs = limitOf(task) - task.jitterNs,
  leastNs = 0,
): number | null {
  const limitNs = Math.min(mostNs, MAX_TIME_NS);
  const sum = piece();
  let window = Math.max(task.costNs, leastNs);
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
 * I_i by M. Bertogna and M. Cirinei (RTSS 2007). Under EDF it is limited to what is due between the
 * start of the window and the deadline.
 *
 * @param on the examined cores @param responses by task: the known bound on R @param startNs s_k
 */
export function interferenceOn(
  system: GlobalSystem,
  task: GlobalTask,
  on: readonly number[],
  responses: ReadonlyMap<GlobalTask, number>,
  startNs: number,
): { readonly interference: Interference; readonly rivals: number } {
  const rows = rowsOn(system, task, on, responses, startNs);
  const one = piece();
  const interference: Interference = (windowNs, sum) => {
    clearPiece(sum);
    for (const row of rows) {
      workloadOf(row, task, windowNs, one);
      addPiece(sum, one);
    }
  };
  return { interference, rivals: rows.length };
}

/** I_i of each rival in a window of length x. Their sum is that of `interferenceOn`. Unit: ns. */
export function interferenceBy(
  system: GlobalSystem,
  task: GlobalTask,
  on: readonly number[],
  responses: ReadonlyMap<GlobalTask, number>,
  startNs: number,
  windowNs: number,
): Workloads {
  const one = piece();
  return rowsOn(system, task, on, responses, startNs).map((row) => {
    workloadOf(row, task, windowNs, one);
    return { rival: row.other, ns: one.workNs };
  });
}

/** How long each rival can delay a job. Unit: ns. */
export type Workloads = readonly { readonly rival: GlobalTask; readonly ns: number }[];

interface RivalRow {
  readonly other: GlobalTask;
  readonly responseNs: number;
  readonly fresh: boolean;
  readonly dueNs: number;
}

function rowsOn(
  system: GlobalSystem,
  task: GlobalTask,
  on: readonly number[],
  responses: ReadonlyMap<GlobalTask, number>,
  startNs: number,
): RivalRow[] {
  const rivals = rivalsOf(system, task).filter((other) => other.cores.some((core) => on.includes(core)));
  return rivals.map((other) => {
    const responseNs = responses.get(other) ?? limitOf(other);
    return {
      other,
      responseNs,
      // A more urgent task bound to the same single core: if its job were pending before the
      // window, that job would occupy the core.
      fresh: !system.edf && on.length === 1 && other.cores.length === 1,
      dueNs: system.edf
        ? workloadDueBy(other, other.deadlineNs - responseNs, task.deadlineNs - startNs)
        : Number.POSITIVE_INFINITY,
    };
  });
}

function workloadOf(
  { other, responseNs, fresh, dueNs }: RivalRow,
  task: GlobalTask,
  windowNs: number,
  into: Piece,
): void {
  if (fresh) workloadWithoutCarryIn(other, windowNs, into);
  else workloadIn(other, responseNs, windowNs, into);
  capped(into, dueNs, 0);
  capped(into, windowNs - task.costNs + 1, 1);
}

export interface Found {
  /** R_k. Unit: ns. */
  readonly responseNs: number;
  /** s_k. Unit: ns. */
  readonly startNs: number;
}

/**
 * The smallest R of a task on these cores, given the bounds of the others; null if there is none.
 *
 * @param leastNs a lower bound on R, at which the search begins
 */
export function responseOn(
  system: GlobalSystem,
  task: GlobalTask,
  on: readonly number[],
  known: ReadonlyMap<GlobalTask, number>,
  budget: StepBudget,
  leastNs = 0,
): Found | null {
  let least: Found | null = null;
  for (const startNs of startsOf(task, system)) {
    const { interference, rivals } = interferenceOn(system, task, on, known, startNs);
    // A window that does not end before the bound found so far is of no use.
    const usefulNs = least === null ? mostOf(task, system) : least.responseNs - 1;
    const mostNs = Math.min(usefulNs - startNs, task.periodNs);
    const window = windowOf(task, on.length, rivals, interference, budget, mostNs, leastNs - startNs);
    if (window !== null) least = { responseNs: startNs + window, startNs };
  }
  return least;
}

/** R by task; null if it is not bounded below the limit. */
export type Responses = ReadonlyMap<GlobalTask, number | null>;

/** R of one task, given the known bounds of the others and a lower bound on R. */
type Respond = (task: GlobalTask, known: ReadonlyMap<GlobalTask, number>, leastNs: number) => number | null;

/**
 * Bounds of all tasks. Under fixed priorities a task needs only the bounds of tasks above it. Under
 * EDF every bound needs the others, and the smallest bounds that hold with each other count.
 */
export function solve(system: GlobalSystem, respond: Respond): Responses {
  if (system.edf) return ascend(system, respond) ?? descend(system, respond);
  const known = new Map<GlobalTask, number>();
  const responses = new Map<GlobalTask, number | null>();
  for (const task of system.tasks) {
    const response = respond(task, known, 0);
    responses.set(task, response);
    known.set(task, response ?? limitOf(task));
  }
  return responses;
}

/**
 * Raises each bound from J + C to what the others imply, until none changes. A bound never decreases
 * when another one increases, so no smaller bounds hold with each other, and none do if one exceeds
 * its limit. Null after too many rounds.
 */
function ascend({ tasks }: GlobalSystem, respond: Respond): Responses | null {
  const known = new Map(tasks.map((task) => [task, task.jitterNs + task.costNs]));
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    let changed = false;
    for (const task of tasks) {
      const response = respond(task, known, known.get(task)!);
      if (response === null) return new Map<GlobalTask, number | null>(known).set(task, null);
      if (response <= known.get(task)!) continue;
      known.set(task, response);
      changed = true;
    }
    if (!changed) return known;
  }
  return null;
}

/** Lowers each bound from its limit. The bounds hold with each other after each round. */
function descend(system: GlobalSystem, respond: Respond): Responses {
  const known = new Map(system.tasks.map((task) => [task, mostOf(task, system)]));
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    const failed: GlobalTask[] = [];
    let changed = false;
    for (const task of system.tasks) {
      const response = respond(task, known, 0);
      if (response === null) failed.push(task);
      if (response === null || response >= known.get(task)!) continue;
      known.set(task, response);
      changed = true;
    }
    if (failed.length === 0) return known;
    if (!changed) return new Map([...known].map(([task, response]) => [task, failed.includes(task) ? null : response]));
  }
  return new Map(system.tasks.map((task) => [task, null]));
}

const MOST_ROUNDS = 64;
