/** Shrinks a drawn sketch that breaks a promise, while the sketch still breaks the same promise. */
import type { Draft } from './draft.ts';

/** A drawn sketch without one task and all references to it. */
function withoutTask(draft: Draft, name: string): Draft {
  const tasks = draft.tasks.filter((task) => task.name !== name);
  const triggers = draft.triggers.filter(({ from, task }) => from !== name && task !== name);
  const triggered = new Set(triggers.map(({ task }) => task));
  const resources = draft.resources
    .map((resource) => ({ ...resource, users: resource.users.filter(({ task }) => task !== name) }))
    .filter(({ users }) => users.length > 0);
  const channels = draft.channels
    .map((channel) => ({ ...channel, readers: channel.readers.filter((reader) => reader !== name) }))
    .filter(({ writer, readers }) => writer !== name && readers.length > 0);
  const rest = { ...draft, tasks, triggers, resources, channels };
  const untriggered = tasks.find(({ kind, name: other }) => kind === 'sporadic' && !triggered.has(other));
  return untriggered === undefined ? rest : withoutTask(rest, untriggered.name);
}

/**
 * All sketches with one element less. The first task remains, because it prints and has the set-up.
 */
export function smaller(draft: Draft): Draft[] {
  const without = <T>(list: readonly T[], one: T) => list.filter((other) => other !== one);
  return [
    ...draft.interrupts.map((one) => ({ ...draft, interrupts: without(draft.interrupts, one) })),
    ...draft.channels.map((one) => ({ ...draft, channels: without(draft.channels, one) })),
    ...draft.resources.map((one) => ({ ...draft, resources: without(draft.resources, one) })),
    ...draft.tasks.slice(1).map(({ name }) => withoutTask(draft, name)),
  ];
}

/** @param still whether a sketch still breaks the promise. Called at most `attempts` times. */
export async function shrink(
  draft: Draft,
  still: (draft: Draft) => Promise<boolean>,
  attempts: number,
): Promise<Draft> {
  let best = draft;
  let left = attempts;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const candidate of smaller(best)) {
      if (left === 0) break;
      left -= 1;
      if (!(await still(candidate))) continue;
      best = candidate;
      found = true;
      break;
    }
  }
  return best;
}
