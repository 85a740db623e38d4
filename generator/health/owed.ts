/** The number of jobs that each task should have completed, and the tasks that completed fewer. */
import type { Finding } from './finding.ts';
import type { RunObservation, TaskObservation } from './observation.ts';

/** One job may still run, or its end may not have been received yet. */
export const IN_FLIGHT = 1;

/**
 * Jobs of a periodic task with a deadline and a next arrival that have passed by `untilNs`.
 * @param startNs start of the program's release clock, on the same axis as `untilNs`. Unit: ns
 */
export function jobsDue(task: TaskObservation, startNs: number, untilNs: number): number {
  const { kind, periodNs, offsetNs, jitterNs, deadlineNs } = task;
  if (kind !== 'periodic' || periodNs === null) return 0;
  const patienceNs = jitterNs + Math.max(periodNs, deadlineNs ?? 0);
  return Math.max(0, Math.floor((untilNs - startNs - offsetNs - patienceNs) / periodNs) + 1);
}

/** For a failed run: the required jobs of each task that completed fewer, by task number. */
export function shortfalls(run: RunObservation, [first]: readonly Finding[]): ReadonlyMap<number, number> {
  const short = new Map<number, number>();
  if (first?.severity !== 'error') return short;
  run.tasks.forEach((task, index) => {
    const due = jobsDue(task, run.releaseStartNs ?? 0, run.boardTimeNs ?? 0);
    if (task.completed < due - IN_FLIGHT) short.set(index, due);
  });
  return short;
}
