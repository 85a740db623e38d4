import { expect, it } from 'vitest';
import { newChannel, newPart, newResource, newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { targetsOf } from './targets.ts';

const sketch = newSketch('s', {
  tasks: [newTask('Sense'), newTask('Act')],
  channels: [newChannel('value', { writer: 'Sense' })],
  resources: [newResource('Bus')],
  parts: [newPart('Lamp', 'led')],
});
const texts = (kind: 'tasks' | 'channels' | 'parts', name: string) =>
  targetsOf(sketch, { kind, name }).map(({ text }) => text);

it('lists each wire that is possible, and no other', () => {
  expect(texts('tasks', 'Act')).toEqual([
    'A new channel from "Act" to "Sense"',
    '"Act" writes "value" instead of "Sense"',
    '"Act" locks "Bus"',
    'A new channel from "Sense" to "Act"',
    '"Act" reads "value"',
  ]);
  expect(texts('tasks', 'Sense')).not.toContain('"Sense" writes "value"');
  expect(texts('parts', 'Lamp')).toEqual([]);
});
