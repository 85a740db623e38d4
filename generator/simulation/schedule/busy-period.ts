/**
 * Busy periods and critical instants of a played schedule: the two notions on which response-time analysis rests, found in what
 * was played. Both are of one core. All times in nanoseconds.
 */
import type { TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { deadlineOf, openJobAt, type PlayedSchedule, taskOf } from './schedule.ts';

export interface BusyPeriod {
  readonly fromNs: number;
  /** Of one that goes on: the end of what was played. */
  readonly toNs: number;
}

/** A period of more jobs than this is given as far as it was followed. */
const MOST_STEPS = 4096;
/** How many jobs of a task may have been released and not ended before its newest one. */
const MOST_QUEUED = 64;

/**
 * The level-i busy period of a task in which a time lies (Lehoczky 1990): the longest stretch around it throughout which a job of
 * the task, or of one at least as urgent, is released and not done. Under EDF jobs count whose deadline is not after that of the
 * task's own job, the deadline busy period (Spuri 1996). It ends where all that was released before is done, as the analysis
 * counts it. null: nothing of that is pending then, or the task may run on several cores, where there is no such notion.
 */
export function busyPeriodAt(schedule: PlayedSchedule, task: number, timeNs: number): BusyPeriod | null {
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

/** With all jobs that are pending somewhere within it; one that only meets its ends is of another period. */
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
  /** Whether a job is of the level. */
  readonly counts: (row: number) => boolean;
}

/** The jobs that count; null: there is no level. */
function levelOf(schedule: PlayedSchedule, task: number, timeNs: number): Pending[] | null {
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

/** A job of the level that is released and not done at a time; −1: there is none. */
function pendingAt({ jobs, counts }: Pending, timeNs: number): number {
  const row = openJobAt(jobs, timeNs);
  return row !== -1 && counts(row) ? row : -1;
}

/**
 * Critical instants of a task within a stretch: its releases at which every task that is at least as urgent is released as well
 * (Liu, Layland 1973). Under EDF all tasks of the core must be: the worst case of demand, though not of each response. Empty for
 * a task that nobody can hold off.
 */
export function criticalInstants(schedule: PlayedSchedule, task: number, fromNs: number, toNs: number): number[] {
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
