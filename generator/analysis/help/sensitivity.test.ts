import { describe, expect, it } from 'vitest';
import type { Task } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { ms, preemptiveKernel, sketchOf, superLoop } from '../test-sketches.ts';
import { designHelp, taskHelp } from './index.ts';

const ideal = { capabilities: preemptiveKernel() };
/** Burns and Wellings: R = 3, 6, 20. */
const burns = sketchOf([
  { T: 7, C: 3 },
  { T: 12, C: 3 },
  { T: 20, C: 5 },
]);

describe('limits of one task', () => {
  it('finds the limits of a set without slack', () => {
    // The third task ends at 20 of 20, so no budget may grow, and its period may not shrink. It
    // also leaves no room for the first two.
    expect(designHelp(burns, ideal).tasks).toMatchObject([
      { task: 0, mostBudgetUs: 3, leastPeriodUs: 7, leastDeadlineUs: 3, budgetFactor: 1, slackNs: 4000 },
      { task: 1, mostBudgetUs: 3, leastPeriodUs: 10, leastDeadlineUs: 6, budgetFactor: 1, slackNs: 6000 },
      { task: 2, mostBudgetUs: 5, leastPeriodUs: 20, leastDeadlineUs: 20, budgetFactor: 1, slackNs: 0 },
    ]);
  });

  it('searches inwards if the sketch is not admitted', () => {
    const late = sketchOf([
      { T: 7, C: 3 },
      { T: 12, C: 3 },
      { T: 20, C: 6 },
    ]);
    expect(admit(late, ideal).admitted).toBe(false);
    expect(taskHelp(late, ideal, 2)).toMatchObject({ mostBudgetUs: 5, leastPeriodUs: 21, slackNs: -2000 });
  });

  it('has no limit if no value of one parameter alone is admitted', () => {
    const two = sketchOf([
      { T: 10, C: 8 },
      { T: 10, C: 8 },
      { T: 1000, C: 1 },
    ]);
    expect(taskHelp(two, ideal, 2)).toMatchObject({ mostBudgetUs: null, leastPeriodUs: null, leastDeadlineUs: null });
  });

  it.each(['rate-monotonic', 'deadline-monotonic', 'fixed', 'edf'] as const)(
    'is the first limit from the present value, even if priorities change: %s',
    (policy) => {
      const sketch = sketchOf(
        [
          { T: 20, C: 6, D: 13, priority: 2 },
          { T: 28, C: 4, priority: 1 },
          { T: 31, C: 5, D: 40, priority: 3 },
        ],
        { policy },
      );
      for (const task of [0, 1, 2]) {
        const with_ = (changes: object) => ({
          ...sketch,
          tasks: sketch.tasks.map((one, i) => (i === task ? { ...one, ...changes } : one)),
        });
        const admitted = (changes: object) => admit(with_(changes), ideal).admitted;
        const walk = (from: number, step: number, changes: (value: number) => object) => {
          let value = from;
          while (value + step > 0 && admitted(changes(value + step))) value += step;
          return value;
        };
        const { periodUs, budgetUs, deadlineUs } = sketch.tasks[task] as Task;
        expect(taskHelp(sketch, ideal, task)).toMatchObject({
          mostBudgetUs: walk(budgetUs ?? 0, 1, (value) => ({ budgetUs: value })),
          leastPeriodUs: walk(periodUs ?? 0, -1, (value) => ({ periodUs: value })),
          leastDeadlineUs: walk(deadlineUs ?? periodUs ?? 0, -1, (value) => ({ deadlineUs: value })),
        });
      }
    },
  );

  it('does not search beyond a change of the priority order that is not admitted', () => {
    const sketch = sketchOf([
      { T: 100, C: 30, D: 60 },
      { T: 140, C: 40, D: 75 },
    ]);
    expect(taskHelp(sketch, ideal, 1)?.leastPeriodUs).toBe(100);
  });

  it('has no row for a background task', () => {
    const sketch = sketchOf([{ T: 10, C: 1, kind: 'background' }]);
    const background = { ...sketch, tasks: sketch.tasks.map((task) => ({ ...task, periodUs: null, budgetUs: null })) };
    expect(taskHelp(background, ideal, 0)).toBeNull();
    expect(designHelp(background, ideal)).toMatchObject({ tasks: [], scale: null });
  });

  it.each(['rate-monotonic', 'deadline-monotonic', 'edf', 'fixed'] as const)(
    'is exact to one µs under %s',
    (policy) => {
      for (const capabilities of [preemptiveKernel(), superLoop]) {
        const sketch = sketchOf(
          [
            { T: 500, C: 90, jitterUs: 20, priority: 3 },
            { T: 800, C: 130, D: 700, priority: 2 },
            { T: 1300, C: 210, D: 1900, priority: 1 },
          ],
          { policy },
        );
        const admitted = (index: number, changes: object) => {
          const tasks = sketch.tasks.map((task, i) => (i === index ? { ...task, ...changes } : task));
          return admit({ ...sketch, tasks }, { capabilities }).admitted;
        };
        for (const help of designHelp(sketch, { capabilities }).tasks) {
          const [C, T, D] = [help.mostBudgetUs ?? 0, help.leastPeriodUs ?? 0, help.leastDeadlineUs ?? 0];
          const steps = [{ budgetUs: C + 1 }, { periodUs: T - 1 }, { deadlineUs: D - 1 }];
          expect([{ budgetUs: C }, { periodUs: T }, { deadlineUs: D }].map((c) => admitted(help.task, c))).toEqual([
            true,
            true,
            true,
          ]);
          expect(steps.map((changes) => admitted(help.task, changes))).toEqual([false, false, false]);
        }
      }
    },
  );
});

