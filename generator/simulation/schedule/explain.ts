/**
 * Explains a simulated schedule: what a task does at a time, which task delays it and by which
 * rule, and what happens next. Pure: reads a schedule, writes nothing. All times are in
 * nanoseconds.
 */
import type { EventKind } from '../../trace/events.ts';
import type { TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { KIND_LOCK_WAIT, KIND_START, KIND_SWITCH_IN, KIND_SWITCH_OUT } from '../../trace/kinds.ts';
import type { SpanColumn } from '../../trace/store/span-column.ts';
import { ENDED_BY_REPLENISHMENT } from '../../trace/store/spans.ts';
import { compareUrgency, deadlineOf, openJobAt, type RunningJob, type SimulatedSchedule, taskOf } from './schedule.ts';

/** The rule by which the running task goes before the waiting one. */
export type Rule =
  | { readonly kind: 'priority' }
  | { readonly kind: 'deadline'; readonly byNs: number; readonly ownNs: number }
  /** Equally urgent, but it came first. */
  | { readonly kind: 'first-come' }
  /**
   * Less urgent, but it holds a resource. The resource's ceiling, or a task that waits for the
   * resource, is at least as urgent.
   */
  | { readonly kind: 'resource'; readonly resource: number }
  /** Less urgent, but it had started and cannot be preempted. */
  | { readonly kind: 'not-preemptive' }
  /** The scheduler's placement of tasks on cores, or a server's own deadline. */
  | { readonly kind: 'placement' };

/** What a task does at a time, and why it does not run. */
export type Reason =
  /** The task has no pending job. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'runs'; readonly core: number }
  | {
      readonly kind: 'held-off';
      /** The job has run before, so it is preempted. */
      readonly started: boolean;
      readonly by: number;
      readonly core: number;
      readonly rule: Rule;
    }
  /**
   * Another task holds the requested resource; null: no task holds it any more. `inversion`: a less
   * urgent task without a part in it runs meanwhile, where the holder could run; null: none.
   */
  | {
      readonly kind: 'blocked';
      readonly resource: number;
      readonly by: number | null;
      readonly inversion: number | null;
    }
  /**
   * Its budget is exhausted and is replenished at `untilNs`; null: not within the simulated time.
   */
  | { readonly kind: 'budget'; readonly sinceNs: number; readonly untilNs: number | null }
  | { readonly kind: 'interrupt'; readonly interrupt: number }
  /** The runtime itself runs: a context switch or a release. */
  | { readonly kind: 'runtime' };

export function explainAt(schedule: SimulatedSchedule, task: number, timeNs: number): Reason {
  const jobs = schedule.jobs.task(task);
  const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
  if (jobs === null || row === -1) return { kind: 'nothing' };
  const core = schedule.cores.coreAt(task, timeNs);
  if (core !== -1) return { kind: 'runs', core };
  return (
    blockedAt(schedule, task, jobs, row, timeNs) ??
    budgetAt(schedule, task, timeNs) ??
    heldOffAt(
      schedule,
      { task, deadlineNs: deadlineOf(jobs, row) },
      lastSegmentBefore(jobs, row, timeNs) !== -1,
      timeNs,
    ) ??
    interruptAt(schedule, timeNs) ??
    nextUpAt(
      schedule,
      { task, deadlineNs: deadlineOf(jobs, row) },
      lastSegmentBefore(jobs, row, timeNs) !== -1,
      timeNs,
    ) ?? {
      kind: 'runtime',
    }
  );
}

function blockedAt(
  schedule: SimulatedSchedule,
  task: number,
  jobs: TaskJobs,
  row: number,
  timeNs: number,
): Reason | null {
  const { trace, spans } = schedule;
  const segment = lastSegmentBefore(jobs, row, timeNs);
  if (segment === -1 || !jobs.blockedAfterAt(row, segment)) return null;
  const pausedNs = jobs.segmentToAt(row, segment);
  let resource = -1;
  trace.forEach(pausedNs, pausedNs + 1, (_index, _timeNs, kind, object, value) => {
    if (kind === KIND_LOCK_WAIT && value === task) resource = object;
  });
  if (resource === -1) return null;
  const by = tagAt(spans.held.get(resource), timeNs);
  const own = { task, deadlineNs: deadlineOf(jobs, row) };
  return { kind: 'blocked', resource, by, inversion: by === null ? null : inversionAt(schedule, own, by, timeNs) };
}

function inversionAt(schedule: SimulatedSchedule, own: RunningJob, holder: number, timeNs: number): number | null {
  if (schedule.cores.coreAt(holder, timeNs) !== -1) return null;
  const running = heldOffAt(schedule, { task: holder, deadlineNs: Number.POSITIVE_INFINITY }, true, timeNs);
  if (running?.kind !== 'held-off') return null;
  const jobs = schedule.jobs.task(running.by);
  const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
  if (jobs === null || row === -1) return null;
  return compareUrgency(schedule, own, { task: running.by, deadlineNs: deadlineOf(jobs, row) }) < 0 ? running.by : null;
}

