import { describe, expect, it } from 'vitest';
import { newChannel, newInterrupt, newPart, newResource, newSketch, newTask } from '../create.ts';
import { addGroup } from '../groups/group-edits.ts';
import type { Member } from '../groups/groups.ts';
import type { Sketch } from '../model.ts';
import type { EditResult } from '../validated.ts';
import { writeSketch } from '../write.ts';
import { duplicateElements, pasteExcerpt } from './copy-edits.ts';
import { type Excerpt, excerptOf, readExcerpt, writeExcerpt } from './excerpt.ts';

function done(result: EditResult): Sketch {
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join('\n'));
  return result.sketch;
}

const plain = newSketch('x', {
  tasks: [newTask('T1', { position: { x: 0, y: 0 } }), newTask('T2')],
  interrupts: [newInterrupt('Button', '2')],
  channels: [newChannel('C', { writer: 'T1', readers: ['T2', 'Button'] })],
  resources: [newResource('R', { users: [{ task: 'T1', criticalSectionUs: 5 }] })],
  parts: [newPart('Lamp', 'led', { pins: { anode: '13' }, position: { x: 1, y: 2 } })],
});
const inGroup: readonly Member[] = [
  { kind: 'tasks', name: 'T1' },
  { kind: 'channels', name: 'C' },
];
const sketch = done(addGroup(plain, 'Sensing', inGroup, { note: 'Two lines\nof text', color: 'blue' }));

/** The excerpt after a way through the clipboard. */
function copy(...members: readonly Member[]): Excerpt {
  const read = readExcerpt(writeExcerpt(excerptOf(sketch, members)));
  if (!read.ok) throw new Error(read.message);
  return read.excerpt;
}

describe('an excerpt', () => {
  it('is readable JSON with a format name and a version, and a line for each element', () => {
    const text = writeExcerpt(excerptOf(sketch, [...inGroup, { kind: 'parts', name: 'Lamp' }]));
    expect(JSON.parse(text)).toMatchObject({
      format: 'polyloop-elements',
      version: 1,
      tasks: [{ name: 'T1' }],
      channels: [{ name: 'C', writer: 'T1', reader: ['T2', 'Button'] }],
      parts: [{ name: 'Lamp' }],
      groups: [{ name: 'Sensing', tasks: ['T1'], channels: ['C'] }],
    });
    expect(text.split('\n').find((line) => line.includes('"T1"'))).toMatch(/^ {4}\{"name": "T1".*\},?$/);
  });

  it('has a group only with all of its members', () => {
    expect(excerptOf(sketch, [{ kind: 'tasks', name: 'T1' }]).groups).toEqual([]);
  });

  it('is read from the text of a whole sketch file too', () => {
    const read = readExcerpt(writeSketch(sketch));
    expect(read.ok && read.excerpt.tasks.map(({ name }) => name)).toEqual(['T1', 'T2']);
  });

  it.each([
    ['text', 'hello', /no elements/],
    ['nothing', '', /no elements/],
    ['other JSON', '{"a": 1}', /no elements/],
    ['null', 'null', /no elements/],
    ['another format', '{"format": "svg", "version": 1}', /no elements/],
    ['a newer version', '{"format": "polyloop-elements", "version": 2}', /newer Polyloop/],
    ['a version that is a text', '{"format": "polyloop-elements", "version": "1"}', /newer Polyloop/],
    [
      'a wrong shape',
      '{"format": "polyloop-elements", "version": 1, "tasks": [{"nme": "T"}]}',
      /cannot be read\. Task no\. 1, name is missing/,
    ],
    ['an unknown list', '{"format": "polyloop-elements", "version": 1, "task": []}', /cannot be read.*task/],
    ['a duplicate member', '{"format": "polyloop-elements", "version": 1, "tasks": [], "tasks": []}', /cannot be read/],
    ['a prototype', '{"format": "polyloop-elements", "version": 1, "__proto__": {}}', /cannot be read|no elements/],
    ['a broken sketch', '{"polyloop": 1}', /cannot be read/],
    ['deep nesting', '['.repeat(100_000), /no elements/],
  ])('is not read from %s', (_, text, message) => {
    const read = readExcerpt(text);
    expect(read.ok ? '' : read.message).toMatch(message);
  });
});

