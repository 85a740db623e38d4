/** The order in which ready jobs are served. */
import { deadlineUsOf, type Interrupt, type Policy, type Task } from '../sketch/model.ts';

/** What the order depends on. */
interface Ranked {
  readonly kind: Task['kind'];
  readonly periodUs: number | null;
  readonly deadlineUs: number | null;
  /** Of the policy `fixed`; null: after all that have one. */
  readonly priority: number | null;
}

const KEYS: Readonly<Record<Policy, (ranked: Ranked) => number>> = {
  'rate-monotonic': ({ periodUs }) => periodUs ?? Number.POSITIVE_INFINITY,
  'deadline-monotonic': ({ deadlineUs }) => deadlineUs ?? Number.POSITIVE_INFINITY,
  fixed: ({ priority }) => (priority === null ? Number.POSITIVE_INFINITY : -priority),
  // Among equal absolute deadlines the shorter relative one goes first.
  edf: ({ deadlineUs }) => deadlineUs ?? Number.POSITIVE_INFINITY,
};

/** The interrupts whose handler is a job of its own. */
export function handled(interrupts: readonly Interrupt[]): Interrupt[] {
  return interrupts.filter(({ handlerBudgetUs }) => handlerBudgetUs > 0);
}

function rankedTask(task: Task): Ranked {
  return { ...task, deadlineUs: deadlineUsOf(task) };
}

/** Nobody gives a handler a priority: with priorities by hand it goes before the tasks, as in the analysis. */
function rankedHandler({ handlerPeriodUs: periodUs }: Interrupt): Ranked {
  return { kind: 'sporadic', periodUs, deadlineUs: periodUs, priority: Number.MAX_SAFE_INTEGER };
}

/**
 * Ranks of the tasks and, after them, of the handlers; 0 is the most urgent. Equals keep that order, as in the analysis; a
 * background task comes after all others whatever its priority.
 */
export function ranksOf(tasks: readonly Task[], policy: Policy, interrupts: readonly Interrupt[] = []): number[] {
  const key = KEYS[policy];
  const order = [...tasks.map(rankedTask), ...handled(interrupts).map(rankedHandler)].map((ranked, index) => ({
    index,
    background: ranked.kind === 'background' ? 1 : 0,
    key: key(ranked),
  }));
  order.sort((a, b) => a.background - b.background || compare(a.key, b.key) || a.index - b.index);
  const ranks = new Array<number>(order.length).fill(0);
  order.forEach(({ index }, rank) => {
    ranks[index] = rank;
  });
  return ranks;
}

/** Unlike a difference it is defined for two infinities. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
