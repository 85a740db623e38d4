/**
 * The course of one job: where its time went, from its arrival to its end, and which job is to blame
 * if it was late. Works on simulated and on measured schedules. All times are in nanoseconds.
 */
import { STATE_INCOMPLETE, type TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { explainAt, occupantOf, type Reason, type Rule } from './explain.ts';
import { openJobAt, type SimulatedSchedule, taskOf } from './schedule.ts';

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
  /** The runtime stopped it at the end of its budget, before it was done. */
  readonly stopped: boolean;
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
  /** The runtime stopped it at the end of its budget. It took no longer than that, so it has kept its promise. */
  readonly stopped: boolean;
}

/** A course of a job ends after this number of events. A decomposition of the job does not. */
const MOST_EVENTS = 4096;

/** null: the task has no such job. */
export function courseOfJob(schedule: SimulatedSchedule, task: number, row: number): JobCourse | null {
  const jobs = schedule.jobs.task(task);
  if (jobs === null || row < jobs.first || row >= jobs.count) return null;
  const parts = new Map<string, { reason: CoursePart['reason']; ns: number; by: JobRef | null }>();
  let ranNs = 0;
  walkJob(
    schedule,
    { task, row },
    (ns, reason, by) => {
      if (reason.kind === 'runs') {
        ranNs += ns;
        return;
      }
      const key = `${reason.kind} ${by?.task ?? ''} ${'rule' in reason ? reason.rule.kind : ''}`;
      const known = parts.get(key);
      // The longest of the jobs of one task would need more memory. The last one is the nearest to the miss.
      parts.set(key, { reason, ns: (known?.ns ?? 0) + ns, by: by ?? known?.by ?? null });
    },
    MOST_EVENTS,
  );
  const [fromNs, toNs] = [jobs.arrivalAt(row), jobs.knownEndAt(row)];
  const found = [...parts.values()].sort((a, b) => b.ns - a.ns);
  const deadline = jobs.task.deadlineNs === null ? null : jobs.deadlineAt(row);
  return {
    job: { task, row },
    number: jobs.numberAt(row),
    fromNs,
    toNs,
    ended: hasEnded(jobs, row),
    hidden: jobs.stateAt(row) === STATE_INCOMPLETE,
    stopped: jobs.stoppedAt(row),
    latenessNs: deadline !== null && toNs > deadline ? toNs - deadline : null,
    ranNs,
    parts: found,
    culprit: culpritOf(schedule, { task, row }, found),
  };
}

/** A part of a job's time with one reason, and the job that ran instead or held the resource; null: none. */
type VisitPart = (ns: number, reason: CoursePart['reason'], by: JobRef | null) => void;

/**
 * Divides the time of a job, from its arrival to its known end, at every event of the trace, and
 * gives each piece its only reason. The pieces are adjacent, so their lengths sum to the response.
 * What a task does changes at events only, so the reason at the start of a piece holds to its end.
 *
 * At one instant the first of these rules holds:
 *
 * 1. Before its release the job waits for an earlier job of its task (`previous`), or its release is
 *    late (`unreleased`). After its release, too, it waits for an earlier job that is pending.
 * 2. It is on a core: it runs, or an interrupt runs on this core.
 * 3. It waits for a resource. While the holder runs, the holder blocks it. While a job that is at
 *    least as urgent as the waiting one runs instead of the holder, that job delays it.
 * 4. Its server has no budget (`budget`).
 * 5. One of its cores has no task: an interrupt or the runtime runs there.
 * 6. An interrupt runs above the task that occupies its core.
 * 7. Another job occupies its core, by one of the rules of `Rule`. It is the least urgent of the jobs
 *    on the cores of the task.
 *
 * The runtime's own work while a job or an interrupt runs (a tick, a release) is not recorded, so it
 * belongs to that job or interrupt.
 *
 * Events that the store has dropped are not known: the time before the first stored one has the reason
 * `nothing`.
 *
 * @param most the number of events that are followed; the rest has the reason of the last one
 */
function walkJob(schedule: SimulatedSchedule, job: JobRef, visit: VisitPart, most = Number.POSITIVE_INFINITY): void {
  const walk = new JobWalk(schedule, job, visit);
  walk.advance(most);
  walk.end();
}

/** A walk that can pause, so that a job with millions of events does not stop a window. */
export class JobWalk {
  readonly #schedule: SimulatedSchedule;
  readonly #job: JobRef;
  readonly #visit: VisitPart;
  readonly #toNs: number;
  #at: number;
  #next: number;

  constructor(schedule: SimulatedSchedule, job: JobRef, visit: VisitPart) {
    const jobs = schedule.jobs.task(job.task);
    const isKnown = jobs !== null && job.row >= jobs.first && job.row < jobs.count;
    this.#schedule = schedule;
    this.#job = job;
    this.#visit = visit;
    this.#at = isKnown ? jobs.arrivalAt(job.row) : 0;
    this.#toNs = isKnown ? jobs.knownEndAt(job.row) : 0;
    this.#skipDropped();
    this.#next = schedule.trace.firstAt(this.#at);
  }

  /** The share of the job's time that is done, from 0 to 1. */
  shareSince(fromNs: number): number {
    return this.#toNs > fromNs ? (this.#at - fromNs) / (this.#toNs - fromNs) : 1;
  }

