/**
 * The parts of one job's response, simulated or measured.
 *
 *   const job = decompose(schedule, task, row);
 *   job.parts      // [{ cause: { kind: 'task', task: 0 }, ns: 2_100_000, jobs: 2 }, …]
 *
 * The parts sum to the response exactly, because a `JobWalk` cuts the job's time into adjacent pieces
 * with one reason each. The rules are there. Here a reason becomes a cause, under every scheduler by
 * the relation of the two jobs:
 *
 * - A job goes first by priority, by its deadline, or because it is equally urgent and came first:
 *   `task`. This holds under fixed priorities, under EDF and without preemption, whether it preempted this
 *   job or ran before it.
 * - A less urgent job goes first, because it cannot be preempted (super-loop), or because it holds
 *   a resource and runs at its ceiling or with an inherited priority: `blocking`.
 *   A trace shows the releases of a sporadic task, not its arrivals. Under EDF with release jitter a
 *   job of such a task can therefore seem less urgent than it was.
 * - On several cores the scheduler placed other jobs on all cores of the task: `task`. On one core no
 *   scheduler does this, so it is `blocking`.
 */
import type { Rule } from '../simulation/schedule/explain.ts';
import { type CoursePart, type JobRef, JobWalk } from '../simulation/schedule/job-course.ts';
import type { SimulatedSchedule } from '../simulation/schedule/schedule.ts';
import { STATE_INCOMPLETE } from '../trace/jobs/task-jobs.ts';
import { type Cause, causeKey } from './cause.ts';

export interface JobPart {
  readonly cause: Cause;
  /** Unit: ns. */
  readonly ns: number;
  /** The number of jobs of the cause's task; 0 if the cause is no other task. */
  readonly jobs: number;
}

export interface ExplainedJob extends JobRef {
  /** k: the number of its release since the program's start, from 0. */
  readonly number: number;
  readonly arrivalNs: number;
  /** Its completion, or the end of its known part. */
  readonly endNs: number;
  /** Whether the job completed. If not, the parts sum to its response time so far. */
  readonly ended: boolean;
  /** Whether the runtime stopped it at the end of its budget, before it was done. */
  readonly stopped: boolean;
  /** Whether events are missing before its end. The parts then are not those of the whole job. */
  readonly incomplete: boolean;
  /** From the arrival. Unit: ns. */
  readonly responseNs: number;
  /** Absolute; null: none. */
  readonly deadlineNs: number | null;
  /** Longest first. No part is zero. */
  readonly parts: readonly JobPart[];
}

/** null: the task has no such job. */
export function decompose(schedule: SimulatedSchedule, task: number, row: number): ExplainedJob | null {
  const decomposition = decomposing(schedule, task, row);
  decomposition?.advance(Number.POSITIVE_INFINITY);
  return decomposition?.result() ?? null;
}

/** The work of `decompose` in steps. */
export interface Decomposition {
  /** Follows some events of the trace. Returns whether all are followed. */
  advance(events: number): boolean;
  /** Share of the response time, from 0 to 1. */
  readonly share: number;
  /** The job, after its last event has been followed. */
  result(): ExplainedJob;
}

/** null: the task has no such job. */
export function decomposing(schedule: SimulatedSchedule, task: number, row: number): Decomposition | null {
  const jobs = schedule.jobs.task(task);
  if (jobs === null || row < jobs.first || row >= jobs.count) return null;
  const parts = new Map<string, { cause: Cause; ns: number; jobs: Set<number> }>();
  const [arrivalNs, endNs] = [jobs.arrivalAt(row), jobs.knownEndAt(row)];
  const job = {
    ...{ task, row, arrivalNs, endNs, responseNs: endNs - arrivalNs },
    number: jobs.numberAt(row),
    ended: jobs.endAt(row) >= 0,
    stopped: jobs.stoppedAt(row),
    deadlineNs: jobs.task.deadlineNs === null ? null : jobs.deadlineAt(row),
  };
  const isIncomplete = jobs.stateAt(row) === STATE_INCOMPLETE;
  let dropped = false;
  const walk = new JobWalk(schedule, { task, row }, (ns, reason, by) => {
    const cause = causeOf(reason, schedule.model.cores);
    dropped ||= by === null && reason.kind === 'nothing';
    const key = causeKey(cause);
    const part = parts.get(key) ?? { cause, ns: 0, jobs: new Set() };
    part.ns += ns;
    if (by !== null && (cause.kind === 'task' || cause.kind === 'blocking')) part.jobs.add(by.row);
    parts.set(key, part);
  });
  return {
    advance: (events) => walk.advance(events),
    get share() {
      return walk.shareSince(arrivalNs);
    },
    result: () => {
      walk.end();
      return {
        ...job,
        incomplete: isIncomplete || dropped,
        parts: [...parts.values()]
          .map(({ cause, ns, jobs: { size } }) => ({ cause, ns, jobs: size }))
          .sort((a, b) => b.ns - a.ns),
      };
    },
  };
}

function causeOf(reason: CoursePart['reason'], cores: number): Cause {
  switch (reason.kind) {
    case 'runs':
      return { kind: 'own' };
    case 'held-off':
      return byRule(reason.rule, reason.by, cores);
    case 'blocked':
      return { kind: 'blocking', task: reason.by, resource: reason.resource };
    case 'interrupt':
      return { kind: 'interrupt', interrupt: reason.interrupt };
    case 'budget':
    case 'runtime':
    case 'previous':
      return { kind: reason.kind };
    case 'unreleased':
      return { kind: 'release' };
    case 'nothing':
      return { kind: 'unknown' };
  }
}

function byRule(rule: Rule, task: number, cores: number): Cause {
  switch (rule.kind) {
    case 'priority':
    case 'deadline':
    case 'first-come':
      return { kind: 'task', task };
    case 'resource':
      return { kind: 'blocking', task, resource: rule.resource };
    case 'not-preemptive':
      return { kind: 'blocking', task, resource: null };
    case 'placement':
      return cores > 1 ? { kind: 'task', task } : { kind: 'blocking', task, resource: null };
  }
}
