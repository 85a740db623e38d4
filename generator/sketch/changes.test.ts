import { expect, it } from 'vitest';
import { describeChanges } from './changes.ts';
import { newChannel, newPart, newSketch, newTask } from './create.ts';

const BASE = newSketch('s', { tasks: [newTask('blink'), newTask('slow')], channels: [newChannel('value')] });

it('names each element and member that changed', () => {
  const after = {
    ...BASE,
    policy: 'edf' as const,
    tasks: BASE.tasks.map((task) => (task.name === 'blink' ? { ...task, periodUs: 5, body: 'x();' } : task)),
    channels: [],
    parts: [newPart('Lamp', 'led')],
  };
  expect(describeChanges(BASE, after)).toEqual([
    'policy',
    'task blink: period, code',
    'without channel value',
    'new part Lamp',
  ]);
  expect(describeChanges(BASE, { ...BASE, tasks: BASE.tasks.toReversed() })).toEqual(['order of the tasks']);
  expect(describeChanges(BASE, structuredClone(BASE))).toEqual([]);
});
