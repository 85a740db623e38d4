/**
 * Merges two changed versions of a sketch with the version that both came from, per element and
 * member. Code is merged per line.
 *
 * Elements are matched by name. A renamed element is recognized if nothing else in it changed but
 * its position. What both versions changed differently is a conflict, and a choice decides it. The
 * merged sketch is always valid: if changes that are valid alone are invalid together, they become
 * a conflict too.
 */
import { diff3Merge } from 'node-diff3';
import { CODE_PIECES, type CodePiece } from './blocks/model.ts';
import { ELEMENT_KINDS, type ElementKind, elementsOf, replaceReferences, withoutLostMembers } from './elements.ts';
import type { Sketch } from './model.ts';
import { checkSketch, type ReadOptions } from './read.ts';

export type Side = 'ours' | 'theirs';

interface ElementName {
  readonly kind: ElementKind;
  readonly name: string;
}

/** Something that both versions changed, in different ways. */
export interface MergeConflict {
  /** Identifies the conflict in `choices`. */
  readonly key: string;
  /** The element's kind, and its name in the base. Null for the sketch itself. */
  readonly element: ElementName | null;
  /**
   * Null for the whole element or the whole sketch. A kind of elements stands for the order of its
   * list.
   */
  readonly member: string | null;
  /** The two values. Undefined for a removed element or member. */
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface Merge {
  readonly sketch: Sketch;
  readonly conflicts: readonly MergeConflict[];
}

export type MergeChoices = ReadonlyMap<string, Side>;

type Members = Readonly<Record<string, unknown>>;

/** Conflicts without a choice are decided for `ours`. */
export function mergeSketches(
  base: Sketch,
  ours: Sketch,
  theirs: Sketch,
  choices: MergeChoices = new Map(),
  options: ReadOptions = {},
): Merge {
  const isValid = ({ sketch }: Merge) => checkSketch(sketch, options).every(({ severity }) => severity !== 'error');
  if (same(ours, theirs) || same(base, theirs)) return { sketch: ours, conflicts: [] };
  if (same(base, ours)) return { sketch: theirs, conflicts: [] };
  const byMember = new Merger(base, ours, theirs, choices, false).merge();
  if (isValid(byMember)) return byMember;
  // For example a period that one version changed and a deadline that the other version changed.
  const byElement = new Merger(base, ours, theirs, choices, true).merge();
  if (isValid(byElement)) return byElement;
  const whole: MergeConflict = { key: '', element: null, member: null, ours, theirs };
  return { sketch: choices.get('') === 'theirs' ? theirs : ours, conflicts: [...byElement.conflicts, whole] };
}

const CODE_MEMBERS = new Set<string>(['prelude', ...CODE_PIECES]);
/** Lists of elements with an identity: their order is free, and each element is merged. */
const KEYED_LISTS: Readonly<Record<string, (element: never) => string>> = {
  readers: (name: string) => name,
  users: ({ task }: { readonly task: string }) => task,
};
/** Members with values that are records of independent members. */
const RECORDS = new Set(['pins', 'extensions']);

class Merger {
  readonly #base: Sketch;
  readonly #ours: Sketch;
  readonly #theirs: Sketch;
  readonly #renames: Readonly<Record<Side, readonly Rename[]>>;
  readonly #choices: MergeChoices;
  readonly #wholeElements: boolean;
  readonly #conflicts: MergeConflict[] = [];

  constructor(base: Sketch, ours: Sketch, theirs: Sketch, choices: MergeChoices, wholeElements: boolean) {
    this.#base = base;
    this.#renames = { ours: renamesBetween(base, ours), theirs: renamesBetween(base, theirs) };
    this.#ours = renamed(ours, this.#renames.ours.map(reversed));
    this.#theirs = renamed(theirs, this.#renames.theirs.map(reversed));
    this.#choices = choices;
    this.#wholeElements = wholeElements;
  }

