/** The priority order of ready jobs. */
import type { Policy } from '../sketch/model.ts';
import type { Unranked } from './runnables.ts';

const LAST = Number.POSITIVE_INFINITY;

const KEYS: Readonly<Record<Policy, (runnable: Unranked) => number>> = {
  'rate-monotonic': ({ periodNs }) => periodNs ?? LAST,
  'deadline-monotonic': ({ deadlineNs }) => deadlineNs ?? LAST,
  fixed: ({ priority }) => (priority === null ? LAST : -priority),
  // Preemption levels of the stack resource policy (Baker 1991). Among equal absolute deadlines,
  // the job with the shorter relative deadline goes first.
  edf: ({ deadlineNs }) => deadlineNs ?? LAST,
};

/** Unlike a difference, this is defined for two infinities. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Indices, most urgent first. Tasks with equal keys keep the order of the sketch. Background tasks
 * come last.
 */
export function orderOf(runnables: readonly Unranked[], policy: Policy): number[] {
  const key = KEYS[policy];
  const background = ({ kind }: Unranked) => (kind === 'background' ? 1 : 0);
  return [...runnables]
    .sort((a, b) => background(a) - background(b) || compare(key(a), key(b)) || a.index - b.index)
    .map(({ index }) => index);
}
