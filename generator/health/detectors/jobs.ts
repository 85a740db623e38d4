/** Detects tasks that complete fewer jobs than their periods require. */
import { tr, trCount } from '../../words/tr.ts';
import { type Finding, finding } from '../finding.ts';
import type { RunObservation, TaskObservation } from '../observation.ts';
import { IN_FLIGHT, jobsDue } from '../owed.ts';
import { time } from '../words.ts';

/** If no task was released by then, the tasks were not started. */
const SET_UP_NS = 1.25e9;

/**
 * Maximum time for which dropped releases of one job wait to be recorded together
 * (runtime-c/src/release.c).
 */
const GROUP_NS = 1e9 / 32;

export function jobFindings(run: RunObservation): Finding[] {
  const periodic = run.tasks.filter(({ kind }) => kind === 'periodic');
  if (run.releaseStartNs === null) {
    const waited = run.heardNs ?? 0;
    return periodic.length > 0 && waited > SET_UP_NS ? [neverStarted(waited)] : [];
  }
  const { releaseStartNs: startNs, heardNs } = run;
  const due = (task: TaskObservation) => jobsDue(task, startNs, heardNs ?? 0);
  const missing = periodic.flatMap((task) => missingJobs(run, task, due(task)));
  return missing.length > 0 ? missing : unrecordedJobs(run, periodic, due);
}

/** Below these shares of the jobs that were due, the record says too little about a task. */
const LEAST_RECORDED = 0.9;
const LEAST_EVIDENCE = 0.5;

/** Losses of events explain missing jobs. Then nothing is known about them, and the task with the fewest is named. */
function unrecordedJobs(
  { lostEvents }: RunObservation,
  tasks: readonly TaskObservation[],
  dueOf: (task: TaskObservation) => number,
): Finding[] {
  if (lostEvents === 0) return [];
  const [least] = tasks
    .map((task) => ({ task, due: dueOf(task), seen: task.completed + task.dropped }))
    .filter(({ due, seen }) => seen + IN_FLIGHT < LEAST_RECORDED * due)
    .sort((a, b) => a.seen / a.due - b.seen / b.due);
  if (least === undefined) return [];
  const { task, due, seen } = least;
  const sentence = trCount(
    task.completed,
    'The record has {0} complete job of the {2} of "{1}" that were due: {3} events were lost.',
    'The record has {0} complete jobs of the {2} of "{1}" that were due: {3} events were lost.',
    task.name,
    due,
    lostEvents,
  );
  return [
    finding(
      'record-incomplete',
      {
        sentence,
        cause: tr`The program records more than the serial line sends: with plot() in a loop, by many short jobs, or by many interrupts.`,
        remedy: tr`Call plot() less often, or give short tasks a longer period. What the record lacks is unknown, misses included.`,
      },
      {
        element: { kind: 'task', name: task.name },
        severity: seen + IN_FLIGHT < LEAST_EVIDENCE * due ? 'error' : 'warning',
      },
    ),
  ];
}

function neverStarted(waitedNs: number): Finding {
  return finding('missing-jobs', {
    sentence: tr`No task was released in ${time(waitedNs)}, though the program sends telemetry.`,
    cause: tr`Setup code has not ended, or the timer that releases the tasks was stopped.`,
    remedy: tr`Check the setup code for endless loops, and leave timer 1 to the runtime.`,
  });
}

function missingJobs(run: RunObservation, task: TaskObservation, due: number): Finding[] {
  const seen = task.completed + task.incomplete;
  const allowance =
    IN_FLIGHT + run.lostEvents + (run.gapsNs > 0 ? 2 + Math.ceil(run.gapsNs / (task.periodNs ?? 1)) : 0);
  if (seen >= due - allowance) return [];
  const unrecorded = Math.ceil(GROUP_NS / (task.periodNs ?? 1));
  const isAccounted = seen + task.dropped >= due - allowance - unrecorded;
  const { running } = task;
  const late =
    running === null ? '' : tr` Job ${running.number} started at ${time(running.startNs)} and has not ended.`;
  const sentence = trCount(
    task.completed,
    '"{1}" completed {0} job of the {2} that were due.{3}',
    '"{1}" completed {0} jobs of the {2} that were due.{3}',
    task.name,
    due,
    late,
  );
  return [
    finding(
      'missing-jobs',
      { sentence, ...(isAccounted ? dropped() : unaccounted()) },
      { element: { kind: 'task', name: task.name }, severity: isAccounted ? 'warning' : 'error' },
    ),
  ];
}

const dropped = () => ({
  cause: tr`Its overrun policy dropped releases that occurred while a job was still running.`,
  remedy: tr`Give the task a longer period or less work.`,
});

const unaccounted = () => ({
  cause: tr`A job takes too long or does not end, more urgent tasks leave no time for it, or its releases were lost.`,
  remedy: tr`Check its body for endless loops, and how much of the processor the more urgent tasks use.`,
});
