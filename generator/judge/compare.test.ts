import { describe, expect, it } from 'vitest';
import { admit } from '../analysis/admission.ts';
import { newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { TARGETS } from '../targets/index.ts';
import { compareTargets, obstaclesFor } from './compare.ts';
import { contextOf } from './context.ts';

/** On a super-loop the second task waits 40 ms for the first, and its deadline is 10 ms. */
const tasks = [
  newTask('slow', { periodUs: 200_000, budgetUs: 40_000 }),
  newTask('fast', { periodUs: 10_000, budgetUs: 1000 }),
];
const BACKGROUND = { kind: 'background', periodUs: null } as const;
const sketch = (values: Partial<Sketch> = {}) => newSketch('s', { tasks, ...values });

const rowOf = (found: Sketch, target: string, ideal = false) => {
  const row = compareTargets(found, ideal).find((one) => one.target === target);
  if (row === undefined) throw new Error(`no row for ${target}`);
  return row;
};

describe('the targets compared', () => {
  it('has a row for each target, in order', () => {
    expect(compareTargets(sketch(), false).map(({ target }) => target)).toEqual(TARGETS.map(({ id }) => id));
  });

  it('names the deciding test and the tightest task', () => {
    expect(rowOf(sketch(), 'superloop', true)).toMatchObject({
      admitted: false,
      decidedBy: 'Non-preemptive response-time analysis',
      tightest: { name: 'fast', ratio: expect.closeTo(4.1, 3) },
    });
    expect(rowOf(sketch(), 'freertos', true)).toMatchObject({
      admitted: true,
      decidedBy: 'Liu–Layland bound',
      tightest: { name: 'slow', ratio: 45 / 200 },
      obstacles: [],
    });
  });

  it('names the task with an unbounded response time, however tight the others are', () => {
    const greedy = [newTask('steady'), newTask('greedy', { periodUs: 20_000, budgetUs: 19_000 })];
    expect(rowOf(sketch({ tasks: greedy }), 'freertos', true)).toMatchObject({
      admitted: false,
      tightest: { name: 'greedy', ratio: null },
    });
  });

  it('equals the verdict of each target alone, with its own overheads', () => {
    for (const ideal of [true, false]) {
      for (const row of compareTargets(sketch(), ideal)) {
        const target = row.target as Sketch['target'];
        const { admitted, sentence, utilization } = admit(sketch({ target }), contextOf(sketch({ target }), ideal));
        expect(row).toMatchObject({ admitted, sentence, utilization });
      }
    }
  });

  it('counts the overhead of the runtime, if it was measured', () => {
    const row = rowOf(sketch(), 'freertos');
    expect(row.overhead).toBeCloseTo(row.utilization - 0.3, 9);
    expect(row.overhead).toBeGreaterThan(0.01);
    expect(rowOf(sketch(), 'zephyr').overhead).toBeNull();
    expect(rowOf(sketch(), 'freertos', true).overhead).toBeNull();
  });

  it('names the obstacles', () => {
    const edf = rowOf(sketch({ policy: 'edf' }), 'quest');
    expect(edf).toMatchObject({ admitted: false, decidedBy: null, tightest: null });
    expect(edf.sentence).toBe('Quest does not schedule by edf. Choose one of: rate-monotonic.');
    expect(edf.obstacles).toEqual([edf.sentence]);
    expect(rowOf(sketch({ cores: 4 }), 'freertos').obstacles).toEqual([expect.stringContaining('at most 1 core')]);
    const elsewhere = 'Quest does not run on Arduino Uno. Choose one of: quest-pc.';
    expect(rowOf(sketch(), 'quest').obstacles).toEqual([elsewhere]);
    const tight = sketch({ tasks: [newTask('a', { stackBytes: 1900 })] });
    expect(rowOf(tight, 'freertos').obstacles[0]).toContain('of the 2048 bytes of RAM');
    expect(obstaclesFor(sketch(), 'superloop')).toEqual([]);
    expect(obstaclesFor(sketch(), 'rtems')).toEqual([
      'RTEMS does not run on Arduino Uno. Choose one of: realview-pbx-a9.',
    ]);
    expect(obstaclesFor(sketch({ policy: 'edf' }), 'quest')).toEqual(edf.obstacles);
    const fine = sketch({ tasks: [newTask('a', { budgetUs: 1_500 })] });
    const choice = expect.stringMatching(/^Task "a", budgetUs: Quest .* Choose 2000 µs/);
    expect(rowOf(fine, 'quest').obstacles).toEqual(expect.arrayContaining([elsewhere, choice]));
    expect(obstaclesFor(fine, 'quest')).toEqual(rowOf(fine, 'quest').obstacles);
  });

  it('admits a background task on a super-loop once its longest run is known', () => {
    const idle = (budgetUs: number | null) =>
      sketch({ tasks: [newTask('a'), newTask('idle', { ...BACKGROUND, budgetUs })] });
    expect(rowOf(idle(null), 'superloop').sentence).toContain('Give the background task idle a budget');
    expect(rowOf(idle(2000), 'superloop')).toMatchObject({ admitted: true, obstacles: [] });
    expect(rowOf(idle(9000), 'superloop').admitted).toBe(false);
  });

  it('reports the RAM if it is known', () => {
    expect(rowOf(sketch(), 'superloop')).toMatchObject({ ramBytes: 272 + 214 + 32, ramLimitBytes: 2048 });
    expect(rowOf(sketch(), 'quest').ramBytes).toBeNull();
  });
});
