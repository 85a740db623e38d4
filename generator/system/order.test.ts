import { describe, expect, it } from 'vitest';
import { buildTaskSet } from '../analysis/task-set.ts';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import { POLICIES, type Sketch } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { systemOf } from './system.ts';

const ranksOf = (over: Partial<Sketch>): number[] => systemOf(newSketch('x', over)).runnables.map(({ rank }) => rank);

const tasks = [
  newTask('a', { periodUs: 30, deadlineUs: 10, priority: null }),
  newTask('b', { periodUs: 10, deadlineUs: null, priority: 1 }),
  newTask('c', { kind: 'background', periodUs: null, budgetUs: null, priority: 99 }),
  newTask('d', { periodUs: 20, deadlineUs: 25, priority: 7 }),
  newTask('e', { periodUs: 10, deadlineUs: null, priority: 7 }),
];

describe('ranks', () => {
  it.each([
    ['rate-monotonic', [3, 0, 4, 2, 1]],
    ['deadline-monotonic', [0, 1, 4, 3, 2]],
    ['edf', [0, 1, 4, 3, 2]],
    ['fixed', [3, 2, 4, 0, 1]],
  ] as const)('%s: equal tasks in sketch order, background tasks last', (policy, ranks) => {
    expect(ranksOf({ tasks, policy })).toEqual(ranks);
  });

  const interrupts = [
    newInterrupt('i', '2', { handlerPeriodUs: 20, handlerBudgetUs: 1 }),
    newInterrupt('no handler', '3', { handlerPeriodUs: 1, handlerBudgetUs: 0 }),
    newInterrupt('k', '4', { handlerPeriodUs: 5, handlerBudgetUs: 1 }),
  ];

  it.each([
    ['rate-monotonic', [5, 1, 6, 3, 2, 4, 0]],
    ['edf', [1, 2, 6, 5, 3, 4, 0]],
    ['fixed', [5, 4, 6, 2, 3, 0, 1]],
  ] as const)('%s: a handler ranks by its period, and with fixed priorities before the tasks', (policy, ranks) => {
    expect(ranksOf({ tasks, policy, interrupts })).toEqual(ranks);
  });

  it('orders handlers in the same way as the analysis', () => {
    for (const policy of POLICIES) {
      const sketch = newSketch('x', { tasks, interrupts, policy });
      const { entities } = buildTaskSet(sketch, targetById('superloop'));
      const ranks = ranksOf({ tasks, policy, interrupts });
      const handlers = ['i', 'k'];
      const rankOf = (name: string) =>
        ranks[
          handlers.includes(name) ? tasks.length + handlers.indexOf(name) : tasks.findIndex((t) => t.name === name)
        ];
      expect(entities.map(({ name }) => rankOf(name))).toEqual(entities.map((_, rank) => rank));
    }
  });
});
