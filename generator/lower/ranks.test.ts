import { describe, expect, it } from 'vitest';
import { newTask } from '../sketch/create.ts';
import { ranksOf } from './ranks.ts';

const tasks = [
  newTask('a', { periodUs: 30, deadlineUs: 10, priority: null }),
  newTask('b', { periodUs: 10, deadlineUs: null, priority: 1 }),
  newTask('c', { kind: 'background', periodUs: null, budgetUs: null, priority: 99 }),
  newTask('d', { periodUs: 20, deadlineUs: 25, priority: 7 }),
  newTask('e', { periodUs: 10, deadlineUs: null, priority: 7 }),
];

describe('ranksOf', () => {
  it.each([
    ['rate-monotonic', [3, 0, 4, 2, 1]],
    ['deadline-monotonic', [0, 1, 4, 3, 2]],
    ['edf', [0, 1, 4, 3, 2]],
    ['fixed', [3, 2, 4, 0, 1]],
  ] as const)('%s: equals in the order of the drawing, background last', (policy, ranks) => {
    expect(ranksOf(tasks, policy)).toEqual(ranks);
  });
});
