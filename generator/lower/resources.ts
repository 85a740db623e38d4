/** Resources, and who must be kept out while one is held. */
import type { SketchIdentifiers } from '../sketch/identifiers.ts';
import type { Resource, Sketch } from '../sketch/model.ts';
import { identifierOf } from './names.ts';
import type { LoweredResource, LoweredTask } from './program.ts';
import { ticksFor } from './ticks.ts';

/** @param tasks the sketch's own come first, in its order. */
export function lowerResource(
  resource: Resource,
  sketch: Sketch,
  names: SketchIdentifiers,
  tasks: readonly LoweredTask[],
  timerHz: number,
): LoweredResource {
  const users = resource.users.map(({ task }) => identifierOf(names.runnables, task));
  const ranks = tasks.map(({ rank }) => rank);
  return {
    name: resource.name,
    identifier: identifierOf(names.resources, resource.name),
    users,
    sectionTicks: resource.users.map(({ criticalSectionUs }) => ticksFor(criticalSectionUs, timerHz)),
    ceilingRank: ceilingRankOf(resource, sketch, ranks),
  };
}

/**
 * The most urgent rank that is kept out while the resource is held; the lowest where nobody is.
 *
 * @param ranks of the sketch's tasks, in its order, and of the handlers after them (`ranksOf`)
 */
export function ceilingRankOf(resource: Resource, sketch: Sketch, ranks: readonly number[]): number {
  const names = new Set(resource.users.map(({ task }) => task));
  const used = sketch.tasks.flatMap(({ name }, index) => (names.has(name) ? (ranks[index] ?? []) : []));
  return Math.min(...used, ...givenRanks(resource, sketch, ranks), ranks.length - 1);
}

/**
 * A ceiling given by hand is a priority, so it counts under the policy `fixed` alone: it keeps out every task of that
 * priority or a lower one (as in the analysis).
 */
function givenRanks({ ceiling }: Resource, { policy, tasks }: Sketch, ranks: readonly number[]): number[] {
  if (policy !== 'fixed' || ceiling === null) return [];
  return tasks.flatMap((task, index) => {
    const rank = ranks[index];
    if (rank === undefined || task.kind === 'background') return [];
    return (task.priority ?? Number.NEGATIVE_INFINITY) <= ceiling ? [rank] : [];
  });
}
