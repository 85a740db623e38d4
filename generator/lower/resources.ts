/** Resources, and the tasks that a held resource blocks. */

import { CODE_PIECES } from '../sketch/blocks/model.ts';
import { nestedLocks } from '../sketch/code/nested-locks.ts';
import type { SketchIdentifiers } from '../sketch/identifiers.ts';
import type { Resource, Sketch } from '../sketch/model.ts';
import { quote } from '../sketch/problem.ts';
import type { SharedResource } from '../system/resources.ts';
import { tr } from '../words/tr.ts';
import { identifierOf } from './names.ts';
import type { LoweredResource } from './program.ts';
import type { Reporter } from './reporter.ts';
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

/** Reports code that locks a resource which it holds already. */
export function checkNestedLocks(sketch: Sketch, names: SketchIdentifiers, reporter: Reporter): void {
  const byIdentifier = new Map(sketch.resources.map(({ name }) => [identifierOf(names.resources, name), name]));
  const identifiers = new Set<string>(byIdentifier.keys());
  for (const [index, task] of sketch.tasks.entries()) {
    for (const piece of CODE_PIECES) {
      for (const { line, resource, called } of nestedLocks(task[piece], identifiers)) {
        const name = quote(byIdentifier.get(resource) ?? resource);
        const text =
          called === null
            ? tr`line ${line} locks ${name}, which the code around it has locked already. The inner lock does nothing. Remove one of the two.`
            : tr`line ${line} calls ${quote(called)}, which locks ${name}, but the code around the call has locked it already. The inner lock does nothing. Call it outside of the lock, or remove its lock.`;
        reporter.report(['tasks', index, piece], text, 'warning');
      }
    }
  }
}
