/** Programs that worked and then stopped. */
import { type Finding, finding } from '../finding.ts';
import type { RunObservation, TaskObservation } from '../observation.ts';
import { runningElement, runningTask, time, until, whileRunning } from '../words.ts';
import { transmitterOff } from './line.ts';

/** A living program sends the time at least once a second, a beat or two late (docs/telemetry.md). */
const SYNC_NS = 1.25e9;
/** Frames are closed within a few beats of up to 60 ms. */
const FRAMES_NS = 250e6;
/** Releases of the busiest task that may be on their way. */
const RELEASES = 5;
/** On the wall bytes may be late by as much as the computer is busy. */
const WALL_NS = 5e9;
/** A job that runs for so many budgets does not end any more. */
const BUDGETS = 20;

export function hangFindings(run: RunObservation): Finding[] {
  const quietNs = (run.boardTimeNs ?? 0) - (run.heardNs ?? 0);
  if (quietNs > quietLimitNs(run)) return [stopped(run)];
  const endless = endlessTask(run);
  return endless === null ? [] : [goesRound(run, endless)];
}

/** Longest time that a program that works can be quiet. Once tasks are released, each release is an event. */
function quietLimitNs({ facts, releaseStartNs, tasks }: RunObservation): number {
  if (facts.wallClock === true) return WALL_NS;
  const periods = tasks.flatMap(({ kind, periodNs }) => (kind === 'periodic' && periodNs !== null ? [periodNs] : []));
  if (releaseStartNs === null || periods.length === 0) return SYNC_NS;
  return Math.min(SYNC_NS, RELEASES * Math.min(...periods) + FRAMES_NS);
}

function stopped(run: RunObservation): Finding {
  const { facts, heardNs } = run;
  const where = whileRunning(run);
  const heard =
    heardNs === null
      ? 'The telemetry of the program broke off before the first event'
      : `The last that the program told was${lastThing(run)} at ${time(heardNs)}`;
  return finding(
    'hung',
    {
      sentence: `${heard}. It has told nothing since${until(run)}.`,
      cause: transmitterOff(facts.serial) ?? interruptsOff(run, where),
      remedy:
        'Look for a loop without an end, in the code above and in interrupt routines, and for noInterrupts() without interrupts().',
    },
    elementOption(run),
  );
}

function interruptsOff({ facts, boardTimeNs }: RunObservation, where: string): string {
  const off = facts.interruptsOffNs ?? 0;
  const since = time((boardTimeNs ?? 0) - off);
  if (off > FRAMES_NS)
    return `Interrupts have been off since ${since}${where}: the program goes round in a loop there.`;
  if (where !== '') return `The program goes round in a loop${where}, with interrupts off or in an interrupt routine.`;
  return 'The program goes round in a loop with interrupts off, or in an interrupt routine, or the processor has stopped.';
}

function lastThing(run: RunObservation): string {
  const task = runningTask(run);
  if (task?.running != null) return ` the start of job ${task.running.number} of "${task.name}"`;
  const last = run.tasks.reduce<TaskObservation | null>(
    (latest, each) => ((each.lastEndNs ?? -1) > (latest?.lastEndNs ?? -1) ? each : latest),
    null,
  );
  return last === null ? ' an event' : ` the end of a job of "${last.name}"`;
}

/** A job that has run far beyond its budget while no other task completed anything. */
function endlessTask(run: RunObservation): TaskObservation | null {
  const task = runningTask(run);
  if (task?.running == null || task.kind === 'background') return null;
  const { startNs } = task.running;
  const ranNs = (run.boardTimeNs ?? 0) - startNs;
  const patienceNs = Math.max(FRAMES_NS, BUDGETS * (task.budgetNs ?? 0), task.deadlineNs ?? 0);
  const othersWent = run.tasks.some(({ lastEndNs }) => lastEndNs !== null && lastEndNs > startNs);
  return ranNs > patienceNs && !othersWent ? task : null;
}

function goesRound(run: RunObservation, task: TaskObservation): Finding {
  const { number = 0, startNs = 0 } = task.running ?? {};
  return finding(
    'hung',
    {
      sentence: `Job ${number} of "${task.name}" has run since ${time(startNs)} and has not ended${until(run)}. No other job has run since then.`,
      cause: `The code of "${task.name}" goes round in a loop without an end, or waits for something that does not come.`,
      remedy: 'Give every loop of the body an end; a body is one job and returns.',
    },
    elementOption(run),
  );
}

function elementOption(run: RunObservation) {
  const element = runningElement(run);
  return element === null ? {} : { element };
}