/** The job's last run that started before a time; −1: none. */
function lastSegmentBefore(jobs: TaskJobs, row: number, timeNs: number): number {
  let segment = jobs.segmentCountAt(row) - 1;
  while (segment >= 0 && jobs.segmentFromAt(row, segment) > timeNs) segment--;
  return segment;
}

/** A job whose budget is only monitored goes on after its budget is exhausted: nothing replenishes it. */
function budgetAt({ spans, trace, model }: SimulatedSchedule, task: number, timeNs: number): Reason | null {
  const used = spans.exhausted.get(task);
  const at = used === undefined ? -1 : indexAt(used, timeNs);
  if (used === undefined || at === -1) return null;
  if (taskOf(model, task).server === null && used.tagAt(at) !== ENDED_BY_REPLENISHMENT) return null;
  const untilNs = used.toAt(at);
  const isKnown = !(used.isOpen && at === used.count - 1) && untilNs <= trace.endNs;
  return { kind: 'budget', sinceNs: used.fromAt(at), untilNs: isKnown ? untilNs : null };
}

/**
 * The least urgent of the tasks on the cores that the task may use. The waiting task would preempt
 * this one.
 */
function heldOffAt(schedule: SimulatedSchedule, own: RunningJob, started: boolean, timeNs: number): Reason | null {
  let best: { job: RunningJob; core: number } | null = null;
  for (const core of taskOf(schedule.model, own.task).affinity) {
    const by = schedule.cores.taskAt(core, timeNs);
    const jobs = by === -1 ? null : schedule.jobs.task(by);
    const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
    if (jobs === null || row === -1) continue;
    const job = { task: by, deadlineNs: deadlineOf(jobs, row) };
    if (best === null || compareUrgency(schedule, job, best.job) > 0) best = { job, core };
  }
  if (best === null) return null;
  const { job, core } = best;
  const rule = ruleOf(schedule, own, job, timeNs);
  if (rule.kind === 'placement' && isSwitchedTo(schedule, own, timeNs)) return { kind: 'runtime' };
  return { kind: 'held-off', started, by: job.task, core, rule };
}

/**
 * The job that occupies a core of a task whose job is pending, by the rule that puts it before this
 * job; null: no job does.
 */
export function occupantOf(schedule: SimulatedSchedule, task: number, timeNs: number): Reason | null {
  const jobs = schedule.jobs.task(task);
  const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
  if (jobs === null || row === -1) return null;
  const started = lastSegmentBefore(jobs, row, timeNs) !== -1;
  return heldOffAt(schedule, { task, deadlineNs: deadlineOf(jobs, row) }, started, timeNs);
}

/**
 * Whether this job is the next to run, or on one core a job that is at least as urgent. Then a less
 * urgent task still occupies the core because the runtime is running.
 */
function isSwitchedTo(schedule: SimulatedSchedule, own: RunningJob, timeNs: number): boolean {
  const { trace, model } = schedule;
  const first = trace.firstAt(timeNs);
  for (let i = first; i < Math.min(trace.end, first + MOST_LOOKED_AHEAD); i++) {
    const kind = trace.kind(i);
    if (kind !== KIND_START && kind !== KIND_SWITCH_IN) continue;
    const next = trace.object(i);
    if (next === own.task) return true;
    const jobs = model.cores === 1 && model.tasks[next] !== undefined ? schedule.jobs.task(next) : null;
    const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
    if (jobs === null || row === -1) return false;
    return compareUrgency(schedule, { task: next, deadlineNs: deadlineOf(jobs, row) }, own) <= 0;
  }
  return false;
}

/** Limit on the events that may come before a switch: the releases at the same time. */
const MOST_LOOKED_AHEAD = 256;

/**
 * While the runtime switches, no task runs. Then the next task counts, if its job was pending at
 * that time.
 */
function nextUpAt(schedule: SimulatedSchedule, own: RunningJob, started: boolean, timeNs: number): Reason | null {
  const { trace, model } = schedule;
  const { affinity } = taskOf(model, own.task);
  const first = trace.firstAt(timeNs);
  for (let i = first; i < Math.min(trace.end, first + MOST_LOOKED_AHEAD); i++) {
    const kind = trace.kind(i);
    const [by, core] = [trace.object(i), trace.value(i)];
    if ((kind !== KIND_START && kind !== KIND_SWITCH_IN) || !affinity.includes(core)) continue;
    const jobs = by === own.task ? null : schedule.jobs.task(by);
    const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
    if (jobs === null || row === -1) return null;
    const job = { task: by, deadlineNs: deadlineOf(jobs, row) };
    return { kind: 'held-off', started, by, core, rule: ruleOf(schedule, own, job, timeNs) };
  }
  return null;
}

