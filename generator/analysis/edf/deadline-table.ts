/**
 * Deadlines and the work due by them, in flat arrays: the inner loops of all EDF tests.
 *
 * Times count from the start of a busy period. A job that arrives with its whole jitter is released
 * at that start and due D − J later, and the next ones follow every T. So the k-th deadline of a
 * row, from 0, is at first + k·T.
 */
import { floorDiv } from '../arithmetic.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { type DemandTable, demandIn, demandTable } from './demand.ts';

export interface DeadlineTable {
  /** The entity index of each row, in order of first deadlines. */
  readonly entity: Int32Array;
  /** D − J, ascending. Negative if a job can be released after its deadline. Unit: ns. */
  readonly firstNs: Float64Array;
  readonly periodNs: Float64Array;
  readonly costNs: Float64Array;
  readonly jitterNs: Float64Array;
  /** All rows in order of priority, with the interrupt load first. */
  readonly demand: DemandTable;
}

export const firstDeadlineOf = ({ deadlineNs, jitterNs }: Pick<Entity, 'deadlineNs' | 'jitterNs'>): number =>
  deadlineNs - jitterNs;

export function deadlineTable(set: TaskSet): DeadlineTable {
  const { entities } = set;
  const count = entities.length;
  const order = [...entities.keys()].sort(
    (a, b) => firstDeadlineOf(entities[a] as Entity) - firstDeadlineOf(entities[b] as Entity),
  );
  const table = {
    entity: new Int32Array(order),
    firstNs: new Float64Array(count),
    periodNs: new Float64Array(count),
    costNs: new Float64Array(count),
    jitterNs: new Float64Array(count),
    demand: demandTable(set),
  };
  order.forEach((index, row) => {
    const entity = entities[index] as Entity;
    table.firstNs[row] = firstDeadlineOf(entity);
    table.periodNs[row] = entity.periodNs;
    table.costNs[row] = entity.costNs;
    table.jitterNs[row] = entity.jitterNs;
  });
  return table;
}

/** h(t) = Σ max(0, ⌊(t − first)/T⌋ + 1)·C: work that arrives from 0 on and is due by t. */
export function dueBy({ firstNs, periodNs, costNs }: DeadlineTable, timeNs: number): number {
  let sum = 0;
  for (let row = 0; row < firstNs.length; row += 1) {
    const since = timeNs - firstNs[row]!;
    if (since < 0) break;
    sum += (floorDiv(since, periodNs[row]!) + 1) * costNs[row]!;
  }
  return sum;
}

/** I(t): the interrupt load in a window of length t. It preempts all jobs. */
export const interruptsIn = ({ demand }: DeadlineTable, timeNs: number): number =>
  demandIn(demand, { from: 0, to: demand.interrupts, skip: -1 }, timeNs);

/** First deadline after `timeNs` and at or after 0; infinite without tasks. */
export function deadlineAfter({ firstNs, periodNs }: DeadlineTable, timeNs: number): number {
  let next = Number.POSITIVE_INFINITY;
  for (let row = 0; row < firstNs.length; row += 1) {
    const first = Math.max(firstNs[row]!, 0);
    if (first > timeNs) return Math.min(next, first);
    const period = periodNs[row]!;
    const after = first + (floorDiv(timeNs - first, period) + 1) * period;
    if (after < next) next = after;
  }
  return next;
}

/** Last deadline before `timeNs` and at or after 0; negative if there is none. */
export function deadlineBefore({ firstNs, periodNs }: DeadlineTable, timeNs: number): number {
  let last = -1;
  for (let row = 0; row < firstNs.length; row += 1) {
    const first = Math.max(firstNs[row]!, 0);
    if (first >= timeNs) break;
    const period = periodNs[row]!;
    const before = first + floorDiv(timeNs - 1 - first, period) * period;
    if (before > last) last = before;
  }
  return last;
}

/** The slack of the utilization below which a bound from it would be too inexact. */
const LEAST_SLACK = 1e-6;

