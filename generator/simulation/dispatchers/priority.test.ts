import { describe, expect, it } from 'vitest';
import type { Dispatcher } from '../dispatcher.ts';
import { Random } from '../random.ts';
import { createDispatcher } from './index.ts';

const dispatcher = (cores: readonly number[], tasks: number): Dispatcher =>
  createDispatcher('priority', { cores, tasks, affinity: Array.from({ length: tasks }, () => [...cores]) });

describe('the dispatcher of the most urgent tasks', () => {
  it('runs the m most urgent tasks, and replaces the least urgent with a new one', () => {
    const of = dispatcher([0, 1], 3);
    const running = Int32Array.of(-1, -1);
    of.insert(0, 5, 0);
    of.insert(1, 7, 0);
    expect(of.decide(running)).toBe(true);
    expect([...running]).toEqual([0, 1]);
    expect(of.decide(running)).toBe(false);
    of.insert(2, 6, 0);
    expect(of.decide(running)).toBe(true);
    expect([...running]).toEqual([0, 2]);
  });

  it('runs equal tasks first come, first served, and moves a task behind its equals on request', () => {
    const of = dispatcher([0], 3);
    const running = Int32Array.of(-1);
    for (const task of [2, 0, 1]) of.insert(task, 4, 4);
    of.decide(running);
    expect(running[0]).toBe(2);
    of.rekey(2, 9, 0, false);
    of.decide(running);
    expect(running[0]).toBe(0);
    of.rekey(2, 4, 4, false);
    of.decide(running);
    expect(running[0]).toBe(2);
    of.rekey(2, 4, 4, true);
    of.decide(running);
    expect(running[0]).toBe(0);
  });

  it('resumes a task on its last core', () => {
    const of = dispatcher([0, 1], 3);
    const running = Int32Array.of(-1, -1);
    of.insert(0, 1, 0);
    of.insert(1, 2, 0);
    of.decide(running);
    of.remove(0);
    of.remove(1);
    of.decide(running);
    of.insert(1, 2, 0);
    of.decide(running);
    expect([...running]).toEqual([-1, 1]);
  });

  it('changes only the cores of its own cluster', () => {
    const of = dispatcher([1, 2], 4);
    const running = Int32Array.of(3, -1, -1);
    of.insert(0, 1, 0);
    of.decide(running);
    expect([...running]).toEqual([3, 0, -1]);
  });

  it('agrees with sorting all ready tasks', () => {
    const random = new Random(3);
    for (let round = 0; round < 200; round += 1) {
      const [cores, tasks] = [random.integer(1, 5), random.integer(1, 12)];
      const of = dispatcher([...Array(cores).keys()], tasks);
      const running = new Int32Array(cores).fill(-1);
      const ready = new Map<number, readonly [number, number, number]>();
      for (let step = 0; step < 60; step += 1) {
        const task = random.integer(0, tasks - 1);
        const [key, second] = [random.integer(0, 5), random.integer(0, 1)];
        const known = ready.get(task);
        if (known === undefined) {
          of.insert(task, key, second);
          ready.set(task, [key, second, step]);
        } else if (random.unit() < 0.4) {
          of.remove(task);
          ready.delete(task);
        } else {
          const last = random.unit() < 0.5;
          of.rekey(task, key, second, last);
          ready.set(task, [key, second, last ? step : known[2]]);
        }
        const before = [...running];
        const changed = of.decide(running);
        const first = [...ready].sort(([, a], [, b]) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).slice(0, cores);
        expect([...running].filter((one) => one >= 0).sort()).toEqual(first.map(([one]) => one).sort());
        for (const [one] of first) if (before.includes(one)) expect(running.indexOf(one)).toBe(before.indexOf(one));
        expect(changed).toBe(before.some((one, core) => one !== running[core]));
      }
    }
  });
});
