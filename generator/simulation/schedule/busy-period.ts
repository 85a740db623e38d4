/**
 * Finds busy periods and critical instants, the basis of response-time analysis, in a simulated
 * schedule. Both are defined for one core. All times are in nanoseconds.
 */
import type { TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { deadlineOf, openJobAt, type SimulatedSchedule, taskOf } from './schedule.ts';

export interface BusyPeriod {
  readonly fromNs: number;
  /** For a busy period that is still open: the end of the simulated time. */
  readonly toNs: number;
}

/** A busy period with more jobs than this is returned as far as it was followed. */
const MOST_STEPS = 4096;
/** Limit on the number of a task's pending jobs before its newest one. */
const MOST_QUEUED = 64;

/**
 * The level-i busy period of a task that contains a time (Lehoczky 1990): the longest interval
 * around it in which a job of the task, or of one at least as urgent, is always pending. Under EDF,
 * the jobs with a deadline no later than the deadline of the task's own job count: the deadline busy
 * period (Spuri 1996). It ends when all earlier releases are complete, as in the analysis. null if no job
 * is pending at that time, or if the task may run on several cores, where the busy period is not
 * defined.
 */
export function busyPeriodAt(schedule: SimulatedSchedule, task: number, timeNs: number): BusyPeriod | null {
  const level = levelOf(schedule, task, timeNs);
  if (level === null) return null;
  const first = level.map((pending) => ({ pending, row: pendingAt(pending, timeNs) })).find(({ row }) => row !== -1);
  if (first === undefined) return null;
  let period = { fromNs: first.pending.jobs.releaseAt(first.row), toNs: first.pending.jobs.knownEndAt(first.row) };
  for (let step = 0; step < MOST_STEPS; step++) {
    const wider = level.reduce(widened, period);
    if (wider.fromNs === period.fromNs && wider.toNs === period.toNs) break;
    period = wider;
  }
  return period;
}

/**
 * Extended by all jobs that are pending somewhere within the interval. A job that only touches an
 * end belongs to another period.
 */
function widened({ fromNs, toNs }: BusyPeriod, { jobs, counts }: Pending): BusyPeriod {
  let [from, to] = [fromNs, toNs];
  for (let row = jobs.firstEndingAfter(from); row < jobs.count && jobs.releaseAt(row) < to; row++) {
    if (!counts(row) || jobs.knownEndAt(row) <= from) continue;
    from = Math.min(from, jobs.releaseAt(row));
    to = Math.max(to, jobs.knownEndAt(row));
  }
  return { fromNs: from, toNs: to };
}

interface Pending {
  readonly jobs: TaskJobs;
  /** Whether a job belongs to the level. */
  readonly counts: (row: number) => boolean;
}

/** The jobs that count; null if there is no level. */
function levelOf(schedule: SimulatedSchedule, task: number, timeNs: number): Pending[] | null {
  const { model } = schedule;
  const own = taskOf(model, task);
  if (own.background || model.clusters[own.cluster]?.cores.length !== 1) return null;
  const level: Pending[] = [];
  const ownJobs = schedule.jobs.task(task);
  const ownRow = ownJobs === null ? -1 : openJobAt(ownJobs, timeNs);
  if (model.order === 'edf' && (ownJobs === null || ownRow === -1)) return null;
  const latest = ownJobs === null || ownRow === -1 ? Number.POSITIVE_INFINITY : deadlineOf(ownJobs, ownRow);
  for (const [index, other] of model.tasks.entries()) {
    const jobs = schedule.jobs.task(index);
    if (jobs === null || other.background || other.cluster !== own.cluster) continue;
    if (model.order === 'edf') level.push({ jobs, counts: (row) => deadlineOf(jobs, row) <= latest });
    else if (other.priority <= own.priority) level.push({ jobs, counts: () => true });
  }
  return level;
}

/** A job of the level that is pending at a time; −1: none. */
function pendingAt({ jobs, counts }: Pending, timeNs: number): number {
  const row = openJobAt(jobs, timeNs);
  return row !== -1 && counts(row) ? row : -1;
}

/**
 * Critical instants of a task within an interval: its releases at which every task that is at least
 * as urgent is released, too (Liu, Layland 1973). Under EDF all tasks of the core must be released:
 * the worst case of demand, though not of each response time. Empty for a task that no other task
 * can delay.
 */
export function criticalInstants(schedule: SimulatedSchedule, task: number, fromNs: number, toNs: number): number[] {
  const { model } = schedule;
  const own = taskOf(model, task);
  const jobs = schedule.jobs.task(task);
  if (jobs === null || own.background || model.clusters[own.cluster]?.cores.length !== 1) return [];
  const others = model.tasks.flatMap((other, index) => {
    const counts = model.order === 'edf' || other.priority <= own.priority;
    const theirs =
      index === task || other.background || other.cluster !== own.cluster ? null : schedule.jobs.task(index);
    return counts && theirs !== null ? [theirs] : [];
  });
  if (others.length === 0) return [];
  const found: number[] = [];
  for (let row = Math.max(jobs.first, jobs.firstEndingAfter(fromNs)); row < jobs.count; row++) {
    const release = jobs.releaseAt(row);
    if (release > toNs || found.length === MOST_STEPS) break;
    if (release >= fromNs && others.every((theirs) => isReleasedAt(theirs, release))) found.push(release);
  }
  return found;
}

function isReleasedAt(jobs: TaskJobs, timeNs: number): boolean {
  const last = jobs.lastArrivedBefore(timeNs);
  for (let row = last; row >= Math.max(jobs.first, last - MOST_QUEUED); row--) {
    if (jobs.releaseAt(row) === timeNs) return true;
    if (jobs.releaseAt(row) < timeNs) return false;
  }
  return false;
}
