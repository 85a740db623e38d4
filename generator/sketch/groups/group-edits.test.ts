import { describe, expect, it } from 'vitest';
import { newSketch, newTask } from '../create.ts';
import { removeElement, renameElement } from '../edits.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Sketch } from '../model.ts';
import { readSketch } from '../read.ts';
import type { EditResult } from '../validated.ts';
import { writeSketch } from '../write.ts';
import { addGroup, removeGroup, updateGroup } from './group-edits.ts';
import { groupOf, membersOf, uniqueGroupName } from './groups.ts';

function done(result: EditResult): Sketch {
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  return result.sketch;
}

const task = (name: string) => ({ kind: 'tasks', name }) as const;
const plain = newSketch('x', { tasks: [newTask('A'), newTask('B'), newTask('C')] });
const sketch = done(addGroup(plain, 'G', [task('A'), task('B')], { note: 'why', color: 'green' }));

describe('a group', () => {
  it('is written with its members and read back', () => {
    const text = writeSketch(sketch);
    expect(text).toContain('"groups": [\n    {"name": "G", "note": "why", "color": "green", "tasks": ["A", "B"]}\n  ]');
    const read = readSketch(text);
    expect(read.ok && read.sketch).toEqual(sketch);
  });

  it('changes neither the text of a sketch without groups nor the program', () => {
    expect(writeSketch(plain)).not.toContain('groups');
    expect(fingerprint(sketch)).toBe(fingerprint(plain));
  });

  it('follows a rename, and ends with its last member', () => {
    const renamed = done(renameElement(sketch, 'tasks', 'A', 'Z'));
    expect(renamed.groups[0]?.tasks).toEqual(['Z', 'B']);
    const one = done(removeElement(renamed, 'tasks', 'Z'));
    expect(one.groups[0]?.tasks).toEqual(['B']);
    expect(done(removeElement(one, 'tasks', 'B')).groups).toEqual([]);
  });

  it('takes its members from their previous groups', () => {
    const now = done(addGroup(sketch, 'H', [task('B'), task('C'), task('C')]));
    expect(now.groups.map(({ name, tasks }) => [name, ...tasks])).toEqual([
      ['G', 'A'],
      ['H', 'B', 'C'],
    ]);
    expect(groupOf(now, task('B'))?.name).toBe('H');
    expect(done(addGroup(now, 'I', [task('A')])).groups.map(({ name }) => name)).toEqual(['H', 'I']);
  });

  it('is changed and removed without its members', () => {
    const changed = done(updateGroup(sketch, 'G', { name: 'Sensing', note: '', color: 'red' }));
    expect(changed.groups[0]).toMatchObject({ name: 'Sensing', note: '', color: 'red', tasks: ['A', 'B'] });
    expect(membersOf(changed.groups[0] ?? expect.fail())).toEqual([task('A'), task('B')]);
    expect(done(removeGroup(changed, 'Sensing'))).toEqual(plain);
  });

  it.each([
    ['no members', addGroup(plain, 'G', []), /no members/],
    ['a member that does not exist', addGroup(plain, 'G', [task('Q')]), /expected one of the tasks/],
    ['a taken name', addGroup(sketch, 'G', [task('C')]), /taken/],
    ['no name', addGroup(plain, ' ', [task('C')]), /blank/],
    ['an unknown group', updateGroup(sketch, 'Gg', {}), /no group "Gg"\. Did you mean "G"/],
  ])('is refused with %s', (_, result, message) => {
    expect(result.ok ? '' : result.problems[0]?.message).toMatch(message);
  });
});

it('numbers the names of new groups', () => {
  expect(uniqueGroupName(plain, 'Group 1')).toBe('Group 1');
  const named = done(updateGroup(sketch, 'G', { name: 'Group 1' }));
  expect(uniqueGroupName(named, 'Group 1')).toBe('Group 2');
});
