import { expect, it } from 'vitest';
import { uno } from '../../boards/uno/index.ts';
import { lower } from '../../lower/lower.ts';
import { newSketch, newTask } from '../../sketch/create.ts';
import type { Task } from '../../sketch/model.ts';
import { targetById } from '../index.ts';
import { kernelTickHz } from './tick.ts';

const background = { kind: 'background', periodUs: null, budgetUs: null } as const;

it.each<[string, Partial<Task>[], number]>([
  ['the shortest period', [{ periodUs: 50_000 }, { periodUs: 4_000 }], 250],
  ['never more often than needed', [{ periodUs: 3_000 }], 333],
  ['not below 1 ms', [{ periodUs: 100, budgetUs: 10 }], 1000],
  ['not above 20 ms', [{ periodUs: 1_000_000 }], 50],
  ['10 ms without a period', [background], 100],
])('background threads take turns every tick: %s', (_, tasks, hz) => {
  const sketch = newSketch('x', { target: 'freertos', tasks: tasks.map((task, n) => newTask(`t${n}`, task)) });
  const { program } = lower(sketch, uno, targetById('freertos'));
  expect(program && kernelTickHz(program.tasks, uno.timerHz)).toBe(hz);
});
