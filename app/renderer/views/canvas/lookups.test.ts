import { expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import { judge } from '../../state/sketch/admission.ts';
import { indexOfTask, portsOf, rowOf, shortestPeriodUs } from './lookups.ts';

const SKETCH = newSketch('s', {
  tasks: [
    newTask('Sense', { periodUs: 10_000, budgetUs: 1_000 }),
    newTask('Idle', { kind: 'background', periodUs: null, budgetUs: null }),
    newTask('Act', { periodUs: 20_000, budgetUs: 1_000 }),
  ],
  channels: [
    newChannel('first', { kind: 'ring-buffer', writer: 'Sense', readers: ['Act'] }),
    newChannel('second', { kind: 'four-slot', writer: 'Sense', readers: ['Idle', 'Act'] }),
  ],
});

it('finds a task by its name', () => {
  expect(['Sense', 'Idle', 'Act', 'Gone'].map((name) => indexOfTask(SKETCH, name))).toEqual([0, 1, 2, -1]);
});

it('finds the kind of the first channel at each port', () => {
  expect(portsOf(SKETCH, 'Sense')).toEqual({ reads: 'free', writes: 'ring-buffer' });
  expect(portsOf(SKETCH, 'Act')).toEqual({ reads: 'ring-buffer', writes: 'free' });
  expect(portsOf(SKETCH, 'Idle')).toEqual({ reads: 'four-slot', writes: 'free' });
  expect(portsOf(SKETCH, 'Gone')).toEqual({ reads: 'free', writes: 'free' });
});

it('finds the shortest period, and the verdict on a task', () => {
  expect(shortestPeriodUs(SKETCH)).toBe(10_000);
  const admission = judge(SKETCH, { ideal: true, calibrations: [] });
  expect(rowOf(admission, 2)).toBe(admission.tasks.find(({ task }) => task === 2));
  expect(rowOf(admission, 1)).toBeUndefined();
});
