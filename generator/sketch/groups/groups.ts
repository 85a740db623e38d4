/** Groups, the frames around elements on the canvas: their members, and names for new groups. */
import { ELEMENT_KINDS, type ElementKind } from '../elements.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import type { Group, Sketch } from '../model.ts';

/** An element of the sketch, by kind and name. */
export interface Member {
  readonly kind: ElementKind;
  readonly name: string;
}

/** The members of a group, in the order of the kinds. */
export function membersOf(group: Group): readonly Member[] {
  return ELEMENT_KINDS.flatMap((kind) => group[kind].map((name) => ({ kind, name })));
}

/** The lists of a group that has these members. */
export function memberLists(members: readonly Member[]): Pick<Group, ElementKind> {
  const names = (wanted: ElementKind) => [
    ...new Set(members.flatMap(({ kind, name }) => (kind === wanted ? name : []))),
  ];
  return {
    tasks: names('tasks'),
    channels: names('channels'),
    interrupts: names('interrupts'),
    resources: names('resources'),
    parts: names('parts'),
  };
}

/** The group of an element, or null. */
export function groupOf(sketch: Sketch, { kind, name }: Member): Group | null {
  return sketch.groups.find((group) => group[kind].includes(name)) ?? null;
}

/** The requested name if no group has it. Otherwise the first free name with a number. */
export function uniqueGroupName(sketch: Sketch, wanted: string): string {
  const taken = new Set(sketch.groups.map(({ name }) => name));
  const stem = wanted.slice(0, MAX_NAME_LENGTH - 10).replace(/ ?\d{1,9}$/, '');
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1)
    name = stem.trim() === '' ? `Group ${number}` : `${stem} ${number}`;
  return name;
}
