import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../generator/sketch/create.ts';
import { diagnosticsOf, elementOf } from './problem-diagnostics.ts';

const sketch = newSketch('s', { tasks: [newTask('A'), newTask('B')], channels: [newChannel('C')] });

describe('a problem’s pointer', () => {
  it.each([
    ['/tasks/1/periodUs', { element: { kind: 'task', name: 'B' }, member: 'periodUs' }],
    ['/tasks/0', { element: { kind: 'task', name: 'A' }, member: null }],
    ['/channels/0/item/2/na~1me', { element: { kind: 'channel', name: 'C' }, member: 'item.2.na/me' }],
    ['/tasks/9/periodUs', { element: { kind: 'sketch', name: '' }, member: 'tasks.9.periodUs' }],
    ['/tasks', { element: { kind: 'sketch', name: '' }, member: 'tasks' }],
    ['/board', { element: { kind: 'sketch', name: '' }, member: 'board' }],
    ['/constructor/0', { element: { kind: 'sketch', name: '' }, member: 'constructor.0' }],
    ['', { element: { kind: 'sketch', name: '' }, member: null }],
  ])('%j names the element and the field', (pointer, expected) => {
    expect(elementOf(pointer, sketch)).toEqual(expected);
  });

  it('of a missing member names the member', () => {
    const problem = { pointer: '/tasks/0', member: 'budgetUs', message: 'm', severity: 'error' } as const;
    expect(diagnosticsOf([problem], sketch)).toMatchObject([{ element: { name: 'A' }, member: 'budgetUs' }]);
  });
});