function ruleOf(schedule: SimulatedSchedule, own: RunningJob, by: RunningJob, timeNs: number): Rule {
  const { model } = schedule;
  const order = compareUrgency(schedule, by, own);
  if (order < 0 && model.order === 'edf' && by.deadlineNs < own.deadlineNs) {
    return { kind: 'deadline', byNs: by.deadlineNs, ownNs: own.deadlineNs };
  }
  if (order < 0) return { kind: 'priority' };
  if (order === 0) return { kind: 'first-come' };
  if (!model.preemptive) return { kind: 'not-preemptive' };
  const resource = raisingResource(schedule, own, by.task, timeNs);
  return resource === null ? { kind: 'placement' } : { kind: 'resource', resource };
}

/**
 * The resource that makes its holder more urgent than `own`: by its ceiling, or by a task that
 * waits for it, also through a chain. null: none.
 */
function raisingResource(schedule: SimulatedSchedule, own: RunningJob, holder: number, timeNs: number): number | null {
  const { model, spans } = schedule;
  for (const [resource, held] of spans.held) {
    if (model.protocol === 'none' || tagAt(held, timeNs) !== holder) continue;
    const ceiling = model.resources[resource]?.ceiling ?? Number.POSITIVE_INFINITY;
    const isRaised =
      model.protocol === 'ceiling'
        ? ceiling <= taskOf(model, own.task).priority
        : waitersAt(schedule, resource, timeNs).some(
            (waiter) =>
              compareUrgency(schedule, waiter, own) <= 0 ||
              raisingResource(schedule, own, waiter.task, timeNs) !== null,
          );
    if (isRaised) return resource;
  }
  return null;
}

function waitersAt(schedule: SimulatedSchedule, resource: number, timeNs: number): RunningJob[] {
  return schedule.model.tasks.flatMap((_task, task) => {
    const jobs = schedule.jobs.task(task);
    const row = jobs === null ? -1 : openJobAt(jobs, timeNs);
    if (jobs === null || row === -1) return [];
    const reason = blockedAt(schedule, task, jobs, row, timeNs);
    const waits = reason?.kind === 'blocked' && reason.resource === resource;
    return waits ? [{ task, deadlineNs: deadlineOf(jobs, row) }] : [];
  });
}

function interruptAt({ spans }: SimulatedSchedule, timeNs: number): Reason | null {
  for (const [interrupt, { runs }] of spans.interrupts) {
    if (indexAt(runs, timeNs) !== -1) return { kind: 'interrupt', interrupt };
  }
  return null;
}

/** The interval with from ≤ time < to, or an open one; −1: none. */
function indexAt(spans: SpanColumn, timeNs: number): number {
  for (let i = spans.firstEndingAfter(timeNs); i < spans.count && spans.fromAt(i) <= timeNs; i++) {
    if (spans.toAt(i) > timeNs || (spans.isOpen && i === spans.count - 1)) return i;
  }
  return -1;
}

function tagAt(spans: SpanColumn | undefined, timeNs: number): number | null {
  const at = spans === undefined ? -1 : indexAt(spans, timeNs);
  return spans === undefined || at === -1 ? null : spans.tagAt(at);
}

/** One event of the schedule, with the reason if it is a job that has to stop. */
export interface Happening {
  readonly kind: EventKind;
  readonly object: number;
  readonly value: number;
  readonly reason: Reason | null;
}

const MOST_HAPPENINGS = 64;

/** All events at exactly this time, in order. */
export function happenings(schedule: SimulatedSchedule, timeNs: number): Happening[] {
  const { trace } = schedule;
  const found: Happening[] = [];
  for (let i = trace.firstAt(timeNs); i < trace.end && trace.timeNs(i) === timeNs; i++) {
    if (found.length === MOST_HAPPENINGS) break;
    const { kind, object, value } = trace.at(i);
    const stops = trace.kind(i) === KIND_SWITCH_OUT;
    found.push({ kind, object, value, reason: stops ? explainAt(schedule, object, timeNs) : null });
  }
  return found;
}

/** The time of the next event after a time; null: the simulation ends before one. */
export function nextEventNs({ trace }: SimulatedSchedule, timeNs: number): number | null {
  let i = trace.firstAt(timeNs);
  while (i < trace.end && trace.timeNs(i) <= timeNs) i++;
  return i < trace.end ? trace.timeNs(i) : null;
}

/** The time of the last event before a time; null: there is none. */
export function previousEventNs({ trace }: SimulatedSchedule, timeNs: number): number | null {
  const i = trace.firstAt(timeNs) - 1;
  return i < trace.first ? null : trace.timeNs(i);
}