  merge(): Merge {
    const members = this.#mergeMembers(ownMembers(this.#base), ownMembers(this.#ours), ownMembers(this.#theirs), null);
    const lists = Object.fromEntries(ELEMENT_KINDS.map((kind) => [kind, this.#mergeElements(kind)]));
    // The members are those of two sketches, and each value is from one of them or merged from both.
    const sketch = { ...members, ...lists } as unknown as Sketch;
    if (Object.keys(sketch.extensions ?? {}).length === 0) Reflect.deleteProperty(sketch, 'extensions');
    const removed = endNames(this.#base).filter((name) => !endNames(sketch).includes(name));
    const left = removed.reduce((now, name) => replaceReferences(now, 'tasks', name, null), sketch);
    const connected = withoutLostMembers(left);
    return { sketch: renamed(connected, this.#mergeRenames(connected)), conflicts: this.#conflicts };
  }

  #mergeElements(kind: ElementKind): readonly Members[] {
    const base = named(this.#base, kind);
    const ours = named(this.#ours, kind);
    const theirs = named(this.#theirs, kind);
    const merged = new Map<string, Members>();
    for (const name of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
      const element = this.#mergeElement({ kind, name }, base.get(name), ours.get(name), theirs.get(name));
      if (element !== undefined) merged.set(name, element);
    }
    const left = (elements: ReadonlyMap<string, Members>) => [...elements.keys()].filter((name) => merged.has(name));
    const order = this.#mergeOrder(kind, left(base), left(ours), left(theirs));
    return order.flatMap((name): readonly Members[] => {
      const element = merged.get(name);
      return element === undefined ? [] : [element];
    });
  }

  #mergeElement(
    element: ElementName,
    base: Members | undefined,
    ours: Members | undefined,
    theirs: Members | undefined,
  ): Members | undefined {
    if (same(ours, theirs)) return ours;
    if (base !== undefined && (ours === undefined || theirs === undefined)) {
      const kept = ours ?? theirs ?? base;
      const isMissed = !same(unplaced(kept), unplaced(base)) || this.#isUsed(element, ours ? this.#ours : this.#theirs);
      return isMissed ? this.#choose(element, null, ours, theirs) : undefined;
    }
    if (same(base, theirs)) return ours;
    if (same(base, ours)) return theirs;
    if (this.#wholeElements) return this.#choose(element, null, ours, theirs);
    return this.#mergeMembers(base ?? {}, ours ?? {}, theirs ?? {}, element);
  }

  /** Whether this version added a reference to the task or interrupt. */
  #isUsed({ kind, name }: ElementName, version: Sketch): boolean {
    if (kind !== 'tasks' && kind !== 'interrupts') return false;
    const before = new Set(referencesTo(this.#base, name));
    return referencesTo(version, name).some((reference) => !before.has(reference));
  }

  #mergeMembers(base: Members, ours: Members, theirs: Members, element: ElementName | null): Members {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    const contested = CODE_PIECES.filter((piece) => isContested(piece, base, ours, theirs));
    const entries = [...keys].map((key) => [
      key,
      key === 'blocks'
        ? this.#mergeBlocks(base, ours, theirs, element, contested)
        : contested.some((piece) => piece === key)
          ? this.#choose(element, key, ours[key], theirs[key])
          : this.#mergeMember(key, base[key], ours[key], theirs[key], element),
    ]);
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }

  /** If both versions changed a piece of code, its blocks come from the version with the chosen code. */
  #mergeBlocks(
    base: Members,
    ours: Members,
    theirs: Members,
    element: ElementName | null,
    contested: readonly string[],
  ): Members | undefined {
    const [b, o, t] = [base, ours, theirs].map(({ blocks }) => membersOf(blocks)) as [Members, Members, Members];
    const entries = CODE_PIECES.flatMap((piece): [string, unknown][] => {
      const isTheirs = contested.includes(piece) ? this.#sideOf(element, piece) === 'theirs' : same(b[piece], o[piece]);
      const blocks = isTheirs ? t[piece] : o[piece];
      return blocks === undefined ? [] : [[piece, blocks]];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }

  #mergeMember(member: string, base: unknown, ours: unknown, theirs: unknown, element: ElementName | null): unknown {
    if (same(ours, theirs) || same(base, theirs)) return ours;
    if (same(base, ours)) return theirs;
    // Where a card is drawn is no content to ask about.
    if (member === 'position') return ours;
    const code = CODE_MEMBERS.has(member) ? mergeCode(base, ours, theirs) : null;
    if (code !== null) return code;
    const keyOf = KEYED_LISTS[member];
    if (keyOf !== undefined) {
      const list = mergeLists(base, ours, theirs, keyOf as (element: unknown) => string);
      if (list !== null) return list;
    }
    if (RECORDS.has(member)) {
      const record = mergeRecords(base, ours, theirs);
      if (record !== null) return record;
    }
    return this.#choose(element, member, ours, theirs);
  }

  #choose<T>(element: ElementName | null, member: string | null, ours: T, theirs: T): T {
    this.#conflicts.push({ key: conflictKey(element, member), element, member, ours, theirs });
    return this.#sideOf(element, member) === 'theirs' ? theirs : ours;
  }

  #sideOf(element: ElementName | null, member: string | null): Side {
    return this.#choices.get(conflictKey(element, member)) ?? 'ours';
  }

  /** The order of the names of one kind. The order decides between tasks of equal priority. */
  #mergeOrder(kind: ElementKind, base: string[], ours: string[], theirs: string[]): readonly string[] {
    const common = base.filter((name) => ours.includes(name) && theirs.includes(name));
    const isCommon = (name: string) => common.includes(name);
    const [ourOrder, theirOrder] = [ours.filter(isCommon), theirs.filter(isCommon)];
    const main =
      same(ourOrder, common) || same(ourOrder, theirOrder)
        ? theirs
        : same(theirOrder, common)
          ? ours
          : this.#choose(null, kind, ours, theirs);
    const [order, other] = [[...main], main === ours ? theirs : ours];
    const added = new Set(main.filter((name) => !base.includes(name)));
    let at = 0;
    for (const name of other) {
      const known = order.indexOf(name);
      if (known >= 0) at = known + 1;
      else {
        // Between the same neighbours, the elements that the two versions added are in the order of
        // their names, so that it does not matter which version is which.
        for (let next = order[at]; next !== undefined && added.has(next) && next < name; next = order[at]) at++;
        order.splice(at++, 0, name);
      }
    }
    return order;
  }

  /** The names of the renamed elements that are still there. */
  #mergeRenames(sketch: Sketch): Rename[] {
    const keys = new Set([...this.#renames.ours, ...this.#renames.theirs].map(keyOfRename));
    const nameIn = (side: Side, key: string) => this.#renames[side].find((each) => keyOfRename(each) === key)?.to;
    return [...keys].flatMap((key) => {
      const [ours, theirs] = [nameIn('ours', key), nameIn('theirs', key)];
      const rename = [...this.#renames.ours, ...this.#renames.theirs].find((each) => keyOfRename(each) === key);
      if (rename === undefined || !named(sketch, rename.kind).has(rename.from)) return [];
      const { kind, from } = rename;
      const differs = ours !== undefined && theirs !== undefined && ours !== theirs;
      const to = differs ? this.#choose({ kind, name: from }, 'name', ours, theirs) : (ours ?? theirs ?? from);
      return [{ kind, from, to }];
    });
  }
}

const conflictKey = (element: ElementName | null, member: string | null): string =>
  JSON.stringify([element?.kind ?? null, element?.name ?? null, member]);

/**
 * Whether both versions changed a piece of code, at least one of them with blocks. Code and blocks
 * belong together then, so the lines of the two versions are not mixed. The position of a block is no
 * content to ask about.
 */
function isContested(piece: CodePiece, base: Members, ours: Members, theirs: Members): boolean {
  if (same(ours[piece], theirs[piece])) return false;
  const [b, o, t] = [base, ours, theirs].map(({ blocks }) => membersOf(blocks)[piece]);
  const isChanged = (version: Members, blocks: unknown) => !same(base[piece], version[piece]) || !same(b, blocks);
  return isChanged(ours, o) && isChanged(theirs, t) && !(same(b, o) && same(b, t));
}

interface Rename {
  readonly kind: ElementKind;
  readonly from: string;
  readonly to: string;
}

const keyOfRename = ({ kind, from }: Rename): string => `${kind}:${from}`;
const reversed = ({ kind, from, to }: Rename): Rename => ({ kind, from: to, to: from });

/** Elements that are the same but for their names and positions, by kind. */
function renamesBetween(base: Sketch, version: Sketch): readonly Rename[] {
  return ELEMENT_KINDS.flatMap((kind) => {
    const [old, now] = [named(base, kind), named(version, kind)];
    const isFree = (name: string, sketch: Sketch) =>
      kind !== 'tasks' && kind !== 'interrupts' ? true : !endNames(sketch).includes(name);
    const gone = [...old.values()].filter(({ name }) => !now.has(String(name)) && isFree(String(name), version));
    const added = [...now.values()].filter(({ name }) => !old.has(String(name)) && isFree(String(name), base));
    return gone.flatMap((element) => {
      const found = added.findIndex((each) => same(unnamed(each), unnamed(element)));
      if (found < 0) return [];
      const [to] = added.splice(found, 1);
      return [{ kind, from: String(element.name), to: String(to?.name) }];
    });
  });
}

const unplaced = (element: Members): Members => ({ ...element, position: null });
const unnamed = (element: Members): Members => ({ ...unplaced(element), name: null });

const renamed = (sketch: Sketch, renames: readonly Rename[]): Sketch => renames.reduce(withName, sketch);

function withName(sketch: Sketch, { kind, from, to }: Rename): Sketch {
  const elements = elementsOf<ElementKind>(sketch, kind).map((each) =>
    each.name === from ? { ...each, name: to } : each,
  );
  const changed: Sketch = { ...sketch, [kind]: elements };
  return replaceReferences(changed, kind, from, to);
}

/** The sketch's own members, without its elements. */
function ownMembers(sketch: Sketch): Members {
  const members: Record<string, unknown> = { ...sketch };
  for (const kind of ELEMENT_KINDS) delete members[kind];
  return members;
}

const named = (sketch: Sketch, kind: ElementKind): ReadonlyMap<string, Members> =>
  new Map(elementsOf<ElementKind>(sketch, kind).map((element) => [element.name, { ...element }]));

/** The names to which channels and resources refer. */
const endNames = ({ tasks, interrupts }: Sketch): string[] => [...tasks, ...interrupts].map(({ name }) => name);

function referencesTo({ channels, resources }: Sketch, name: string): string[] {
  return [
    ...channels.filter(({ writer }) => writer === name).map((channel) => `writer ${channel.name}`),
    ...channels.filter(({ readers }) => readers.includes(name)).map((channel) => `reader ${channel.name}`),
    ...resources
      .filter(({ users }) => users.some(({ task }) => task === name))
      .map((resource) => `user ${resource.name}`),
  ];
}

/** Null if both versions changed the same lines or neighbouring ones. */
function mergeCode(base: unknown, ours: unknown, theirs: unknown): string | null {
  if (typeof ours !== 'string' || typeof theirs !== 'string') return null;
  const original = typeof base === 'string' ? base : '';
  const regions = diff3Merge(lines(ours), lines(original), lines(theirs), { excludeFalseConflicts: true });
  if (regions.some((region) => region.ok === undefined)) return null;
  return regions.flatMap((region) => region.ok ?? []).join('\n');
}

const lines = (text: string): string[] => text.split('\n');

/** Null if both versions changed one element of the list differently. */
function mergeLists(
  base: unknown,
  ours: unknown,
  theirs: unknown,
  keyOf: (element: unknown) => string,
): readonly unknown[] | null {
  if (!Array.isArray(ours) || !Array.isArray(theirs)) return null;
  const byKey = (list: unknown) =>
    Object.fromEntries((Array.isArray(list) ? list : []).map((each: unknown) => [`=${keyOf(each)}`, each]));
  const merged = mergeRecords(byKey(base), byKey(ours), byKey(theirs));
  // The order of such a list has no meaning. Sorting makes the result independent of the order of the versions.
  if (merged === null) return null;
  return Object.entries(merged)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value);
}

/** Null if both versions changed one member differently. */
function mergeRecords(base: unknown, ours: unknown, theirs: unknown): Members | null {
  const [b, o, t] = [membersOf(base), membersOf(ours), membersOf(theirs)];
  const merged: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(o), ...Object.keys(t)])) {
    const differs = !same(o[key], t[key]) && !same(b[key], o[key]) && !same(b[key], t[key]);
    if (differs) return null;
    const value = same(b[key], o[key]) ? t[key] : o[key];
    if (value !== undefined) merged[key] = value;
  }
  return merged;
}

const membersOf = (value: unknown): Members => (isRecord(value) ? value : {});

const isRecord = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are equal as JSON. The order of members has no meaning. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((element, index) => same(element, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => same(a[key], b[key]));
}
