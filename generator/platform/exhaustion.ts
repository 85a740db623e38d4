/** What a target does with a job that has exhausted its budget. */
import type { ExhaustionPolicy, TaskKind } from '../sketch/model.ts';
import type { Capabilities } from './kernel.ts';

interface Wish {
  readonly kind: TaskKind;
  readonly exhaustion: ExhaustionPolicy;
}

/**
 * The policy that the target applies in place of the one in the sketch. On one stack a job cannot wait: the target
 * stops it or, for `background`, only reports it. Elsewhere a job cannot be unwound: it waits for its next budget.
 */
export function exhaustionOn({ stopsJobs }: Capabilities, { kind, exhaustion }: Wish): ExhaustionPolicy {
  if (stopsJobs !== true) return exhaustion === 'stop' ? 'wait' : exhaustion;
  return exhaustion === 'stop' && kind !== 'background' ? 'stop' : 'background';
}
