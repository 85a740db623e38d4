/** The order in which ready jobs are served. */
import type { Policy } from '../sketch/model.ts';
import type { Unranked } from './runnables.ts';

const LAST = Number.POSITIVE_INFINITY;

const KEYS: Readonly<Record<Policy, (runnable: Unranked) => number>> = {
  'rate-monotonic': ({ periodNs }) => periodNs ?? LAST,
  'deadline-monotonic': ({ deadlineNs }) => deadlineNs ?? LAST,
  fixed: ({ priority }) => (priority === null ? LAST : -priority),
  // Preemption levels of the stack resource policy (Baker 1991). Among equal absolute deadlines the shorter relative one goes first.
  edf: ({ deadlineNs }) => deadlineNs ?? LAST,
};

/** Unlike a difference it is defined for two infinities. */
const compare = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);

/** Indices, most urgent first. Equals keep the order of the drawing; background tasks come after all others. */
export function orderOf(runnables: readonly Unranked[], policy: Policy): number[] {
  const key = KEYS[policy];
  const background = ({ kind }: Unranked) => (kind === 'background' ? 1 : 0);
  return [...runnables]
    .sort((a, b) => background(a) - background(b) || compare(key(a), key(b)) || a.index - b.index)
    .map(({ index }) => index);
}
