import { describe, expect, it } from 'vitest';
import { newInterrupt, newSketch, newTask } from '../sketch/create.ts';
import type { Resource } from '../sketch/model.ts';
import { SHARED_SERVER } from './io-servers.ts';
import { serverOfInterrupt, systemOf } from './system.ts';

const plain = { ioBudgetUs: null, ioPeriodUs: null, handlerBudgetUs: 0 };

describe('runnables', () => {
  const sketch = newSketch('x', {
    tasks: [
      newTask('a', { periodUs: 20, deadlineUs: null, offsetUs: 3 }),
      newTask('b', { kind: 'background', periodUs: null, budgetUs: 7 }),
    ],
    interrupts: [
      newInterrupt('only a bottom half', '2', { handlerBudgetUs: 0 }),
      newInterrupt('handled', '3', { handlerBudgetUs: 4, handlerPeriodUs: 9 }),
    ],
  });
  const { runnables, interrupts, byRank } = systemOf(sketch);

  it('are the tasks, then the handlers of interrupts', () => {
    expect(runnables.map(({ index, element, source, name }) => [index, element, source, name])).toEqual([
      [0, 'task', 0, 'a'],
      [1, 'task', 1, 'b'],
      [2, 'interrupt', 1, 'handled'],
    ]);
    expect(interrupts.map(({ handler }) => handler)).toEqual([null, 2]);
    expect(byRank.map(({ name }) => name)).toEqual(['handled', 'a', 'b']);
  });

  it('have their times in nanoseconds, and use the period as the default deadline', () => {
    expect(runnables[0]).toMatchObject({ periodNs: 20_000, deadlineNs: 20_000, offsetNs: 3000 });
    expect(runnables[1]).toMatchObject({ periodNs: null, deadlineNs: null, budgetNs: 7000 });
    expect(runnables[2]).toMatchObject({ kind: 'sporadic', periodNs: 9000, deadlineNs: 9000, budgetNs: 4000 });
  });

  it('are resolved once per sketch', () => {
    expect(systemOf(sketch)).toBe(systemOf(sketch));
    expect(systemOf({ ...sketch })).not.toBe(systemOf(sketch));
  });
});

describe('I/O servers', () => {
  it('are one for each interrupt with its own budget, then the shared server', () => {
    const sketch = newSketch('x', {
      interrupts: [
        newInterrupt('shares', '2', plain),
        newInterrupt('owns', '3', { ...plain, ioBudgetUs: 5, ioPeriodUs: 50 }),
        newInterrupt('shares, too', '4', plain),
      ],
      ioServer: { budgetUs: 8, periodUs: 80 },
    });
    expect(systemOf(sketch).ioServers).toEqual([
      { name: 'owns', interrupt: 1, budgetNs: 5000, periodNs: 50_000 },
      { name: SHARED_SERVER, interrupt: null, budgetNs: 8000, periodNs: 80_000 },
    ]);
    expect(systemOf(sketch).interrupts.map(({ server }) => server)).toEqual([1, 0, 1]);
    expect(serverOfInterrupt(sketch, 2)?.name).toBe(SHARED_SERVER);
  });

  it('without a budget deliver nothing, and are not counted among the servers that deliver', () => {
    const sketch = newSketch('x', {
      interrupts: [
        newInterrupt('disabled', '2', { ...plain, ioBudgetUs: 0, ioPeriodUs: 50 }),
        newInterrupt('shares', '3', plain),
        newInterrupt('owns', '4', { ...plain, ioBudgetUs: 5, ioPeriodUs: 50 }),
      ],
      ioServer: { budgetUs: 8, periodUs: 80 },
    });
    const { deliveringServers, interrupts } = systemOf(sketch);
    expect(deliveringServers.map(({ name }) => name)).toEqual(['owns', SHARED_SERVER]);
    expect(interrupts.map(({ server }) => server)).toEqual([0, 2, 1]);
    expect(interrupts.map(({ deliveringServer }) => deliveringServer)).toEqual([null, 1, 0]);
  });

  it('omit a shared server without interrupts', () => {
    const owns = newInterrupt('owns', '3', { ...plain, ioBudgetUs: 5, ioPeriodUs: 50 });
    expect(
      systemOf(newSketch('x', { interrupts: [owns], ioServer: { budgetUs: 8, periodUs: 80 } })).ioServers,
    ).toHaveLength(1);
  });

  it('leave an interrupt unlimited if the sketch has no server for it', () => {
    const sketch = newSketch('x', { interrupts: [newInterrupt('free', '2', plain)], ioServer: null });
    expect(systemOf(sketch).interrupts).toEqual([{ server: null, deliveringServer: null, handler: null }]);
    expect(serverOfInterrupt(sketch, 0)).toBeNull();
  });
});

describe('ceilings', () => {
  const tasks = [
    newTask('slow', { periodUs: 100, priority: 1 }),
    newTask('fast', { periodUs: 10, priority: 3 }),
    newTask('middle', { periodUs: 50, priority: 2 }),
    newTask('idle', { kind: 'background', periodUs: null }),
  ];
  const used = (names: readonly string[], ceiling: number | null = null): Resource => ({
    name: 'r',
    ceiling,
    users: names.map((task) => ({ task, criticalSectionUs: 2 })),
    position: null,
  });
  const ceilingOf = (resource: Resource, policy: 'fixed' | 'rate-monotonic') =>
    systemOf(newSketch('x', { tasks, policy, resources: [resource] })).resources[0]?.ceilingRank;

  it('are the rank of the most urgent user', () => {
    expect(ceilingOf(used(['slow', 'middle']), 'rate-monotonic')).toBe(1);
    expect(ceilingOf(used(['idle']), 'rate-monotonic')).toBe(3);
  });

  it('in the sketch are priorities, and apply under fixed priorities only', () => {
    expect(ceilingOf(used(['slow'], 2), 'fixed')).toBe(1);
    expect(ceilingOf(used(['slow'], 9), 'fixed')).toBe(0);
    expect(ceilingOf(used(['slow'], 9), 'rate-monotonic')).toBe(2);
    expect(ceilingOf(used(['middle'], 1), 'fixed')).toBe(1);
  });
});
