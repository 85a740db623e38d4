/** Detects programs that restart repeatedly. */
import { type Finding, finding } from '../finding.ts';
import type { RunObservation } from '../observation.ts';
import { count, time, whileRunning } from '../words.ts';

const CAUSES = {
  watchdog: 'The watchdog reset the chip: it is on, and wdt_reset() was not called in time.',
  jump: 'The program jumped to address 0: an overwritten return address, as by a stack that is too small, a null function pointer, or an interrupt that is on and has no routine.',
} as const;

const UNKNOWN =
  'The usual causes are the watchdog, a stack that overflows into variables, a jump through a null pointer, and a supply that breaks down.';

export function resetFindings(run: RunObservation): Finding[] {
  const resets = Math.max(run.boots - 1, run.facts.resets ?? 0);
  if (resets < 1) return [];
  const { lastReset } = run.facts;
  const each = run.boardTimeNs === null || resets < 2 ? '' : `, once every ${time(run.boardTimeNs / (resets + 1))}`;
  return [
    finding('reset', {
      sentence: `The program started again ${count(resets, 'time')} unexpectedly${each}. Each start loses all jobs and variables.`,
      cause: `${lastReset === undefined ? UNKNOWN : CAUSES[lastReset.cause]}${where(run)}`,
      remedy:
        lastReset?.cause === 'watchdog'
          ? 'Call wdt_reset() in a task whose period is shorter than the watchdog time, or leave the watchdog off.'
          : 'Take code out of the tasks until the resets stop; begin with the one that ran last.',
    }),
  ];
}

function where(run: RunObservation): string {
  const words = whileRunning(run);
  return words === '' ? '' : ` The code before the last reset was${words}.`;
}
