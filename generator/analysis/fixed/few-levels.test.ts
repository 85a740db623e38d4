import { describe, expect, it } from 'vitest';
import { admit } from '../admission.ts';
import { ms, preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { lehoczkyShaBound } from './few-levels.ts';

const judged = (tasks: readonly TaskNumbers[], levels: number) => {
  const { methods } = admit(sketchOf(tasks), { capabilities: preemptiveKernel({ priorityLevels: levels }) });
  const found = methods.find(({ method }) => method === 'few-levels');
  if (found === undefined) throw new Error('not in the registry');
  return found;
};

describe('the bound of Lehoczky and Sha', () => {
  it('is ln 2 for levels with a single period, and decreases to 1/r', () => {
    expect(lehoczkyShaBound(1)).toBeCloseTo(Math.LN2, 12);
    expect(lehoczkyShaBound(1.5)).toBeCloseTo(0.621, 4);
    expect(lehoczkyShaBound(2)).toBe(0.5);
    expect(lehoczkyShaBound(2 - 1e-12)).toBeCloseTo(0.5, 9);
    expect(lehoczkyShaBound(4)).toBe(0.25);
  });

  it('admits a sketch alone, and is omitted if it does not apply to the sketch', () => {
    const tasks = [
      { T: ms(10), C: ms(1) },
      { T: ms(12), C: ms(2) },
      { T: ms(30), C: ms(3) },
    ];
    const [step] = judged(tasks, 2).explanation;
    // The last level has the periods 12 and 30: r = 2.5.
    expect(step?.numbers).toMatchObject({ r: 2.5, bound: 0.4 });
    expect(step?.text).toContain('within it');
    const early = tasks.map((task) => ({ ...task, D: task.T - 1 }));
    expect(judged(early, 2).explanation[0]?.numbers).not.toHaveProperty('r');
  });
});

describe('shared levels', () => {
  it('do not apply if every task has its own level', () => {
    const tasks = [
      { T: ms(10), C: ms(1) },
      { T: ms(12), C: ms(2) },
    ];
    expect(judged(tasks, 2)).toMatchObject({ applies: false, reason: 'Every task has a priority level of its own.' });
  });

  it('map twelve threads to the ten levels of Java: the last three wait for each other', () => {
    const tasks = Array.from({ length: 12 }, (_, index) => ({ T: ms(20 + index), C: ms(1) }));
    const { tasks: rows, verdict } = judged(tasks, 10);
    expect(verdict).toBe('schedulable');
    expect(rows.map(({ responseNs }) => (responseNs ?? 0) / 1e6)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 12, 12]);
  });

  it('names the job that is late because of a task of equal priority', () => {
    const { failure, verdict } = judged(
      [
        { T: 40, C: 10, D: 12 },
        { T: 50, C: 5 },
      ],
      1,
    );
    expect(verdict).toBe('unschedulable');
    expect(failure).toMatchObject({ job: 1, deadlineAtNs: 12_000, latenessNs: 3000 });
  });
});
