/** How many jobs each task owes, and which tasks fall short of it. */
import type { Finding } from './finding.ts';
import type { RunObservation, TaskObservation } from './observation.ts';

/** The job that is under way, or whose end has not been sent yet. */
export const IN_FLIGHT = 1;

/**
 * Jobs of a periodic task whose deadline and whose task's next arrival have passed by `untilNs`.
 * @param startNs start of the program's release clock. Unit: ns, as of `untilNs`
 */
export function jobsDue(task: TaskObservation, startNs: number, untilNs: number): number {
  const { kind, periodNs, offsetNs, jitterNs, deadlineNs } = task;
  if (kind !== 'periodic' || periodNs === null) return 0;
  const patienceNs = jitterNs + Math.max(periodNs, deadlineNs ?? 0);
  return Math.max(0, Math.floor((untilNs - startNs - offsetNs - patienceNs) / periodNs) + 1);
}

/**
 * Of a run that failed, as its findings say: what each task owes by now, by its number, where it completed fewer.
 */
export function shortfalls(run: RunObservation, [first]: readonly Finding[]): ReadonlyMap<number, number> {
  const short = new Map<number, number>();
  if (first?.severity !== 'error') return short;
  run.tasks.forEach((task, index) => {
    const due = jobsDue(task, run.releaseStartNs ?? 0, run.boardTimeNs ?? 0);
    if (task.completed < due - IN_FLIGHT) short.set(index, due);
  });
  return short;
}
