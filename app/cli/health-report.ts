/** Reports the health of a run: findings in JSON, as text, and as an exit code. */
import { FINDING_KINDS } from '../../generator/health/finding.ts';
import type { RunHealth } from '../host/measuring/health.ts';
import type { Measurement } from '../host/measuring/measure.ts';
import { EXIT_INTERRUPTED, EXIT_OK, EXIT_REFUSED } from './exit-codes.ts';
import { printable, type Terminal } from './terminal.ts';

/** A run fails if its program did not work, even if the run lasted for its whole time. */
export function healthForJson(
  { outcome, message }: Measurement,
  { health, finding, findings, broken }: RunHealth,
): object {
  const failed = health === 'failed' && outcome === 'finished';
  return {
    outcome: failed ? 'failed' : outcome,
    message: failed ? (finding?.sentence ?? null) : message,
    health,
    findings,
    broken,
  };
}

/**
 * Prints the findings, each with its cause and a remedy, and the broken promises. Prints nothing when
 * there are none.
 */
export function printHealth(terminal: Terminal, { findings, broken }: RunHealth): void {
  for (const { severity, kind, sentence, cause, remedy } of findings) {
    const label = terminal.style(severity === 'error' ? 'red' : 'yellow', FINDING_KINDS[kind].label);
    terminal.print(`\n${label}: ${printable(sentence)}\n  Likely cause: ${printable(cause)}\n  ${printable(remedy)}`);
  }
  for (const { sentence } of broken) terminal.print(terminal.style('yellow', printable(sentence)));
}

/**
 * @returns the code of the first error. Deadline misses and warnings do not change the exit code.
 */
export function exitCodeOf({ outcome }: Measurement, { findings }: RunHealth): number {
  if (outcome === 'interrupted') return EXIT_INTERRUPTED;
  const [first] = findings;
  if (first?.severity === 'error') return FINDING_KINDS[first.kind].exitCode;
  return outcome === 'finished' ? EXIT_OK : EXIT_REFUSED;
}
