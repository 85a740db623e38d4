/** Elements of a sketch by kind and name: lookup, unique names, and references between elements. */
import { MAX_NAME_LENGTH } from './limits.ts';
import type { Channel, Interrupt, Part, Resource, Sketch, Task } from './model.ts';

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
  tasks: 'task',
  channels: 'channel',
  interrupts: 'interrupt',
  resources: 'resource',
  parts: 'part',
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
 * Replaces every reference to a task or interrupt; `null` removes the references. Lists without the
 * name stay the same objects.
 */
export function replaceReferences(sketch: Sketch, from: string, to: string | null): Sketch {
  const channels = mapChanged(sketch.channels, (channel) => replaceEnds(channel, from, to));
  const resources = mapChanged(sketch.resources, (resource) => replaceUser(resource, from, to));
  if (channels === sketch.channels && resources === sketch.resources) return sketch;
  return { ...sketch, channels, resources };
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
