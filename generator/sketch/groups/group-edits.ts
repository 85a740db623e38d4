/** Edits of groups, the frames around elements on the canvas. */

import { tr } from '../../words/tr.ts';
import type { Group, Sketch } from '../model.ts';
import { didYouMean, quote } from '../problem.ts';
import { groupSchema } from '../schema.ts';
import { type EditResult, refused, validated } from '../validated.ts';
import { type Member, memberLists, membersOf } from './groups.ts';

export type GroupChanges = Partial<Pick<Group, 'name' | 'note' | 'color'>>;

/** Makes a group of elements. They leave their previous groups. A group without members is removed. */
export function addGroup(
  sketch: Sketch,
  name: string,
  members: readonly Member[],
  values: Omit<GroupChanges, 'name'> = {},
): EditResult {
  const group: Group = { ...groupSchema.parse({ name: 'new' }), ...memberLists(members), ...values, name };
  return validated({ ...sketch, groups: [...withoutMembers(sketch.groups, members), group] });
}

/** Changes name, note or colour of a group. */
export function updateGroup(sketch: Sketch, name: string, changes: GroupChanges): EditResult {
  return withGroup(sketch, name, (group) =>
    validated({ ...sketch, groups: sketch.groups.map((each) => (each === group ? { ...group, ...changes } : each)) }),
  );
}

/** Removes a group and keeps its members. */
export function removeGroup(sketch: Sketch, name: string): EditResult {
  return withGroup(sketch, name, (group) =>
    validated({ ...sketch, groups: sketch.groups.filter((each) => each !== group) }),
  );
}

function withoutMembers(groups: readonly Group[], members: readonly Member[]): readonly Group[] {
  const leaves = (member: Member) => members.some(({ kind, name }) => kind === member.kind && name === member.name);
  return groups.flatMap((group) => {
    const all = membersOf(group);
    const left = all.filter((member) => !leaves(member));
    if (left.length === all.length) return [group];
    return left.length === 0 ? [] : [{ ...group, ...memberLists(left) }];
  });
}

function withGroup(sketch: Sketch, name: string, edit: (group: Group) => EditResult): EditResult {
  const group = sketch.groups.find((each) => each.name === name);
  if (group !== undefined) return edit(group);
  const names = sketch.groups.map((each) => each.name);
  return refused('/groups', tr`The sketch has no group ${quote(name)}.${didYouMean(name, names)}`);
}