/**
 * The horizon: after this time a deadline can fail only if an earlier one fails. Infinite if there
 * is no such bound. It is the smaller of
 *
 * - L_a = max(last first deadline, (Σ U_i·(T_i − first_i) + Σ U_k·(T_k + J_k) + B)/(1 − U)),
 *   because h(t) + I(t) + B is at most U·t plus that sum: S. Baruah, A. Mok, L. Rosier 1990, with
 *   jitter and interrupts;
 * - one hyperperiod after the last first deadline, because from then on the work due in a
 *   hyperperiod is at most a hyperperiod.
 *
 * @param blockingNs maximum blocking
 */
export function deadlineHorizon(set: TaskSet, table: DeadlineTable, blockingNs: number): number {
  const { demand, firstNs } = table;
  const rows = demand.periodNs.length;
  const latest = set.entities.reduce((most, { deadlineNs, periodNs }) => Math.max(most, deadlineNs, periodNs), 0);
  const repeats = demand.hyperperiodBefore[rows]! + latest;
  const slack = 1 - demand.utilizationBefore[rows]!;
  if (slack < LEAST_SLACK) return repeats;
  const rounded = Math.ceil((excessOf(table, blockingNs) / slack) * (1 + ROUNDING));
  return Math.min(repeats, Math.max(firstNs.at(-1) ?? 0, rounded));
}

/**
 * Maximum of h(t) + I(t) + B − U·t, where every row counts ⌊(t − first)/T⌋ + 1 jobs. This holds
 * from one period before its first deadline.
 */
export function excessOf(table: DeadlineTable, blockingNs: number): number {
  const { firstNs, demand } = table;
  let excess = blockingNs;
  for (let row = 0; row < firstNs.length; row += 1) {
    const [period, cost] = [table.periodNs[row]!, table.costNs[row]!];
    excess += cost * (1 - firstNs[row]! / period);
  }
  for (let row = 0; row < demand.interrupts; row += 1) {
    const once = 1 + demand.jitterNs[row]! / demand.periodNs[row]!;
    const most = demand.most[row]!;
    excess += demand.costNs[row]! * (Number.isFinite(most) ? most : once);
  }
  return excess;
}

export interface LatenessBound {
  /** The bound for the deadline d. */
  at(dueNs: number): number;
  /** The deadline from which on the bound does not exceed a lateness. */
  until(latenessNs: number): number;
}

/**
 * A bound on X(d) − d (deadline-completion.ts) from the last first deadline on. It decreases with
 * d. Infinite if there is no bound.
 *
 * With X = X(d) and the excess E, X ≤ h(d) + B + I(X) ≤ U_tasks·d + U_interrupts·X + E, and so X −
 * d ≤ (E − (1 − U)·d)/(1 − U_interrupts). If the right side is negative, it is at most E − (1 −
 * U)·d; otherwise the bound is not used.
 */
export function latenessBound(set: TaskSet, table: DeadlineTable, blockingNs: number): LatenessBound {
  const { demand } = table;
  const slack = 1 - demand.utilizationBefore[demand.periodNs.length]!;
  if (slack < LEAST_SLACK) return { at: () => Number.POSITIVE_INFINITY, until: () => Number.POSITIVE_INFINITY };
  // The terms of the excess are below U times the longest time, and so is its rounding error.
  const longest = set.entities.reduce((most, { deadlineNs, periodNs }) => Math.max(most, deadlineNs, periodNs), 0);
  const excess = excessOf(table, blockingNs);
  const most = excess + ROUNDING * (Math.abs(excess) + longest);
  const falls = slack / (1 + ROUNDING);
  return {
    at(dueNs) {
      const bound = most - falls * dueNs;
      return bound < 0 ? bound : Number.POSITIVE_INFINITY;
    },
    until: (latenessNs) => Math.ceil((most - Math.min(latenessNs, 0)) / falls) + 1,
  };
}

/**
 * Above the relative error of the sums: 2^-52 for each of about 10^5 operations, divided by a slack
 * of 10^-6.
 */
const ROUNDING = 1e-4;
