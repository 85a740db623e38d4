/** Resources, and who must be kept out while one is held. */
import type { SketchIdentifiers } from '../sketch/identifiers.ts';
import type { Resource, Sketch } from '../sketch/model.ts';
import { identifierOf } from './names.ts';
import type { LoweredResource, LoweredTask } from './program.ts';

/** @param tasks the sketch's own come first, in its order. */
export function lowerResource(
  resource: Resource,
  sketch: Sketch,
  names: SketchIdentifiers,
  tasks: readonly LoweredTask[],
): LoweredResource {
  const users = resource.users.map(({ task }) => identifierOf(names.runnables, task));
  const ranks = tasks.filter(({ identifier }) => users.includes(identifier)).map(({ rank }) => rank);
  return {
    name: resource.name,
    identifier: identifierOf(names.resources, resource.name),
    users,
    ceilingRank: Math.min(...ranks, ...givenRanks(resource, sketch, tasks), tasks.length - 1),
  };
}

/**
 * A ceiling given by hand is a priority, so it counts under the policy `fixed` alone: it keeps out every task of that
 * priority or a lower one (as in the analysis).
 */
function givenRanks({ ceiling }: Resource, { policy, tasks: drawn }: Sketch, tasks: readonly LoweredTask[]): number[] {
  if (policy !== 'fixed' || ceiling === null) return [];
  return drawn.flatMap((task, index) => {
    const rank = tasks[index]?.rank;
    if (rank === undefined || task.kind === 'background') return [];
    return (task.priority ?? Number.NEGATIVE_INFINITY) <= ceiling ? [rank] : [];
  });
}
