import { describe, expect, it } from 'vitest';
import { play } from '../../../test/property/reference-scheduler.ts';
import { applyMethod } from '../method.ts';
import { buildTaskSet } from '../task-set.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { periodicResource } from './periodic-resource.ts';

const judged = (tasks: readonly TaskNumbers[]) =>
  applyMethod(periodicResource, buildTaskSet(sketchOf(tasks), preemptiveKernel()));

describe('what a budget guarantees alone', () => {
  it('is 2T − C, plus J for a task with release jitter', () => {
    const { verdict, tasks } = judged([
      { T: 10, C: 2, D: 20 },
      { T: 20, C: 4, D: 40, jitterUs: 3 },
    ]);
    expect(tasks.map(({ responseNs }) => responseNs)).toEqual([18_000, 39_000]);
    expect(verdict).toBe('schedulable');
  });

  it('is nothing if two late and two prompt releases use more than a period of a lower task', () => {
    const tasks: readonly TaskNumbers[] = [
      { T: 10, C: 3, D: 24, jitterUs: 7 },
      { T: 10, C: 3, D: 24, jitterUs: 7 },
      { T: 10, C: 4, D: 16 },
    ];
    // Both jobs of the first two tasks are 7 late once: the job of the third, which arrives at 10,
    // completes at 29.
    const jobs = tasks.flatMap(({ T, C, D = T, jitterUs = 0 }, task) =>
      [0, 10, 20, 30, 40].map((arrival) => {
        const release = arrival === 0 ? jitterUs : arrival;
        return { task, arrival, release, cost: C, due: arrival + D };
      }),
    );
    const { worst } = play(jobs, 3, { preemptive: true, levels: [0, 1, 2], until: 100 });
    expect(worst[2]).toBeGreaterThan(2 * 10 - 4);
    const { verdict, tasks: rows } = judged(tasks);
    expect(verdict).toBe('unknown');
    expect(rows.map(({ responseNs }) => responseNs)).toEqual([null, null, null]);
  });
});