describe('pasteExcerpt', () => {
  it('gives copies new names, and keeps the wires among them', () => {
    const result = pasteExcerpt(sketch, copy(...inGroup, { kind: 'resources', name: 'R' }));
    const now = done(result);
    expect(result.added.map(({ name }) => name)).toEqual(['T3', 'C2', 'R2']);
    expect(now.channels[1]).toMatchObject({ name: 'C2', writer: 'T3', readers: ['T2', 'Button'] });
    expect(now.resources[1]?.users).toEqual([{ task: 'T3', criticalSectionUs: 5 }]);
    expect(now.groups[1]).toMatchObject({
      name: 'Sensing 2',
      note: 'Two lines\nof text',
      tasks: ['T3'],
      channels: ['C2'],
    });
    expect(result.dropped).toEqual([]);
  });

  it('drops references to elements that the sketch does not have, and names them', () => {
    const result = pasteExcerpt(
      newSketch('y'),
      copy({ kind: 'channels', name: 'C' }, { kind: 'resources', name: 'R' }),
    );
    expect(done(result)).toMatchObject({ channels: [{ writer: null, readers: [] }], resources: [{ users: [] }] });
    expect(result.dropped).toEqual([
      '"T1" as the writer of "C"',
      '"T2" as a reader of "C"',
      '"Button" as a reader of "C"',
      '"T1" as a user of "R"',
    ]);
  });

  it('does not make an interrupt the user of a resource', () => {
    const other = newSketch('y', { interrupts: [newInterrupt('T1', '2')] });
    const result = pasteExcerpt(other, copy({ kind: 'resources', name: 'R' }));
    expect(done(result).resources[0]?.users).toEqual([]);
    expect(result.dropped).toHaveLength(1);
  });

  it('keeps only cores that the sketch has', () => {
    const many = newSketch('y', { cores: 4, tasks: [newTask('A', { core: 3, affinity: [0, 3] })] });
    const result = pasteExcerpt(newSketch('z'), excerptOf(many, [{ kind: 'tasks', name: 'A' }]));
    expect(done(result).tasks[0]).toMatchObject({ core: null, affinity: [0] });
    expect(result.dropped).toEqual(['the cores of "A"']);
  });

  it('puts no copy exactly on another element', () => {
    const once = done(pasteExcerpt(sketch, copy({ kind: 'parts', name: 'Lamp' })));
    const twice = done(pasteExcerpt(once, copy({ kind: 'parts', name: 'Lamp' })));
    expect(twice.parts.map(({ position }) => position?.x)).toEqual([1, 33, 65]);
  });

  it('is refused when a limit is exceeded', () => {
    const tasks = Array.from({ length: 600 }, (_, index) => newTask(`T${index}`));
    expect(pasteExcerpt(newSketch('y', { tasks }), { ...copy(), tasks }).ok).toBe(false);
  });
});

describe('duplicateElements', () => {
  it('copies the wires among the elements, and no other end of a channel', () => {
    const result = duplicateElements(sketch, inGroup);
    expect(done(result).channels[1]).toMatchObject({ name: 'C2', writer: 'T3', readers: [] });
    expect(result.dropped).toEqual([]);
  });

  it('gives the copy a free name, and offsets its position', () => {
    const now = done(duplicateElements(sketch, [{ kind: 'parts', name: 'Lamp' }]));
    expect(now.parts[1]).toEqual({ ...sketch.parts[0], name: 'Lamp2', position: { x: 33, y: 34 } });
  });
});