  /** Follows some events. Returns whether it has reached the last one. */
  advance(most: number): boolean {
    const { trace } = this.#schedule;
    if (this.#next < trace.first) {
      this.#skipDropped();
      this.#next = trace.first;
    }
    for (let followed = 0; followed < most; this.#next++) {
      const time = this.#next < trace.end ? trace.timeNs(this.#next) : this.#toNs;
      if (time >= this.#toNs) return true;
      if (time === this.#at) continue;
      this.#take(time);
      followed++;
    }
    return false;
  }

  /** Visits the rest of the job. */
  end(): void {
    this.#take(this.#toNs);
  }

  #take(untilNs: number): void {
    const at = this.#at;
    const { task } = this.#job;
    const jobs = this.#schedule.jobs.task(task);
    if (untilNs <= at || jobs === null) return;
    const reason = reasonAt(this.#schedule, jobs, this.#job, at);
    this.#visit(untilNs - at, reason, jobBehind(this.#schedule, reason, task, at));
    this.#at = untilNs;
  }

  #skipDropped(): void {
    const { trace } = this.#schedule;
    const knownNs = Math.min(this.#toNs, trace.droppedEvents > 0 ? trace.startNs : this.#at);
    if (knownNs <= this.#at) return;
    this.#visit(knownNs - this.#at, { kind: 'nothing' }, null);
    this.#at = knownNs;
  }
}

function reasonAt(
  schedule: SimulatedSchedule,
  jobs: TaskJobs,
  { task, row }: JobRef,
  timeNs: number,
): CoursePart['reason'] {
  const open = openJobAt(jobs, timeNs);
  if (open !== -1 && open < row) return { kind: 'previous' };
  if (timeNs < jobs.releaseAt(row)) return { kind: 'unreleased' };
  const reason = explainAt(schedule, task, timeNs);
  if (reason.kind === 'runs') return interruptOn(schedule, reason.core, timeNs) ?? reason;
  if (reason.kind === 'blocked') return blockedBy(schedule, task, timeNs, reason);
  if (reason.kind === 'held-off') return heldOffBy(schedule, task, timeNs, reason);
  if (reason.kind !== 'runtime' && reason.kind !== 'interrupt') return reason;
  return interruptOnOneOf(schedule, task, timeNs) ?? reason;
}

/** While an interrupt delays a switch, a less urgent task still occupies the core. */
function interruptOnOneOf(schedule: SimulatedSchedule, task: number, timeNs: number): Reason | null {
  for (const core of taskOf(schedule.model, task).affinity) {
    const interrupt = interruptOn(schedule, core, timeNs);
    if (interrupt !== null) return interrupt;
  }
  return null;
}

type HeldOff = Extract<Reason, { readonly kind: 'held-off' }>;
type Blocked = Extract<Reason, { readonly kind: 'blocked' }>;

/** Rules 5 to 7 of `walkJob`. */
function heldOffBy(schedule: SimulatedSchedule, task: number, timeNs: number, reason: HeldOff): Reason {
  const { cores, model } = schedule;
  const free = taskOf(model, task).affinity.find((core) => cores.taskAt(core, timeNs) === -1);
  if (free !== undefined) return interruptOn(schedule, free, timeNs) ?? { kind: 'runtime' };
  return interruptOn(schedule, reason.core, timeNs) ?? reason;
}

/** Rule 3 of `walkJob`. */
function blockedBy(schedule: SimulatedSchedule, task: number, timeNs: number, reason: Blocked): Reason {
  const core = reason.by === null ? -1 : schedule.cores.coreAt(reason.by, timeNs);
  if (core !== -1) return interruptOn(schedule, core, timeNs) ?? reason;
  const running = occupantOf(schedule, task, timeNs);
  if (running === null) return schedule.model.cores === 1 ? (interruptOn(schedule, 0, timeNs) ?? reason) : reason;
  const byRule = running.kind === 'held-off' && URGENT_RULES.has(running.rule.kind);
  return byRule ? heldOffBy(schedule, task, timeNs, running) : reason;
}

/** The rules by which a job that is at least as urgent goes first. */
const URGENT_RULES: ReadonlySet<Rule['kind']> = new Set(['priority', 'deadline', 'first-come']);

/** The interrupt that began last of those that run on a core at a time; null: none. */
function interruptOn({ spans, model }: SimulatedSchedule, core: number, timeNs: number): Reason | null {
  let [found, sinceNs] = [-1, Number.NEGATIVE_INFINITY];
  for (const [interrupt, { runs }] of spans.interrupts) {
    if ((model.interrupts[interrupt]?.core ?? 0) !== core) continue;
    const i = runs.firstEndingAfter(timeNs + 1);
    if (i >= runs.count || runs.fromAt(i) > timeNs || runs.fromAt(i) < sinceNs) continue;
    [found, sinceNs] = [interrupt, runs.fromAt(i)];
  }
  return found === -1 ? null : { kind: 'interrupt', interrupt: found };
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
  const isClear = budgetNs !== null && tookNs > budgetNs && (column.exhaustedAt(row) || tookNs > 2 * budgetNs);
  const stopped = column.stoppedAt(row);
  const promisedNs = isClear && !stopped ? budgetNs : null;
  return { task, row, number: column.numberAt(row), tookNs, promisedNs, ended, stopped };
}

const hasEnded = (jobs: TaskJobs, row: number): boolean => jobs.endAt(row) >= 0;
