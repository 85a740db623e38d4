import { describe, expect, it } from 'vitest';
import { newChannel, newSketch, newTask } from '../../../../generator/sketch/create.ts';
import type { Sketch } from '../../../../generator/sketch/model.ts';
import { applyCapacity, applyPartition, applyPriorities, hasPartition, hasPriorities } from './proposals.ts';

const sketch: Sketch = {
  ...newSketch('s'),
  target: 'rtems',
  policy: 'rate-monotonic',
  cores: 2,
  tasks: [
    newTask('a', { periodUs: 10_000, budgetUs: 1_000 }),
    newTask('idle', { kind: 'background', periodUs: null, budgetUs: null, priority: 7 }),
    newTask('b', { periodUs: 20_000, budgetUs: 1_000 }),
    newTask('c', { periodUs: 30_000, budgetUs: 1_000, core: 1 }),
  ],
  channels: [newChannel('queue', { kind: 'ring-buffer', capacity: 2 })],
};

const ok = (result: ReturnType<typeof applyCapacity>): Sketch => {
  if (!result.ok) throw new Error(result.problems[0]?.message);
  return result.sketch;
};

describe('proposed priorities', () => {
  it('become fixed priorities, the first one largest, and tasks outside the order have none', () => {
    const proposal = { rule: 'audsley', reference: '', order: [2, 0, 3], admitted: true } as const;
    expect(hasPriorities(sketch, proposal)).toBe(false);
    const after = ok(applyPriorities(sketch, proposal));
    expect(after.policy).toBe('fixed');
    expect(after.tasks.map(({ priority }) => priority)).toEqual([2, null, 3, 1]);
    expect(hasPriorities(after, proposal)).toBe(true);
    expect(hasPriorities(after, { ...proposal, order: [0, 2, 3] })).toBe(false);
    // Nothing else has changed.
    expect({ ...after, policy: sketch.policy, tasks: sketch.tasks }).toEqual(sketch);
  });

  it('become the policy itself if the rule is a policy', () => {
    const proposal = { rule: 'deadline-monotonic', reference: '', order: [0, 2, 3], admitted: true } as const;
    const after = ok(applyPriorities(sketch, proposal));
    expect(after).toEqual({ ...sketch, policy: 'deadline-monotonic' });
    expect(hasPriorities(after, proposal)).toBe(true);
  });

  it('do not match equal priorities', () => {
    const tasks = sketch.tasks.map((task) => ({ ...task, priority: 1 }));
    const proposal = { rule: 'audsley', reference: '', order: [0, 2, 3], admitted: true } as const;
    expect(hasPriorities({ ...sketch, policy: 'fixed', tasks }, proposal)).toBe(false);
  });
});

describe('a proposed partition', () => {
  const proposal = {
    rule: 'first-fit',
    reference: '',
    cores: [0, null, 1, 0],
    admitted: true,
    utilization: [0.2, 0.1],
  } as const;

  it('assigns each task to its core and gives each core its own queue', () => {
    expect(hasPartition(sketch, proposal)).toBe(false);
    const after = ok(applyPartition(sketch, proposal));
    expect(after.clusterCores).toBe(1);
    expect(after.tasks.map(({ core }) => core)).toEqual([0, null, 1, 0]);
    expect(hasPartition(after, proposal)).toBe(true);
  });

  it('does not change a task that fits on no core', () => {
    const after = ok(applyPartition(sketch, { ...proposal, cores: [0, null, 1, null], admitted: false }));
    expect(after.tasks[3]?.core).toBe(1);
  });
});

describe('a proposed capacity', () => {
  it('is the proposal of the channel', () => {
    expect(ok(applyCapacity(sketch, 'queue', 9)).channels[0]?.capacity).toBe(9);
    expect(applyCapacity(sketch, 'gone', 9)).toMatchObject({ ok: false });
  });
});
