/** Jobs that end too late in schedules that can happen, as failures of a judgement. */
import type { Failure, FailurePathJob } from '../method.ts';
import { failureKindOf } from '../overrun.ts';
import type { Entity, TaskSet } from '../task-set.ts';
import { explore, type LateJob } from './explore.ts';
import { pathTo } from './path.ts';
import { certainSchedules, fullSchedule, type Pattern, type PatternTask } from './pattern.ts';

/** States looked at, of which each takes some microseconds; and the most jobs of a hyperperiod, none of which can be left out. */
export const MOST_STATES = 4000;
/** Of a schedule in which nothing is open each state is one job. */
const MOST_PLAYED = 4000;

/** Whether the pattern has so many jobs that the search would not end. */
export function tooMany({ tasks, hyperperiodNs }: Pattern, most = MOST_STATES): boolean {
  return tasks.reduce((sum, { periodNs }) => sum + hyperperiodNs / periodNs, 0) > most;
}

export function failureOf({ entities }: TaskSet, pattern: Pattern, late: LateJob): Failure {
  const { edge, endNs } = late;
  const { offsetNs, periodNs, promiseNs } = pattern.tasks[edge.task] as PatternTask;
  const job = edge.before.served[edge.task] as number;
  const deadlineAtNs = offsetNs + job * periodNs + promiseNs;
  return {
    kind: failureKindOf(entities[edge.task] as Entity),
    entity: edge.task,
    job: job + 1,
    deadlineAtNs,
    latenessNs: endNs - deadlineAtNs,
    path: pathTo(pattern, late).map(
      ({ task, ...times }): FailurePathJob => ({ entity: task, ...times, job: times.job + 1 }),
    ),
  };
}

const found = new WeakMap<TaskSet, Failure | null>();

/**
 * The first job that is late when all jobs are released as they arrive and take their whole declared budgets: a miss that does occur,
 * from the start of the program on. Null: none was found in a bounded number of jobs. Several tests ask it of the same set.
 */
export function playedFailure(set: TaskSet): Failure | null {
  const known = found.get(set);
  if (known !== undefined) return known;
  const pattern = fullSchedule(set);
  const { late } = explore(pattern, MOST_PLAYED);
  const failure = late === null ? null : failureOf(set, pattern, late);
  found.set(set, failure);
  return failure;
}

/** A job that is late in some schedule that budgets and jitters allow; null: none was found. */
export function certainFailure(set: TaskSet, mostStates: number): Failure | null {
  const pattern = certainSchedules(set);
  if (tooMany(pattern, mostStates)) return null;
  const { late } = explore(pattern, mostStates);
  return late === null ? null : { ...failureOf(set, pattern, late), some: true };
}
