/** A run in a word: the badge of the window and the last line of a report. */
import { FINDING_KINDS, type Finding } from './finding.ts';

export interface RunVerdict {
  /** failed: the run is no evidence that the sketch works. misses: it is, and it shows that deadlines do not hold. */
  readonly health: 'ok' | 'misses' | 'warning' | 'failed';
  /** As on a badge. */
  readonly label: string;
  /** The most important finding; null where there is none. */
  readonly finding: Finding | null;
}

/** @param findings the most important first, as `assess` gives them */
export function verdictOf(findings: readonly Finding[], misses: number): RunVerdict {
  const [first = null] = findings;
  if (first?.severity === 'error') return { health: 'failed', label: FINDING_KINDS[first.kind].label, finding: first };
  if (misses > 0) return { health: 'misses', label: misses === 1 ? '1 miss' : `${misses} misses`, finding: first };
  if (first !== null) return { health: 'warning', label: FINDING_KINDS[first.kind].label, finding: first };
  return { health: 'ok', label: 'No misses', finding: null };
}
