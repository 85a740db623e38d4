import { describe, expect, it } from 'vitest';
import type { Sketch } from '../../sketch/model.ts';
import { admit } from '../admission.ts';
import { ms, preemptiveKernel, rtemsSeven, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { partitionedAs, partitionProposals } from './partition.ts';

const context = { capabilities: preemptiveKernel() };
const propose = (tasks: readonly TaskNumbers[], over: Partial<Sketch> = {}) =>
  partitionProposals(sketchOf(tasks, { cores: 2, ...over }), context);

const tasksOf = (...numbers: readonly (readonly [number, number])[]): TaskNumbers[] =>
  numbers.map(([T, C]) => ({ T: ms(T), C: ms(C) }));

describe('proposals of partitions', () => {
  it('place by first, best and worst fit, largest utilization first', () => {
    // 0.5, 0.4, 0.3, 0.2.
    const [first, best, worst] = propose(tasksOf([10, 5], [10, 4], [10, 3], [10, 2]));
    expect(first).toMatchObject({ rule: 'first-fit', cores: [0, 0, 1, 1], admitted: true });
    expect(best).toMatchObject({ rule: 'best-fit', cores: [0, 0, 1, 1], admitted: true });
    expect(worst).toMatchObject({ rule: 'worst-fit', cores: [0, 1, 1, 0], admitted: true });
    expect(worst?.utilization.map((one) => Number(one.toFixed(6)))).toEqual([0.7, 0.7]);
  });

  it('find a fuller core with best fit', () => {
    // 0.6 and 0.5 open two cores. 0.4 fits both by utilization, and then 0.5 fits only the second.
    const [first, best] = propose(tasksOf([10, 6], [10, 5], [10, 4], [10, 5]));
    expect(first).toMatchObject({ cores: [0, 1, 0, 1], admitted: true });
    expect(best).toMatchObject({ cores: [0, 1, 0, 1], admitted: true });
  });

  it('report a task that fits on no core', () => {
    for (const proposal of propose(tasksOf([10, 6], [10, 6], [10, 6]))) {
      expect(proposal.admitted).toBe(false);
      expect(proposal.cores.filter((core) => core === null)).toHaveLength(1);
    }
  });

  it('keep affinities and the users of a resource together', () => {
    const tasks = tasksOf([10, 5], [10, 2], [10, 2]).map((task, index) =>
      index === 0 ? { ...task, affinity: [1] } : task,
    );
    const users = ['T2', 'T3'].map((task) => ({ task, criticalSectionUs: 100 }));
    for (const { cores, admitted } of propose(tasks, {
      resources: [{ name: 'bus', ceiling: null, users, position: null }],
    })) {
      expect(admitted).toBe(true);
      expect(cores[0]).toBe(1);
      expect(cores[1]).toBe(cores[2]);
    }
  });

  it('are admitted when applied to the sketch', () => {
    for (const cores of [2, 3, 4]) {
      for (const policy of ['rate-monotonic', 'edf'] as const) {
        const sketch = sketchOf(rtemsSeven, { cores, policy });
        for (const proposal of partitionProposals(sketch, context)) {
          const admission = admit(partitionedAs(sketch, proposal), context);
          expect(admission).toMatchObject({ admitted: proposal.admitted, decidedBy: 'partitioned' });
          expect(proposal.utilization.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0.84, 9);
        }
      }
    }
  });

  it('do not exist on one core', () => {
    expect(propose(tasksOf([10, 5]), { cores: 1 })).toEqual([]);
  });
});
