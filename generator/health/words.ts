/** Parts of sentences that several detectors use. */
import { formatInstant } from '../numbers/time.ts';
import { tr } from '../words/tr.ts';
import type { FindingElement } from './finding.ts';
import { functionsOf, isCode } from './functions.ts';
import type { RunObservation, TaskObservation } from './observation.ts';

/** An instant, or how long something has lasted. */
export const time = formatInstant;

/** The task with the job that started last and has not completed, according to telemetry. */
export function runningTask({ tasks }: RunObservation): TaskObservation | null {
  return tasks.reduce<TaskObservation | null>((latest, task) => {
    if (task.running === null) return latest;
    return latest?.running == null || task.running.startNs >= latest.running.startNs ? task : latest;
  }, null);
}

export function runningElement(run: RunObservation): FindingElement | null {
  if (run.code !== null) return run.code.element;
  const task = runningTask(run);
  if (task === null) return null;
  return { kind: task.kind === 'handler' ? 'interrupt' : 'task', name: task.name };
}

/** ` in the body of "first"`, ` in job 24 of "first"`, or ` in deep`; empty if nothing is known. */
export function whileRunning(run: RunObservation): string {
  const task = runningTask(run);
  const { routine } = run.facts;
  const [now] = functionsOf(run.facts);
  if (run.code !== null) {
    const inside = now === undefined || isCode(now) ? '' : tr`, in ${now}`;
    const { element, part } = run.code;
    return part === 'body'
      ? tr` in the body of "${element.name}"${inside}`
      : tr` in the setup of "${element.name}"${inside}`;
  }
  if (task?.running != null) return tr` in job ${task.running.number} of "${task.name}"`;
  if (routine !== undefined) return tr` in the routine of interrupt ${routine}`;
  return now === undefined ? '' : tr` in ${now}`;
}

/**
 * `, until 2 s` for a run that has ended. Empty for a running program, so that its sentences do not
 * change.
 */
export const until = ({ state, boardTimeNs }: RunObservation): string =>
  state === 'running' || boardTimeNs === null ? '' : tr`, until ${time(boardTimeNs)}`;
