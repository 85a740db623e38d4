/** What the last run says about the verdict on the present sketch. */
import type { BrokenPromise } from '../../../../generator/health/promises.ts';
import { useHealth } from '../../state/run/health.ts';
import { useIsRunEarlier } from '../../state/run/trace.ts';

interface Promises {
  /** Budgets and deadlines that the run broke. Empty if the sketch has changed since. */
  readonly broken: readonly BrokenPromise[];
  /** Whether the run is of an earlier version of the sketch. */
  readonly earlier: boolean;
}

const NONE: readonly BrokenPromise[] = [];

export function usePromise(): Promises {
  const broken = useHealth((health) => health.broken);
  const earlier = useIsRunEarlier();
  return { broken: earlier ? NONE : broken, earlier };
}
