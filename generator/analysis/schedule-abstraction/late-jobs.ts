/** Finds jobs that end too late in schedules that can occur, as failures of a judgement. */
import type { Failure, FailurePathJob } from '../method.ts';
import { failureKindOf } from '../overrun.ts';
import { certainPart, type Entity, type TaskSet } from '../task-set.ts';
import { explore, type LateJob } from './explore.ts';
import { pathTo } from './path.ts';
import { certainSchedules, fullSchedule, type Pattern, type PatternTask } from './pattern.ts';

/**
 * Limit of explored states. Each state takes a few microseconds. The limit also applies to the jobs of a
 * hyperperiod, all of which must be explored.
 */
export const MOST_STATES = 4000;
/** In a fully determined schedule each state is one job. */
const MOST_SIMULATED = 4000;

/** Whether the pattern has so many jobs that the search would not end. */
export function tooMany({ tasks, hyperperiodNs }: Pattern, most = MOST_STATES): boolean {
  return tasks.reduce((sum, { periodNs }) => sum + hyperperiodNs / periodNs, 0) > most;
}

export function failureOf(set: TaskSet, pattern: Pattern, late: LateJob): Failure {
  const { entities } = set;
  const isCertain = certainPart(set) === set;
  const { edge, endNs } = late;
  const { offsetNs, periodNs, promiseNs } = pattern.tasks[edge.task] as PatternTask;
  const job = edge.before.served[edge.task]!;
  const deadlineAtNs = offsetNs + job * periodNs + promiseNs;
  return {
    kind: failureKindOf(entities[edge.task] as Entity),
    entity: edge.task,
    job: job + 1,
    deadlineAtNs,
    latenessNs: endNs - deadlineAtNs,
    ...(isCertain ? {} : { least: true as const }),
    path: pathTo(pattern, late).map(
      ({ task, ...times }): FailurePathJob => ({ entity: task, ...times, job: times.job + 1 }),
    ),
  };
}

const found = new WeakMap<TaskSet, Failure | null>();

/**
 * The first late job if all jobs are released as they arrive and use their whole declared budgets.
 * This miss certainly occurs. Counts from the start of the program. null if a bounded number of jobs
 * has none. The result is cached, because several tests need it for the same set.
 */
export function simulatedFailure(set: TaskSet): Failure | null {
  const known = found.get(set);
  if (known !== undefined) return known;
  const pattern = fullSchedule(set);
  const { late } = explore(pattern, MOST_SIMULATED);
  const failure = late === null ? null : failureOf(set, pattern, late);
  found.set(set, failure);
  return failure;
}

/** A job that is late in some schedule that budgets and jitters allow; null if none was found. */
export function certainFailure(set: TaskSet, mostStates: number): Failure | null {
  const pattern = certainSchedules(set);
  if (tooMany(pattern, mostStates)) return null;
  const { late } = explore(pattern, mostStates);
  return late === null ? null : { ...failureOf(set, pattern, late), some: true };
}
