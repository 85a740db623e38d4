import { expect, it } from 'vitest';
import { NO_OVERHEADS } from '../platform/overheads.ts';
import { type Admission, admit } from './admission.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from './test-sketches.ts';

/** The first task can be late because of overheads only. The second is late in any case. */
const TASKS: readonly TaskNumbers[] = [
  { T: 100, C: 30, D: 31 },
  { T: 300, C: 190, D: 250 },
];
const OVERHEADS = { ...NO_OVERHEADS, contextSwitchNs: 1500 };

const named = ({ failure, set }: Admission) =>
  failure && { name: set.entities[failure.entity]?.name, job: failure.job };

it('names the task with a proven miss, of all tasks that can miss', () => {
  const admission = admit(sketchOf(TASKS), { capabilities: preemptiveKernel(), overheads: OVERHEADS });
  expect(admission.tasks.map(({ meetsDeadline }) => meetsDeadline)).toEqual([false, false]);
  // 190 + 3 · 30 = 280 µs of declared budgets; with context switches 193 + 3 · 33 = 292.
  expect(named(admission)).toEqual({ name: 'T2', job: 1 });
  expect(admission.sentence).toBe('T2 misses by up to 42 µs (job 1, at 250 µs).');
});

it('does so under earliest deadline first', () => {
  // At 21 µs the deadline is missed because of the switches only. By 50 µs, 20 + 45 µs are due.
  const tasks = [
    { T: 50, C: 20, D: 21 },
    { T: 100, C: 45, D: 50 },
  ];
  const admission = admit(sketchOf(tasks, { policy: 'edf' }), {
    capabilities: preemptiveKernel(),
    overheads: OVERHEADS,
  });
  expect(named(admission)).toEqual({ name: 'T2', job: 1 });
  expect(admission.sentence).toContain('T2 misses by');
});

it('names a task that can miss if no miss is proven', () => {
  const admission = admit(sketchOf(TASKS.slice(0, 1)), { capabilities: preemptiveKernel(), overheads: OVERHEADS });
  expect(admission.sentence).toBe('T1 can miss by up to 2 µs (job 1, at 31 µs).');
});
