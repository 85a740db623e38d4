import { expect, it } from 'vitest';
import { uno } from '../boards/uno/index.ts';
import { newResource, newSketch, newTask } from '../sketch/create.ts';
import type { Policy } from '../sketch/model.ts';
import { targetById } from '../targets/index.ts';
import { lower } from './lower.ts';

const tasks = [
  newTask('slow', { periodUs: 50_000, deadlineUs: 5_000, priority: 1 }),
  newTask('fast', { periodUs: 1_000, budgetUs: 10, priority: 2 }),
  newTask('middle', { periodUs: 20_000, priority: 3 }),
  newTask('rest', { kind: 'background', periodUs: null, budgetUs: null }),
];

function ceiling(users: readonly string[], policy: Policy, given: number | null = null): number | undefined {
  const resource = newResource('bus', {
    users: users.map((task) => ({ task, criticalSectionUs: 10 })),
    ceiling: given,
  });
  const { program } = lower(newSketch('x', { tasks, policy, resources: [resource] }), uno, targetById('superloop'));
  return program?.resources[0]?.ceilingRank;
}

it.each([
  [['slow', 'rest'], 'rate-monotonic', null, 2],
  [['slow', 'rest'], 'edf', null, 1],
  [['slow', 'middle'], 'fixed', null, 0],
  [['slow', 'rest'], 'fixed', null, 2],
  // "slow" is the only task with this priority or a lower one.
  [['rest'], 'fixed', 1, 2],
  [['slow'], 'fixed', 2, 1],
  [['middle'], 'fixed', 1, 0],
  // Under other policies the priority has no effect.
  [['slow'], 'rate-monotonic', 3, 2],
  [['rest'], 'rate-monotonic', null, 3],
] as const)('the ceiling of %j, %s, given %s, is rank %i', (users, policy, given, rank) => {
  expect(ceiling(users, policy, given)).toBe(rank);
});

it('warns about a lock of a resource that the code holds already, and generates the program', () => {
  const body = 'auto say = [] {\n  the_bus_guard inner;\n};\nthe_bus_guard held;\nsay();\nthe_bus_lock();';
  const users = [{ task: 'fast', criticalSectionUs: 10 }];
  const sketch = newSketch('x', {
    tasks: [newTask('fast', { periodUs: 1_000, budgetUs: 10, body })],
    resources: [newResource('the bus', { users })],
  });
  const { program, diagnostics } = lower(sketch, uno, targetById('superloop'));
  expect(program).not.toBeNull();
  expect(diagnostics).toEqual([
    {
      pointer: '/tasks/0/body',
      severity: 'warning',
      message:
        'Task "fast", body: line 5 calls "say", which locks "the bus", but the code around the call has locked it already. The inner lock does nothing. Call it outside of the lock, or remove its lock.',
    },
    {
      pointer: '/tasks/0/body',
      severity: 'warning',
      message:
        'Task "fast", body: line 6 locks "the bus", which the code around it has locked already. The inner lock does nothing. Remove one of the two.',
    },
  ]);
});
