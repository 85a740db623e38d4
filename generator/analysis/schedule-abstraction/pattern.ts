/**
 * The infinite sequence of jobs of a super-loop's periodic tasks: job k of a task arrives at φ +
 * k·T, is released up to J later, and runs for at least `leastNs` and at most `mostNs`.
 *
 * Overheads and interrupts are included in these numbers as upper bounds:
 * - C grows by the interrupts during the job, by one more dispatch, and by the longest time for
 *   which the runtime prepares telemetry after it. So all work between two decisions of the
 *   dispatcher belongs to the job before.
 * - J grows by the longest time from an arrival at an idle processor to the dispatcher's decision:
 *   interrupts, a dispatch, the runtime's own work, a background run. That decision also considers
 *   jobs that arrive meanwhile. This is equivalent to a schedule in which all of them are released
 *   at that moment, each delayed by at most the growth.
 */
import { ceilDiv, hyperperiodOf, MAX_TIME_NS } from '../arithmetic.ts';
import { promiseNs } from '../overrun.ts';
import type { InterruptLoad } from '../servers/interrupt-load.ts';
import { certainPart, type Entity, type TaskSet } from '../task-set.ts';

export interface PatternTask {
  readonly periodNs: number;
  readonly offsetNs: number;
  readonly jitterNs: number;
  readonly leastNs: number;
  readonly mostNs: number;
  /** Orders jobs under EDF. */
  readonly deadlineNs: number;
  /** The limit of every response time. */
  readonly promiseNs: number;
}

export interface Pattern {
  /** In order of priority. Under EDF, the order among equal absolute deadlines. */
  readonly tasks: readonly PatternTask[];
  readonly edf: boolean;
  /** Infinite if it exceeds the range of exact times. */
  readonly hyperperiodNs: number;
}

export function patternOf(tasks: readonly PatternTask[], edf: boolean): Pattern {
  const hyperperiodNs = hyperperiodOf(tasks.map(({ periodNs }) => periodNs));
  return { tasks, edf, hyperperiodNs };
}

/** No job ends at the instant at which it starts. */
const LEAST_NS = 1;

/**
 * Every schedule that budgets and jitters allow, with overheads and interrupts. null if these alone
 * can use the whole processor.
 */
export function allSchedules(set: TaskSet): Pattern | null {
  const { contextSwitchNs, blockingNs } = set.overheads;
  const background = set.background.reduce((most, { costNs }) => Math.max(most, costNs ?? 0), 0);
  const delayNs = stretched(set.interruptLoad, contextSwitchNs + blockingNs + background);
  if (delayNs === null) return null;
  const tasks: PatternTask[] = [];
  for (const entity of set.entities) {
    const mostNs = stretched(set.interruptLoad, entity.costNs + contextSwitchNs + blockingNs);
    if (mostNs === null) return null;
    tasks.push({ ...taskOf(entity), jitterNs: entity.jitterNs + delayNs, leastNs: LEAST_NS, mostNs });
  }
  return patternOf(tasks, set.policy === 'edf');
}

/**
 * Every schedule that declared budgets and jitters allow, without overheads and interrupts: each of
 * them can occur.
 */
export function certainSchedules(set: TaskSet): Pattern {
  const certain = certainPart(set);
  const tasks = certain.entities.map((entity) => ({ ...taskOf(entity), leastNs: LEAST_NS }));
  return patternOf(tasks, set.policy === 'edf');
}

/**
 * The one schedule in which all jobs are released as they arrive and use their whole budgets.
 * Sporadic tasks arrive as often as possible.
 */
export function fullSchedule(set: TaskSet): Pattern {
  const tasks = certainPart(set).entities.map((entity) => ({ ...taskOf(entity), jitterNs: 0 }));
  return patternOf(tasks, set.policy === 'edf');
}

const taskOf = (entity: Entity): PatternTask => ({
  periodNs: entity.periodNs,
  offsetNs: entity.offsetNs,
  jitterNs: entity.jitterNs,
  leastNs: entity.costNs,
  mostNs: entity.costNs,
  deadlineNs: entity.deadlineNs,
  promiseNs: promiseNs(entity),
});

/**
 * The longest time of some work with the interrupts during it, including their backlog at its
 * start: the least t with work + I(t) ≤ t. null if there is none.
 *
 * I(t) = Σ (⌈(t + J)/T⌉ + 1)·C. Let the interrupts' last idle moment be b before the window. They
 * then use at most Σ ⌈(t + b + J)/T⌉·C − b of the window, which is at most Σ (⌈(t + J)/T⌉ + 1)·C +
 * b·(ΣC/T − 1), and ΣC/T ≤ 1. A load with a limited number of occurrences is at most its total.
 */
function stretched(loads: readonly InterruptLoad[], workNs: number): number | null {
  if (loads.length === 0) return workNs;
  const recurring = loads.filter(({ most }) => most === undefined);
  if (recurring.reduce((sum, { costNs, periodNs }) => sum + costNs / periodNs, 0) > MOST_LOAD) return null;
  const all = loads.reduce((sum, { costNs, periodNs }) => sum + costNs / periodNs, 0);
  let window = workNs;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let next = workNs;
    for (const { periodNs, jitterNs, costNs, most } of loads) {
      const come = ceilDiv(window + jitterNs, periodNs) + 1;
      next += (most === undefined ? come : all > MOST_LOAD ? most : Math.min(come, most)) * costNs;
    }
    if (next > MAX_TIME_NS) return null;
    if (next <= window) return next;
    window = next;
  }
  return null;
}

/** Below 1 by more than the rounding error. */
const MOST_LOAD = 1 - 1e-9;
const MOST_ROUNDS = 1000;
