/** Adds an imported sketch to another one, in one edit. */

import { uniqueName } from '../sketch/elements.ts';
import { uniqueGroupName } from '../sketch/groups/groups.ts';
import { isSameLibrary } from '../sketch/libraries.ts';
import type { Sketch } from '../sketch/model.ts';
import { type EditResult, refused, validated } from '../sketch/validated.ts';
import { tr } from '../words/tr.ts';

/**
 * Tasks and interrupts get other names where theirs are taken. Code calls channels and resources by
 * their names, so a taken name of these refuses the edit.
 */
export function addImported(sketch: Sketch, imported: Sketch): EditResult {
  for (const kind of ['channels', 'resources'] as const) {
    const taken = imported[kind].find(({ name }) => sketch[kind].some((each) => each.name === name));
    if (taken === undefined) continue;
    const message =
      kind === 'channels'
        ? tr`This sketch has a channel “${taken.name}” already. Open the import as a new sketch.`
        : tr`This sketch has a lock “${taken.name}” already. Open the import as a new sketch.`;
    return refused(`/${kind}`, message);
  }
  const names = new Map<string, string>();
  let next = sketch;
  for (const task of imported.tasks) {
    const name = uniqueName(next, 'tasks', task.name);
    names.set(task.name, name);
    next = { ...next, tasks: [...next.tasks, { ...task, name }] };
  }
  for (const interrupt of imported.interrupts) {
    const name = uniqueName(next, 'interrupts', interrupt.name);
    names.set(interrupt.name, name);
    next = { ...next, interrupts: [...next.interrupts, { ...interrupt, name }] };
  }
  const renamed = (name: string): string => names.get(name) ?? name;
  return validated({
    ...next,
    prelude: [sketch.prelude, imported.prelude].filter((text) => text.trim() !== '').join('\n\n'),
    libraries: [
      ...sketch.libraries,
      ...imported.libraries.filter((library) => !sketch.libraries.some((each) => isSameLibrary(each, library))),
    ],
    ioServer: sketch.ioServer ?? imported.ioServer,
    channels: [
      ...sketch.channels,
      ...imported.channels.map((channel) => ({
        ...channel,
        writer: channel.writer === null ? null : renamed(channel.writer),
        readers: channel.readers.map(renamed),
      })),
    ],
    resources: [
      ...sketch.resources,
      ...imported.resources.map((resource) => ({
        ...resource,
        users: resource.users.map((user) => ({ ...user, task: renamed(user.task) })),
      })),
    ],
    groups: [
      ...sketch.groups,
      ...imported.groups.map((group) => ({
        ...group,
        name: uniqueGroupName(sketch, group.name),
        tasks: group.tasks.map(renamed),
        interrupts: group.interrupts.map(renamed),
      })),
    ],
  });
}
