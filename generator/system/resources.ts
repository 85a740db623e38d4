/** Resources: the tasks that use a resource, and the tasks that a held resource can block. */
import type { Policy, Resource, Sketch } from '../sketch/model.ts';
import { type Ns, nsOfUs } from '../sketch/time.ts';
import type { Runnable } from './runnables.ts';

export interface SharedResource {
  /** In the order of the sketch file. Names without a task are omitted. */
  readonly users: readonly { readonly runnable: number; readonly lengthNs: Ns }[];
  /**
   * Rank of the most urgent runnable that is blocked while the resource is held; the last rank if
   * no runnable is.
   */
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
 * A ceiling in the sketch is a priority, so it applies under the policy `fixed` only. It blocks
 * every task with that priority or a lower one. A ceiling below a user's own priority has no
 * effect.
 */
function givenRanks({ ceiling }: Resource, policy: Policy, tasks: readonly Runnable[]): number[] {
  if (policy !== 'fixed' || ceiling === null) return [];
  return tasks.flatMap(({ kind, priority, rank }) =>
    kind !== 'background' && (priority ?? Number.NEGATIVE_INFINITY) <= ceiling ? [rank] : [],
  );
}
