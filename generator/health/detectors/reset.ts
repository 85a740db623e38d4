/** Detects programs that restart repeatedly. */
import { tr, trCount } from '../../words/tr.ts';
import { type Finding, finding } from '../finding.ts';
import type { RunObservation } from '../observation.ts';
import { time, whileRunning } from '../words.ts';

const CAUSES = {
  watchdog: () => tr`The watchdog reset the chip: it is on, and wdt_reset() was not called in time.`,
  jump: () =>
    tr`The program jumped to address 0: an overwritten return address, as by a stack that is too small, a null function pointer, or an interrupt that is on and has no routine.`,
} as const;

const unknown = () =>
  tr`The usual causes are the watchdog, a stack that overflows into variables, a jump through a null pointer, and a supply that breaks down.`;

export function resetFindings(run: RunObservation): Finding[] {
  const resets = Math.max(run.boots - 1, run.facts.resets ?? 0);
  if (resets < 1) return [];
  const { lastReset } = run.facts;
  const each = run.boardTimeNs === null || resets < 2 ? '' : tr`, once every ${time(run.boardTimeNs / (resets + 1))}`;
  return [
    finding('reset', {
      sentence: trCount(
        resets,
        'The program started again {0} time unexpectedly{1}. Each start loses all jobs and variables.',
        'The program started again {0} times unexpectedly{1}. Each start loses all jobs and variables.',
        each,
      ),
      cause: `${lastReset === undefined ? unknown() : CAUSES[lastReset.cause]()}${where(run)}`,
      remedy:
        lastReset?.cause === 'watchdog'
          ? tr`Call wdt_reset() in a task with a period shorter than the watchdog time, or leave the watchdog off.`
          : tr`Take code out of the tasks until the resets stop; begin with the one that ran last.`,
    }),
  ];
}

function where(run: RunObservation): string {
  const words = whileRunning(run);
  return words === '' ? '' : tr` The code before the last reset was${words}.`;
}
