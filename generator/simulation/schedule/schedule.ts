/** A simulated schedule, with its readers. See explain.ts for the queries. */

import { JobTracker } from '../../trace/jobs/jobs.ts';
import { NEVER } from '../../trace/jobs/jobs-column.ts';
import type { TaskJobs } from '../../trace/jobs/task-jobs.ts';
import { CoreTracker } from '../../trace/store/cores.ts';
import { SpanTracker } from '../../trace/store/spans.ts';
import type { TraceStore } from '../../trace/store/store.ts';
import type { SimulatedTask, SimulationModel } from '../model.ts';

export interface SimulatedSchedule {
  readonly model: SimulationModel;
  readonly trace: TraceStore;
  readonly jobs: JobTracker;
  readonly spans: SpanTracker;
  readonly cores: CoreTracker;
}

export function playedSchedule(model: SimulationModel, trace: TraceStore): SimulatedSchedule {
  return { model, trace, jobs: new JobTracker(trace), spans: new SpanTracker(trace), cores: new CoreTracker(trace) };
}

/** Reads what was simulated since the last call. */
export function readOn({ jobs, spans, cores }: SimulatedSchedule): void {
  jobs.update();
  spans.update();
  cores.update();
}

/** The task's oldest pending job at a time; −1: none. */
export function openJobAt(jobs: TaskJobs, timeNs: number): number {
  let row = jobs.firstEndingAfter(timeNs);
  while (row < jobs.count && jobs.knownEndAt(row) <= timeNs && jobs.endAt(row) !== NEVER) row++;
  return row < jobs.count && jobs.releaseAt(row) <= timeNs ? row : -1;
}

/** Absolute deadline of a job; Infinity: none. */
export function deadlineOf(jobs: TaskJobs, row: number): number {
  const deadline = jobs.deadlineAt(row);
  return deadline === NEVER ? Number.POSITIVE_INFINITY : deadline;
}

/**
 * Compares the urgency of two jobs, ignoring their order of arrival. Negative: `a` is more urgent.
 */
export function compareUrgency(schedule: SimulatedSchedule, a: RunningJob, b: RunningJob): number {
  const { model } = schedule;
  if (model.order === 'edf' && a.deadlineNs !== b.deadlineNs) return a.deadlineNs < b.deadlineNs ? -1 : 1;
  return taskOf(model, a.task).priority - taskOf(model, b.task).priority;
}

export interface RunningJob {
  readonly task: number;
  readonly deadlineNs: number;
}

export function taskOf(model: SimulationModel, task: number): SimulatedTask {
  const found = model.tasks[task];
  if (found === undefined) throw new RangeError(`The model has no task ${task}.`);
  return found;
}
