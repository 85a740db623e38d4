/**
 * The course of one job: where its time went, from its arrival to its end, and which job is to blame
 * if it was late. Works on simulated and on measured schedules. All times are in nanoseconds.
 */
import { STATE_INCOMPLETE, type TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { explainAt, type Reason } from './explain.ts';
import { openJobAt, type SimulatedSchedule } from './schedule.ts';

/** A part of the time of a job. Parts with the same reason are added up. */
export interface CoursePart {
  /** `previous`: an earlier job of the same task was pending. `unreleased`: its release was late. */
  readonly reason: Reason | { readonly kind: 'previous' } | { readonly kind: 'unreleased' };
  readonly ns: number;
  /** The job that ran instead, or that held the resource: its task and row; null: none. */
  readonly by: JobRef | null;
}

export interface JobRef {
  readonly task: number;
  readonly row: number;
}

export interface JobCourse {
  readonly job: JobRef;
  readonly number: number;
  readonly fromNs: number;
  readonly toNs: number;
  readonly ended: boolean;
  /** Telemetry was lost before its end, so the rest of its course is not known. */
  readonly hidden: boolean;
  /** End minus deadline, so far if it has not ended; null: no deadline, or met. */
  readonly latenessNs: number | null;
  /** Time for which the job itself ran, without interrupts. */
  readonly ranNs: number;
  /** The other parts, longest first. */
  readonly parts: readonly CoursePart[];
  /** The job that took longer than its budget, otherwise the one that delayed this job most. */
  readonly culprit: Culprit | null;
}

export interface Culprit extends JobRef {
  readonly number: number;
  /** Its processor time with interrupts. */
  readonly tookNs: number;
  /** Its budget if it took longer; otherwise null. */
  readonly promisedNs: number | null;
  readonly ended: boolean;
}

/** A job with more events than this is followed up to this number of events. */
const MOST_EVENTS = 4096;

/** null: the task has no such job. */
export function courseOfJob(schedule: SimulatedSchedule, task: number, row: number): JobCourse | null {
  const jobs = schedule.jobs.task(task);
  if (jobs === null || row < jobs.first || row >= jobs.count) return null;
  const [fromNs, toNs] = [jobs.arrivalAt(row), jobs.knownEndAt(row)];
  const parts = new Map<string, { reason: CoursePart['reason']; ns: number; by: JobRef | null }>();
  let ranNs = 0;
  const times = timesBetween(schedule, fromNs, toNs);
  for (let i = 0; i + 1 < times.length; i++) {
    const [at, until] = [times[i] as number, times[i + 1] as number];
    const reason = reasonAt(schedule, jobs, { task, row }, at);
    if (reason.kind === 'runs') ranNs += until - at;
    else {
      const by = jobBehind(schedule, reason, task, at);
      const key = `${reason.kind} ${by?.task ?? ''} ${'rule' in reason ? reason.rule.kind : ''}`;
      const known = parts.get(key);
      // The longest of the jobs of one task would need more memory. The last one is the nearest to the miss.
      parts.set(key, { reason, ns: (known?.ns ?? 0) + until - at, by: by ?? known?.by ?? null });
    }
  }
  const found = [...parts.values()].sort((a, b) => b.ns - a.ns);
  const deadline = jobs.task.deadlineNs === null ? null : jobs.deadlineAt(row);
  return {
    job: { task, row },
    number: jobs.numberAt(row),
    fromNs,
    toNs,
    ended: hasEnded(jobs, row),
    hidden: jobs.stateAt(row) === STATE_INCOMPLETE,
    latenessNs: deadline !== null && toNs > deadline ? toNs - deadline : null,
    ranNs,
    parts: found,
    culprit: culpritOf(schedule, { task, row }, found),
  };
}

/** The times of all events between two times, and the two times, ascending. */
function timesBetween({ trace }: SimulatedSchedule, fromNs: number, toNs: number): number[] {
  const times = [fromNs];
  for (let i = trace.firstAt(fromNs); i < trace.end && times.length < MOST_EVENTS; i++) {
    const time = trace.timeNs(i);
    if (time >= toNs) break;
    if (time > (times.at(-1) as number)) times.push(time);
  }
  times.push(toNs);
  return times;
}

function reasonAt(
  schedule: SimulatedSchedule,
  jobs: TaskJobs,
  { task, row }: JobRef,
  timeNs: number,
): CoursePart['reason'] {
  if (timeNs < jobs.releaseAt(row)) {
    const earlier = openJobAt(jobs, timeNs);
    return { kind: earlier === -1 || earlier >= row ? 'unreleased' : 'previous' };
  }
  const open = openJobAt(jobs, timeNs);
  if (open !== -1 && open < row) return { kind: 'previous' };
  const reason = explainAt(schedule, task, timeNs);
  return reason.kind === 'runs' ? (interruptAt(schedule, timeNs) ?? reason) : reason;
}

/** An interrupt that runs within a job. */
function interruptAt({ spans }: SimulatedSchedule, timeNs: number): Reason | null {
  for (const [interrupt, { runs }] of spans.interrupts) {
    const i = runs.firstEndingAfter(timeNs + 1);
    if (i < runs.count && runs.fromAt(i) <= timeNs) return { kind: 'interrupt', interrupt };
  }
  return null;
}

function jobBehind(
  schedule: SimulatedSchedule,
  reason: CoursePart['reason'],
  own: number,
  timeNs: number,
): JobRef | null {
  const task =
    reason.kind === 'held-off' || reason.kind === 'blocked' ? reason.by : reason.kind === 'previous' ? own : null;
  const jobs = task === null ? null : schedule.jobs.task(task);
  const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
  return task === null || row === -1 ? null : { task, row };
}

function culpritOf(schedule: SimulatedSchedule, own: JobRef, parts: readonly CoursePart[]): Culprit | null {
  const all = [own, ...parts.flatMap(({ by }) => by ?? [])].flatMap((ref) => takenBy(schedule, ref) ?? []);
  const over = all.filter(({ promisedNs }) => promisedNs !== null);
  const excess = ({ tookNs, promisedNs }: Culprit): number => tookNs / Math.max(1, promisedNs ?? tookNs);
  if (over.length > 0) return over.reduce((worst, each) => (excess(each) > excess(worst) ? each : worst));
  const longest = parts.find(({ by }) => by !== null)?.by;
  return longest == null ? null : takenBy(schedule, longest);
}

/** Measured times include interrupts: only a job that the runtime reported exceeded its budget. */
function takenBy({ jobs }: SimulatedSchedule, { task, row }: JobRef): Culprit | null {
  const column = jobs.task(task);
  if (column === null) return null;
  const last = column.segmentCountAt(row) - 1;
  const ended = hasEnded(column, row);
  const runs = !ended && last >= 0 && column.segmentToAt(row, last) < 0;
  const tookNs = column.executionAt(row) + (runs ? column.knownEndAt(row) - column.segmentFromAt(row, last) : 0);
  const budgetNs = column.task.budgetNs;
  const isOver = budgetNs !== null && tookNs > budgetNs && (column.exhaustedAt(row) || tookNs > 2 * budgetNs);
  return { task, row, number: column.numberAt(row), tookNs, promisedNs: isOver ? budgetNs : null, ended };
}

const hasEnded = (jobs: TaskJobs, row: number): boolean => jobs.endAt(row) >= 0;
