/** Resources: who uses them, and who is kept out while one is held. */
import type { Policy, Resource, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';
import type { Runnable } from './runnables.ts';

export interface SharedResource {
  /** In the order of the sketch file; names that no task has are left out. */
  readonly users: readonly { readonly runnable: number; readonly lengthNs: Ns }[];
  /** Rank of the most urgent runnable that is kept out while the resource is held; the last rank where none is. */
  readonly ceilingRank: number;
}

export function sharedResourcesOf({ resources, policy }: Sketch, runnables: readonly Runnable[]): SharedResource[] {
  const tasks = runnables.filter(({ element }) => element === 'task');
  const indexOf = new Map(tasks.map(({ name, index }) => [name, index]));
  return resources.map((resource) => {
    const users = resource.users.flatMap(({ task, criticalSectionUs }) => {
      const runnable = indexOf.get(task);
      return runnable === undefined ? [] : [{ runnable, lengthNs: nsOfUs(criticalSectionUs) }];
    });
    const used = users.map(({ runnable }) => runnables[runnable]?.rank ?? runnables.length - 1);
    return { users, ceilingRank: Math.min(...used, ...givenRanks(resource, policy, tasks), runnables.length - 1) };
  });
}

/**
 * A ceiling given by hand is a priority, so it counts under the policy `fixed` alone: it keeps out every task of that priority
 * or a lower one. Below a user's own priority it changes nothing.
 */
function givenRanks({ ceiling }: Resource, policy: Policy, tasks: readonly Runnable[]): number[] {
  if (policy !== 'fixed' || ceiling === null) return [];
  return tasks.flatMap(({ kind, priority, rank }) =>
    kind !== 'background' && (priority ?? Number.NEGATIVE_INFINITY) <= ceiling ? [rank] : [],
  );
}
