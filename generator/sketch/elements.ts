/** Elements of a sketch by kind and name: lookup, unique names, and references between elements. */
import { tr } from '../words/tr.ts';
import { MAX_NAME_LENGTH } from './limits.ts';
import type { Channel, Group, Interrupt, Part, Resource, Sketch, Task } from './model.ts';

/** The element lists of a sketch, keyed by the name of the sketch's member. */
export interface ElementKinds {
  readonly tasks: Task;
  readonly channels: Channel;
  readonly interrupts: Interrupt;
  readonly resources: Resource;
  readonly parts: Part;
}

export type ElementKind = keyof ElementKinds;
export const ELEMENT_KINDS = ['tasks', 'channels', 'interrupts', 'resources', 'parts'] as const satisfies ElementKind[];

/** The word for one element of a kind in messages. */
export const KIND_LABELS: Readonly<Record<ElementKind, string>> = {
  get tasks() {
    return tr`task`;
  },
  get channels() {
    return tr`channel`;
  },
  get interrupts() {
    return tr`interrupt`;
  },
  get resources() {
    return tr`resource`;
  },
  get parts() {
    return tr`part`;
  },
};

/** The sketch's elements of one kind. */
export function elementsOf<K extends ElementKind>(sketch: Sketch, kind: K): readonly ElementKinds[K][] {
  const lists: { readonly [Kind in ElementKind]: readonly ElementKinds[Kind][] } = sketch;
  return lists[kind];
}

/** The element of that kind and name, or null. */
export function findElement<K extends ElementKind>(sketch: Sketch, kind: K, name: string): ElementKinds[K] | null {
  return elementsOf(sketch, kind).find((element) => element.name === name) ?? null;
}

/**
 * The names that are not available for a new element of this kind. Tasks and interrupts share one
 * set of names.
 */
function takenNames(sketch: Sketch, kind: ElementKind): ReadonlySet<string> {
  const shared = kind === 'tasks' || kind === 'interrupts';
  const elements = shared ? [...sketch.tasks, ...sketch.interrupts] : elementsOf(sketch, kind);
  return new Set(elements.map((element) => element.name));
}

/**
 * The requested name if it is free. Otherwise the first free name with a higher number: T1, T2, …
 * or Blink, Blink2, …
 */
export function uniqueName(sketch: Sketch, kind: ElementKind, wanted: string): string {
  const taken = takenNames(sketch, kind);
  if (!taken.has(wanted)) return wanted;
  const [, stem = wanted, digits] = /^(.*?)(\d{1,9})?$/s.exec(wanted) ?? [];
  for (let number = digits === undefined ? 2 : Number(digits) + 1; ; number++) {
    const name = `${stem.slice(0, MAX_NAME_LENGTH - 10)}${number}`;
    if (!taken.has(name)) return name;
  }
}

/**
 * Replaces every reference to an element: in channels and resources if it is a task or interrupt,
 * and in groups. `null` removes the references, and with its last member a group. Lists without the
 * name stay the same objects.
 */
export function replaceReferences(sketch: Sketch, kind: ElementKind, from: string, to: string | null): Sketch {
  const isActor = kind === 'tasks' || kind === 'interrupts';
  const channels = isActor ? mapChanged(sketch.channels, (channel) => replaceEnds(channel, from, to)) : sketch.channels;
  const resources = isActor
    ? mapChanged(sketch.resources, (resource) => replaceUser(resource, from, to))
    : sketch.resources;
  const groups = replaceMember(sketch.groups, kind, from, to);
  if (channels === sketch.channels && resources === sketch.resources && groups === sketch.groups) return sketch;
  return { ...sketch, channels, resources, groups };
}

function replaceMember(groups: readonly Group[], kind: ElementKind, from: string, to: string | null): readonly Group[] {
  const changed = mapChanged(groups, (group) => {
    if (!group[kind].includes(from)) return group;
    return { ...group, [kind]: group[kind].flatMap((name) => (name === from ? (to ?? []) : name)) };
  });
  return to === null && changed !== groups ? changed.filter((group) => groupSize(group) > 0) : changed;
}

/** The sketch with groups of the elements that exist. A group without members is removed. */
export function withoutLostMembers(sketch: Sketch): Sketch {
  const exists = new Set(
    ELEMENT_KINDS.flatMap((kind) => elementsOf<ElementKind>(sketch, kind).map(({ name }) => `${kind}:${name}`)),
  );
  const groups = mapChanged(sketch.groups, (group) => {
    const lists = ELEMENT_KINDS.map(
      (kind) => [kind, group[kind].filter((name) => exists.has(`${kind}:${name}`))] as const,
    );
    return lists.every(([kind, names]) => names.length === group[kind].length)
      ? group
      : { ...group, ...Object.fromEntries(lists) };
  });
  return groups === sketch.groups ? sketch : { ...sketch, groups: groups.filter((group) => groupSize(group) > 0) };
}

/** Number of the group's members. */
function groupSize(group: Group): number {
  return ELEMENT_KINDS.reduce((sum, kind) => sum + group[kind].length, 0);
}

function replaceEnds(channel: Channel, from: string, to: string | null): Channel {
  if (channel.writer !== from && !channel.readers.includes(from)) return channel;
  const readers = channel.readers.flatMap((name) => (name === from ? (to ?? []) : name));
  return { ...channel, writer: channel.writer === from ? to : channel.writer, readers };
}

function replaceUser(resource: Resource, from: string, to: string | null): Resource {
  if (!resource.users.some((user) => user.task === from)) return resource;
  const users = resource.users.flatMap((user) => {
    if (user.task !== from) return user;
    return to === null ? [] : { ...user, task: to };
  });
  return { ...resource, users };
}

/** Like map, but returns the same list if no element changed. */
export function mapChanged<T>(list: readonly T[], change: (element: T) => T): readonly T[] {
  const mapped = list.map(change);
  return mapped.every((element, index) => element === list[index]) ? list : mapped;
}
