/** The order in which ready jobs are served. */
import { deadlineUsOf, type Policy, type Task } from '../sketch/model.ts';

const KEYS: Readonly<Record<Policy, (task: Task) => number>> = {
  'rate-monotonic': (task) => task.periodUs ?? Number.POSITIVE_INFINITY,
  'deadline-monotonic': (task) => deadlineUsOf(task) ?? Number.POSITIVE_INFINITY,
  fixed: (task) => (task.priority === null ? Number.POSITIVE_INFINITY : -task.priority),
  // Among equal absolute deadlines the shorter relative one goes first.
  edf: (task) => deadlineUsOf(task) ?? Number.POSITIVE_INFINITY,
};

/**
 * Ranks by index of the task, 0 the most urgent. Equals keep the order of the drawing, as in the analysis; a background
 * task comes after all others whatever its priority.
 */
export function ranksOf(tasks: readonly Task[], policy: Policy): readonly number[] {
  const key = KEYS[policy];
  const order = tasks.map((task, index) => ({
    index,
    background: task.kind === 'background' ? 1 : 0,
    key: key(task),
  }));
  order.sort((a, b) => a.background - b.background || compare(a.key, b.key) || a.index - b.index);
  const ranks = new Array<number>(tasks.length).fill(0);
  order.forEach(({ index }, rank) => {
    ranks[index] = rank;
  });
  return ranks;
}

/** Unlike a difference it is defined for two infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
