/** Pieces of sentences that several detectors need. */
import { formatShort } from '../analysis/format.ts';
import type { FindingElement } from './finding.ts';
import type { RunObservation, TaskObservation } from './observation.ts';

export const time = (timeNs: number): string => formatShort(timeNs, 'near');

/** The task whose job has started last and not ended, as far as telemetry tells. */
export function runningTask({ tasks }: RunObservation): TaskObservation | null {
  return tasks.reduce<TaskObservation | null>((latest, task) => {
    if (task.running === null) return latest;
    return latest?.running == null || task.running.startNs >= latest.running.startNs ? task : latest;
  }, null);
}

export function runningElement(run: RunObservation): FindingElement | null {
  const task = runningTask(run);
  if (task === null) return null;
  return { kind: task.kind === 'handler' ? 'interrupt' : 'task', name: task.name };
}

/** ` in job 24 of "first"`, or ` in function f()`; empty where neither is known. */
export function whileRunning(run: RunObservation): string {
  const task = runningTask(run);
  const { routine } = run.facts;
  const { runningFunction } = run.facts.stackOverflow ?? run.facts;
  if (task?.running != null) return ` in job ${task.running.number} of "${task.name}"`;
  if (routine !== undefined) return ` in the routine of interrupt ${routine}`;
  return runningFunction === undefined ? '' : ` in ${runningFunction}`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
