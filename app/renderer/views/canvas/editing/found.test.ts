import { expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../../generator/sketch/create.ts';
import { addGroup } from '../../../../../generator/sketch/groups/group-edits.ts';
import { findElements } from './found.ts';

const plain = newSketch('s', {
  tasks: [
    newTask('Sense', { body: 'int x = 1;\n  value_write(analogRead(A0));' }),
    newTask('Act', { setup: 'pinMode(13, OUTPUT);' }),
  ],
  channels: [newChannel('value')],
});
const grouped = addGroup(plain, 'Input', [{ kind: 'channels', name: 'value' }], { note: 'Everything about the knob' });
const sketch = grouped.ok ? grouped.sketch : expect.fail();
const find = (query: string) => findElements(sketch, query).map(({ text, note }) => `${text} | ${note}`);

it('finds elements by name first, then by the text in their code', () => {
  expect(find('VALUE')).toEqual(['value | channel', 'Sense | body, line 2: value_write(analogRead(A0));']);
  expect(find('pinmode')).toEqual(['Act | setup, line 1: pinMode(13, OUTPUT);']);
});

it('finds the members of a group by its title and note', () => {
  expect(find('knob')).toEqual(['value | in the group Input']);
});

it('lists all elements without a query, and none for an unknown text', () => {
  expect(find(' ')).toEqual(['Sense | task', 'Act | task', 'value | channel']);
  expect(find('servo')).toEqual([]);
});
