/** Detects programs that worked and then stopped. */
import { tr } from '../../words/tr.ts';
import { type Finding, finding } from '../finding.ts';
import type { RunObservation, TaskObservation } from '../observation.ts';
import { runningElement, runningTask, time, until, whileRunning } from '../words.ts';
import { transmitterOff } from './line.ts';

/**
 * A live program sends the time at least once a second, with a delay of one or two beats
 * (docs/telemetry.md).
 */
const SYNC_NS = 1.25e9;
/** Frames are closed within a few beats of up to 60 ms. */
const FRAMES_NS = 250e6;
/** Number of releases of the busiest task that may not have arrived yet. */
const RELEASES = 5;
/** In real time, a busy computer may delay bytes by this time. */
const WALL_NS = 5e9;
/** A job that runs for this number of budgets is assumed not to end. */
const BUDGETS = 20;
/** The job must also run for this many times the measured or estimated execution time of its task. */
const USUAL = 4;

export function hangFindings(run: RunObservation): Finding[] {
  const quietNs = (run.boardTimeNs ?? 0) - (run.heardNs ?? 0);
  if (quietNs > quietLimitNs(run)) return [stopped(run)];
  const endless = endlessTask(run);
  return endless === null ? [] : [goesRound(run, endless)];
}

/**
 * The longest time for which a working program can be silent. Once tasks are released, each release
 * is an event.
 */
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
      ? tr`The telemetry of the program broke off before the first event`
      : tr`The last telemetry of the program was${lastThing(run)} at ${time(heardNs)}`;
  return finding(
    'hung',
    {
      sentence: tr`${heard}. It has sent nothing since${until(run)}.`,
      cause: transmitterOff(facts.serial) ?? interruptsOff(run, where),
      remedy: tr`Look for a loop without an end, in the code above and in interrupt routines, and for noInterrupts() without interrupts().`,
    },
    elementOption(run),
  );
}

function interruptsOff({ facts, boardTimeNs }: RunObservation, where: string): string {
  const off = facts.interruptsOffNs ?? 0;
  const since = time((boardTimeNs ?? 0) - off);
  if (off > FRAMES_NS)
    return tr`Interrupts have been off since ${since}${where}: the program is stuck in a loop there.`;
  if (where !== '') return tr`The program is stuck in a loop${where}, with interrupts off or in an interrupt routine.`;
  return tr`The program is stuck in a loop with interrupts off, or in an interrupt routine, or the processor has stopped.`;
}

function lastThing(run: RunObservation): string {
  const task = runningTask(run);
  if (task?.running != null) return tr` the start of job ${task.running.number} of "${task.name}"`;
  const last = run.tasks.reduce<TaskObservation | null>(
    (latest, each) => ((each.lastEndNs ?? -1) > (latest?.lastEndNs ?? -1) ? each : latest),
    null,
  );
  return last === null ? tr` an event` : tr` the end of a job of "${last.name}"`;
}

/** A job that has run far beyond its budget while no other task completed a job. */
function endlessTask(run: RunObservation): TaskObservation | null {
  const task = runningTask(run);
  if (task?.running == null || task.kind === 'background') return null;
  const { startNs } = task.running;
  const ranNs = (run.boardTimeNs ?? 0) - startNs;
  const usualNs = Math.max(task.longestNs ?? 0, task.guessNs ?? 0);
  const patienceNs = Math.max(FRAMES_NS, BUDGETS * (task.budgetNs ?? 0), USUAL * usualNs, task.deadlineNs ?? 0);
  const othersWent = run.tasks.some(({ lastEndNs }) => lastEndNs !== null && lastEndNs > startNs);
  return ranNs > patienceNs && !othersWent ? task : null;
}

function goesRound(run: RunObservation, task: TaskObservation): Finding {
  const { number = 0, startNs = 0 } = task.running ?? {};
  return finding(
    'hung',
    {
      sentence: tr`Job ${number} of "${task.name}" has run since ${time(startNs)} and has not ended${until(run)}. No other job has run since then.`,
      cause: tr`The code of "${task.name}" is stuck in an endless loop, or waits for something that never happens.`,
      remedy: tr`Make sure that every loop in the body ends: the body is one job and must return.`,
    },
    elementOption(run),
  );
}

function elementOption(run: RunObservation) {
  const element = runningElement(run);
  return element === null ? {} : { element };
}
