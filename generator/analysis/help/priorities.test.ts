import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withinASecond } from '../../../test/cpu-time.ts';
import type { Resource } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { preemptiveKernel, sketchOf, superLoop, type TaskNumbers } from '../test-sketches.ts';
import { priorityProposals, withPriorities } from './priorities.ts';

const proposals = (tasks: readonly TaskNumbers[], capabilities = preemptiveKernel(), over = {}) =>
  new Map(priorityProposals(sketchOf(tasks, over), { capabilities }).map((one) => [one.rule, one]));

describe('priority proposals', () => {
  it('order by period, by deadline, and by what can be lowest', () => {
    // With D < T deadline-monotonic order is required: the second task must come first.
    const found = proposals([
      { T: 10, C: 5 },
      { T: 12, C: 4, D: 4 },
    ]);
    expect(found.get('rate-monotonic')).toMatchObject({ order: [0, 1], admitted: false });
    expect(found.get('deadline-monotonic')).toMatchObject({ order: [1, 0], admitted: true });
    expect(found.get('audsley')).toMatchObject({ order: [1, 0], admitted: true });
  });

  it('find an order with jitter if neither the order of periods nor of deadlines is admitted', () => {
    const tasks = [
      { T: 100, C: 10, D: 20, jitterUs: 0 },
      { T: 100, C: 10, D: 25, jitterUs: 12 },
    ];
    const found = proposals(tasks);
    expect(found.get('deadline-monotonic')?.admitted).toBe(false);
    expect(found.get('audsley')).toMatchObject({ order: [1, 0], admitted: true });
  });

  it('keep handlers above all tasks, and out of the order', () => {
    const interrupts = [
      {
        name: 'net',
        pin: '2',
        source: null,
        mode: 'rising' as const,
        topHalfUs: 0,
        bottomHalfUs: 0,
        ioBudgetUs: 0,
        ioPeriodUs: 10,
        handlerBudgetUs: 3,
        handlerPeriodUs: 10,
        arrivals: null,
        body: '',
        position: null,
      },
    ];
    expect(proposals([{ T: 5, C: 3 }], preemptiveKernel(), { interrupts }).get('audsley')).toMatchObject({
      order: [0],
      admitted: false,
    });
  });

  it('do not exist if the kernel orders by rate only', () => {
    expect(proposals([{ T: 5, C: 3 }], preemptiveKernel({ policies: ['rate-monotonic'] })).size).toBe(0);
  });

  it('are fast for a hundred tasks', () => {
    const tasks = Array.from({ length: 100 }, (_, index) => ({ T: 10_000 + 37 * index, C: 80, D: 9000 }));
    const found = withinASecond('priority orders', () => proposals(tasks).get('audsley'));
    expect(found?.admitted).toBe(true);
  });
});

describe("Audsley's order", () => {
  const task = fc.record({
    T: fc.integer({ min: 4, max: 30 }),
    C: fc.integer({ min: 1, max: 6 }),
    D: fc.integer({ min: 3, max: 40 }),
    jitterUs: fc.nat(8),
    section: fc.nat(3),
  });
  const sets = fc.array(task, { minLength: 2, maxLength: 4 });

  it('is admitted if and only if some order is', () => {
    fc.assert(
      fc.property(sets, fc.boolean(), (drawn, preemptive) => {
        const tasks = drawn.map(({ C, T, ...rest }) => ({ ...rest, T, C: Math.min(C, T) }));
        const users = drawn.flatMap(({ section, C, T }, index) =>
          section === 0 ? [] : [{ task: `T${index + 1}`, criticalSectionUs: Math.min(section, C, T) }],
        );
        const resources: Resource[] = users.length === 0 ? [] : [{ name: 'bus', ceiling: null, users, position: null }];
        const capabilities = preemptive ? preemptiveKernel() : superLoop;
        const sketch = sketchOf(tasks, { policy: 'fixed', resources });
        const found = priorityProposals(sketch, { capabilities }).find(({ rule }) => rule === 'audsley');
        const some = permutations([...tasks.keys()]).some(
          (order) => admit(withPriorities(sketch, order), { capabilities }).admitted,
        );
        expect(found?.admitted).toBe(some);
      }),
      { numRuns: 300, seed: 1991 },
    );
  });
});

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
