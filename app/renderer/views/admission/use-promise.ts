/** What the last run says about the verdict on the present sketch. */
import type { BrokenPromise } from '../../../../generator/health/promises.ts';
import { budgetOf } from '../../../../generator/sketch/budgets/budget-from.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { useHealth } from '../../state/run/health.ts';
import { useIsRunEarlier } from '../../state/run/trace.ts';
import { useSketch } from '../../state/sketch/document.ts';

interface Promises {
  /** Budgets and deadlines that the run broke. Empty if the sketch has changed since. */
  readonly broken: readonly BrokenPromise[];
  /** Whether the program of this sketch did not work in the last run, so that the run is no evidence for the verdict. */
  readonly failed: boolean;
  /** Whether the run is of an earlier version of the sketch. */
  readonly earlier: boolean;
}

const NONE: readonly BrokenPromise[] = [];

export function usePromise(): Promises {
  const broken = useHealth((health) => health.broken);
  const isFailed = useHealth((health) => health.verdict?.health === 'failed');
  const earlier = useIsRunEarlier();
  const sketch = useSketch();
  const open = broken.filter((promise) => !isKeptNow(sketch, promise));
  return { broken: earlier ? NONE : open, failed: isFailed && !earlier, earlier };
}

/** An automatic budget has grown since, so that the measured job keeps it. */
function isKeptNow(sketch: Sketch, { element, budgetUs }: BrokenPromise): boolean {
  const elements = element.kind === 'task' ? sketch.tasks : sketch.interrupts;
  const found = elements.find(({ name }) => name === element.name);
  return budgetUs !== null && found !== undefined && (budgetOf(found) ?? 0) >= budgetUs;
}
