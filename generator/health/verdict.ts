/** A run in one word: the badge of the window and the last line of a report. */
import { tr, trCount } from '../words/tr.ts';
import { FINDING_KINDS, type Finding } from './finding.ts';
import type { BrokenPromise } from './promises.ts';

export interface RunVerdict {
  /**
   * failed: the run is no evidence that the sketch works. misses: the run is valid and has missed
   * deadlines.
   */
  readonly health: 'ok' | 'misses' | 'warning' | 'failed';
  /** The text of the badge. */
  readonly label: string;
  /** The most important finding; null if there is none. */
  readonly finding: Finding | null;
}

/**
 * @param findings most important first, as `assess` returns them
 * @param broken as `brokenPromises` returns them
 */
export function verdictOf(
  findings: readonly Finding[],
  misses: number,
  broken: readonly BrokenPromise[] = [],
): RunVerdict {
  const [first = null] = findings;
  if (first?.severity === 'error') return { health: 'failed', label: FINDING_KINDS[first.kind].label, finding: first };
  if (misses > 0) return { health: 'misses', label: trCount(misses, '{0} miss', '{0} misses'), finding: first };
  if (broken.some(({ kind }) => kind === 'budget'))
    return { health: 'warning', label: tr`Over budget`, finding: first };
  if (first !== null) return { health: 'warning', label: FINDING_KINDS[first.kind].label, finding: first };
  return { health: 'ok', label: tr`No misses`, finding: null };
}
