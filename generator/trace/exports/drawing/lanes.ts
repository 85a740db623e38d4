/** The tasks that a drawing has lanes for. */
import type { RecordedTrace } from '../../file/trace-file.ts';
import type { TaskJobs } from '../../jobs/task-jobs.ts';

/** @param lanes indices of tasks, from the top. Undefined: all tasks, in the order of the trace */
export function tasksOf({ jobs }: RecordedTrace, lanes: readonly number[] | undefined): readonly TaskJobs[] {
  if (lanes === undefined) return jobs.tasks;
  return lanes.flatMap((index) => jobs.task(index) ?? []);
}
