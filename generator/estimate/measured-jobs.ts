/** What the statistics of a trace say about the jobs of a sketch's tasks and handlers. */
import type { Sketch } from '../sketch/model.ts';
import { systemOf } from '../system/system.ts';
import type { TraceStatistics } from '../trace/jobs/statistics.ts';
import type { MeasuredJobs } from './fill-in.ts';

export function measuredJobs(sketch: Sketch, { tasks }: TraceStatistics): readonly MeasuredJobs[] {
  return systemOf(sketch).runnables.map(({ index, name }) => {
    const found = tasks.find(({ task }) => task.index === index && task.class === 'task');
    return { name, jobs: found?.completed ?? 0, longestNs: found?.executionNs.worst ?? null };
  });
}