it('finds the smallest deadline at full utilization, although no result is found for the longest deadlines', () => {
  const tasks = [
    { T: ms(8), C: ms(4), D: 5198, jitterUs: 500 },
    { T: ms(5), C: 2500, D: 5900 },
  ];
  const capabilities = preemptiveKernel();
  const sketch = sketchOf(tasks, { policy: 'edf' });
  for (const task of [0, 1]) {
    const least = taskHelp(sketch, { capabilities }, task)?.leastDeadlineUs ?? 0;
    const admits = (deadlineUs: number) =>
      admit(
        { ...sketch, tasks: sketch.tasks.map((one, index) => (index === task ? { ...one, deadlineUs } : one)) },
        { capabilities },
      ).admitted;
    expect([least > 0, admits(least), admits(least - 1)]).toEqual([true, true, false]);
  }
});

describe('the factor on all budgets', () => {
  it('is 1 if no budget may grow, and less if the sketch is overloaded', () => {
    expect(designHelp(burns, ideal).scale).toBe(1);
    const edf = { policy: 'edf' } as const;
    expect(designHelp(sketchOf([{ T: 10, C: 4 }], edf), ideal).scale).toBe(2.5);
    expect(designHelp(sketchOf([{ T: 10, C: 12 }], edf), ideal).scale).toBe(0.833);
  });

  it('scales below a microsecond', () => {
    // 3 µs may grow to 3.5, which a sketch cannot express.
    expect(
      designHelp(
        sketchOf([
          { T: 7, C: 3 },
          { T: 7, C: 3 },
        ]),
        ideal,
      ).scale,
    ).toBe(1.166);
  });

  it('is null for an empty sketch, and for one that cannot be analysed', () => {
    expect(designHelp(sketchOf([]), ideal).scale).toBeNull();
    expect(designHelp(sketchOf([{ T: 2 ** 52, C: 1 }]), ideal).scale).toBeNull();
  });
});

it('omits tasks if there are too many, and reports it', () => {
  const sketch = sketchOf(Array.from({ length: 300 }, (_, i) => ({ T: 100_000 + 7 * i, C: 100 })));
  const help = designHelp(sketch, ideal);
  let asked = 0;
  const stopped = designHelp(burns, ideal, { enough: () => ++asked > 1 });
  expect(stopped.tasks.map(({ computed, slackNs }) => [computed, slackNs])).toEqual([
    [true, 4000],
    [false, 6000],
    [false, 0],
  ]);
  expect(help.tasks).toHaveLength(300);
  expect(help.tasks.some((task) => !task.computed && task.mostBudgetUs === null)).toBe(true);
  expect(taskHelp(sketch, ideal, 299)).toMatchObject({ computed: true, mostBudgetUs: expect.any(Number) });
});

it('has no limits on a target that cannot run the sketch at all', () => {
  const capabilities = preemptiveKernel({ policies: ['rate-monotonic'] });
  const help = taskHelp(sketchOf([{ T: 10, C: 1 }], { policy: 'edf' }), { capabilities }, 0);
  expect(help).toMatchObject({ mostBudgetUs: null, leastPeriodUs: null, leastDeadlineUs: null });
});
