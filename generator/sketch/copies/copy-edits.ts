/** Edits that add copies of elements: paste and duplicate. */
import { tr } from '../../words/tr.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf, uniqueName } from '../elements.ts';
import { type Member, memberLists, membersOf, uniqueGroupName } from '../groups/groups.ts';
import type { Channel, Position, Resource, Sketch, Task } from '../model.ts';
import { quote } from '../problem.ts';
import { type EditResult, validated } from '../validated.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';

/** Distance between a copy and its original, to the right and down. Unit: canvas pixels. */
const OFFSET = 32;

export type CopyResult = EditResult & {
  /** The new elements. */
  readonly added: readonly Member[];
  /** References that the copies lost, in words: `"Sense" as the writer of "value"`. */
  readonly dropped: readonly string[];
};

/**
 * Adds the elements of an excerpt. An element gets a new name if the sketch already uses its name,
 * and references between the copies follow. Another reference stays if the sketch has an element of
 * that name, and is dropped otherwise.
 */
export function pasteExcerpt(sketch: Sketch, excerpt: Excerpt): CopyResult {
  return copied(sketch, excerpt, (name) => name);
}

/**
 * Adds copies of elements. Wires between the elements exist between the copies as well. The other
 * ends of a copied channel are not connected.
 */
export function duplicateElements(sketch: Sketch, members: readonly Member[]): CopyResult {
  const result = copied(sketch, excerptOf(sketch, members), () => null);
  return { ...result, dropped: [] };
}

/** The end of a copied channel that is no copy, or null to leave it unconnected. */
type Outside = (name: string) => string | null;

function copied(sketch: Sketch, excerpt: Excerpt, outside: Outside): CopyResult {
  const names = newNames(sketch, excerpt);
  const by = freeOffset(sketch, excerpt);
  const place = (position: Position | null) => position && { x: position.x + by, y: position.y + by };
  const dropped: string[] = [];
  const references = new References(sketch, names, excerpt, dropped);
  const of = <T extends { readonly name: string; readonly position: Position | null }>(
    kind: ElementKind,
    list: readonly T[],
    change: (element: T) => T = (element) => element,
  ): T[] =>
    list.map((element, index) => ({
      ...change(element),
      name: names[kind][index] ?? element.name,
      position: place(element.position),
    }));
  const copies = {
    tasks: of('tasks', excerpt.tasks, (task) => references.task(task)),
    channels: of('channels', excerpt.channels, (channel) => references.channel(channel, outside)),
    interrupts: of('interrupts', excerpt.interrupts),
    resources: of('resources', excerpt.resources, (resource) => references.resource(resource)),
    parts: of('parts', excerpt.parts),
  };
  let changed: Sketch = sketch;
  for (const kind of ELEMENT_KINDS) {
    if (copies[kind].length > 0) changed = { ...changed, [kind]: [...elementsOf(sketch, kind), ...copies[kind]] };
  }
  for (const group of excerpt.groups) {
    const members = membersOf(group).flatMap(({ kind, name }): Member[] => {
      const now = references.copyOf(kind, name);
      return now === null ? [] : [{ kind, name: now }];
    });
    if (members.length === 0) continue;
    const name = uniqueGroupName(changed, group.name);
    changed = { ...changed, groups: [...changed.groups, { ...group, ...memberLists(members), name }] };
  }
  const added = ELEMENT_KINDS.flatMap((kind) => copies[kind].map(({ name }) => ({ kind, name })));
  return { ...(changed === sketch ? { ok: true, sketch } : validated(changed)), added, dropped };
}

type Names = Readonly<Record<ElementKind, readonly string[]>>;

/** The names of the copies, in the order of the excerpt. */
function newNames(sketch: Sketch, excerpt: Excerpt): Names {
  let taken = sketch;
  const of = (kind: ElementKind) =>
    excerpt[kind].map((element) => {
      const name = uniqueName(taken, kind, element.name);
      taken = { ...taken, [kind]: [...elementsOf<ElementKind>(taken, kind), { ...element, name }] };
      return name;
    });
  return {
    tasks: of('tasks'),
    interrupts: of('interrupts'),
    channels: of('channels'),
    resources: of('resources'),
    parts: of('parts'),
  };
}

/** A multiple of the offset at which no copy covers an element exactly. */
function freeOffset(sketch: Sketch, excerpt: Excerpt): number {
  const key = ({ x, y }: Position) => `${x} ${y}`;
  const positions = (lists: Excerpt) =>
    ELEMENT_KINDS.flatMap((kind) => lists[kind].flatMap(({ position }) => position ?? []));
  const taken = new Set(positions(sketch).map(key));
  const wanted = positions(excerpt);
  let by = OFFSET;
  while (wanted.some(({ x, y }) => taken.has(key({ x: x + by, y: y + by })))) by += OFFSET;
  return by;
}

/** Replaces the references of copied elements, and notes the ones that it drops. */
class References {
  readonly #sketch: Sketch;
  readonly #copies: ReadonlyMap<string, string>;
  readonly #tasks: ReadonlySet<string>;
  readonly #actors: ReadonlySet<string>;
  readonly #dropped: string[];

  constructor(sketch: Sketch, names: Names, excerpt: Excerpt, dropped: string[]) {
    this.#sketch = sketch;
    this.#copies = new Map(
      ELEMENT_KINDS.flatMap((kind) =>
        excerpt[kind].map(({ name }, index) => [`${kind}:${name}`, names[kind][index] ?? name] as const),
      ),
    );
    this.#tasks = new Set(sketch.tasks.map(({ name }) => name));
    this.#actors = new Set([...this.#tasks, ...sketch.interrupts.map(({ name }) => name)]);
    this.#dropped = dropped;
  }

  copyOf(kind: ElementKind, name: string): string | null {
    return this.#copies.get(`${kind}:${name}`) ?? null;
  }

  #copyOfActor(name: string): string | null {
    return this.copyOf('tasks', name) ?? this.copyOf('interrupts', name);
  }

  #end(name: string, outside: Outside, role: string): string | null {
    const copy = this.#copyOfActor(name);
    if (copy !== null) return copy;
    const kept = outside(name);
    if (kept !== null && this.#actors.has(kept)) return kept;
    this.#dropped.push(role);
    return null;
  }

  channel(channel: Channel, outside: Outside): Channel {
    const { name } = channel;
    return {
      ...channel,
      writer:
        channel.writer === null
          ? null
          : this.#end(channel.writer, outside, tr`${quote(channel.writer)} as the writer of ${quote(name)}`),
      readers: channel.readers.flatMap(
        (reader) => this.#end(reader, outside, tr`${quote(reader)} as a reader of ${quote(name)}`) ?? [],
      ),
    };
  }

  resource(resource: Resource): Resource {
    const users = resource.users.flatMap((user) => {
      const copy = this.copyOf('tasks', user.task);
      if (copy !== null) return { ...user, task: copy };
      if (this.#tasks.has(user.task)) return user;
      this.#dropped.push(tr`${quote(user.task)} as a user of ${quote(resource.name)}`);
      return [];
    });
    return { ...resource, users };
  }

  /** A task keeps only the cores that the sketch has. */
  task(task: Task): Task {
    const { cores } = this.#sketch;
    const core = task.core !== null && task.core >= cores ? null : task.core;
    const affinity = task.affinity.filter((each) => each < cores);
    const same = core === task.core && affinity.length === task.affinity.length;
    if (!same) this.#dropped.push(tr`the cores of ${quote(task.name)}`);
    return same ? task : { ...task, core, affinity };
  }
}
