/** Resources, and the tasks that a held resource blocks. */
import type { SketchIdentifiers } from '../sketch/identifiers.ts';
import type { Resource } from '../sketch/model.ts';
import type { SharedResource } from '../system/resources.ts';
import { identifierOf } from './names.ts';
import type { LoweredResource } from './program.ts';
import { ticksFor } from './ticks.ts';

export function lowerResource(
  { name, users }: Resource,
  { ceilingRank }: SharedResource,
  names: SketchIdentifiers,
  timerHz: number,
): LoweredResource {
  return {
    name,
    identifier: identifierOf(names.resources, name),
    users: users.map(({ task }) => identifierOf(names.runnables, task)),
    sectionTicks: users.map(({ criticalSectionUs }) => ticksFor(criticalSectionUs, timerHz)),
    ceilingRank,
  };
}
