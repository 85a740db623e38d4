import { describe, expect, it } from 'vitest';
import { admit } from '../analysis/admission.ts';
import { uno } from '../boards/uno/index.ts';
import { newResource, newSketch, newTask } from '../sketch/create.ts';
import type { Sketch } from '../sketch/model.ts';
import { contextOf } from './context.ts';

const MS = 1000;
/** A task of 10 ms beside one that runs for 20 ms in every 50 ms. */
const tasks = [
  newTask('fast', { periodUs: 10 * MS, budgetUs: 1 * MS }),
  newTask('slow', { periodUs: 50 * MS, budgetUs: 20 * MS }),
];
const judged = (over: Partial<Sketch>) => {
  const sketch = newSketch('s', { board: 'uno', tasks, ...over });
  return admit(sketch, contextOf(sketch, false));
};
const responseOf = (name: string, over: Partial<Sketch>) =>
  judged(over).tasks.find((task) => task.name === name)?.responseNs ?? Number.POSITIVE_INFINITY;

describe('preemption on one stack', () => {
  it('admits a short task beside a long one on the Uno, which a super-loop refuses', () => {
    for (const policy of ['rate-monotonic', 'edf'] as const) {
      expect(judged({ target: 'superloop', policy }).admitted, policy).toBe(false);
      expect(judged({ target: 'preemptive', policy }).admitted, policy).toBe(true);
    }
  });

  it('costs less than a kernel', () => {
    expect(responseOf('fast', { target: 'preemptive' })).toBeLessThan(responseOf('fast', { target: 'freertos' }));
    expect(responseOf('slow', { target: 'preemptive' })).toBeLessThan(responseOf('slow', { target: 'freertos' }));
  });

  it('counts the stop of a job that exceeds its budget, for itself and for what is less urgent', () => {
    const bounds = (exhaustion: 'background' | 'stop') =>
      ['fast', 'slow'].map((name) =>
        responseOf(name, { target: 'preemptive', tasks: tasks.map((task) => ({ ...task, exhaustion })) }),
      );
    const [reported, stopped] = [bounds('background'), bounds('stop')];
    const stopNs = uno.targets.preemptive?.overheads?.stopNs ?? 0;
    expect(stopNs).toBeGreaterThan(0);
    // A job of the short task comes three times at least in the response of the long one.
    expect((stopped[0] ?? 0) - (reported[0] ?? 0)).toBe(stopNs);
    expect((stopped[1] ?? 0) - (reported[1] ?? 0)).toBeGreaterThanOrEqual(3 * stopNs);
  });

  it('is blocked by a critical section of a less urgent task, and by no other part of its job', () => {
    const resources = [
      newResource('r', {
        users: [
          { task: 'fast', criticalSectionUs: 100 },
          { task: 'slow', criticalSectionUs: 2 * MS },
        ],
      }),
    ];
    const [without, within] = [{}, { resources }].map((over) => responseOf('fast', { target: 'preemptive', ...over }));
    const blockedNs = (within ?? 0) - (without ?? 0);
    expect(blockedNs).toBeGreaterThanOrEqual(2e6);
    expect(blockedNs).toBeLessThan(3e6);
  });

  it('is blocked by a section whose job can be stopped for its declared length and the stop, and not for its budget', () => {
    const resources = [newResource('r', { users: ['fast', 'slow'].map((task) => ({ task, criticalSectionUs: 100 })) })];
    const bound = (exhaustion: 'background' | 'stop') =>
      responseOf('fast', {
        ...{ target: 'preemptive', resources },
        tasks: tasks.map((task) => (task.name === 'slow' ? { ...task, exhaustion } : task)),
      });
    expect(bound('stop') - bound('background')).toBe(uno.targets.preemptive?.overheads?.stopNs ?? 0);
  });

  it('refuses a sketch that no order of preemption can serve', () => {
    const crowded = [...tasks, newTask('more', { periodUs: 20 * MS, budgetUs: 12 * MS })];
    expect(judged({ target: 'preemptive', tasks: crowded }).admitted).toBe(false);
  });
});
