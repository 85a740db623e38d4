import { describe, expect, it } from 'vitest';
import type { Dispatcher } from '../dispatcher.ts';
import type { DispatcherKind } from '../model.ts';
import { Random } from '../random.ts';
import { createDispatcher } from './index.ts';

type Affinity = readonly (readonly number[])[];

const make = (kind: DispatcherKind, cores: number, affinity: Affinity): Dispatcher =>
  createDispatcher(kind, { cores: [...Array(cores).keys()], tasks: affinity.length, affinity });

const anywhere = (tasks: number, cores: number): Affinity =>
  Array.from({ length: tasks }, () => [...Array(cores).keys()]);

/** A dispatcher with its running tasks. Each call is one instant. */
class Bench {
  readonly running: Int32Array;
  readonly of: Dispatcher;

  constructor(kind: DispatcherKind, cores: number, affinity: Affinity) {
    this.of = make(kind, cores, affinity);
    this.running = new Int32Array(cores).fill(-1);
  }

  at(...changes: readonly ((of: Dispatcher) => void)[]): number[] {
    for (const change of changes) change(this.of);
    this.of.decide(this.running);
    return [...this.running];
  }
}

const come = (task: number, key: number) => (of: Dispatcher) => of.insert(task, key, 0);
const leave = (task: number) => (of: Dispatcher) => of.remove(task);

/** Ready tasks with their key and their sequence number among equal keys. */
type Ready = Map<number, { readonly key: number; readonly number: number }>;

/**
 * The tasks that run if each gets a core in order of urgency, except tasks with a single core that is
 * taken.
 */
function greedy(ready: Ready, affinity: Affinity, cores: number): number[] {
  const chosen: number[] = [];
  const bound = new Set<number>();
  for (const [task] of [...ready].sort(([, a], [, b]) => a.key - b.key || a.number - b.number)) {
    const allowed = affinity[task] as readonly number[];
    const only = allowed.length < cores ? allowed.at(-1) : undefined;
    if (chosen.length === cores || (only !== undefined && bound.has(only))) continue;
    if (only !== undefined) bound.add(only);
    chosen.push(task);
  }
  return chosen.sort((a, b) => a - b);
}

function disturb(of: Dispatcher, ready: Ready, tasks: number, step: number, random: Random): void {
  const [task, key] = [random.integer(0, tasks - 1), random.integer(0, 5)];
  const known = ready.get(task);
  if (known === undefined) {
    of.insert(task, key, 0);
    ready.set(task, { key, number: step });
  } else if (random.unit() < 0.4) {
    of.remove(task);
    ready.delete(task);
  } else {
    const last = random.unit() < 0.5;
    of.rekey(task, key, 0, last);
    if (last || key !== known.key) ready.set(task, { key, number: last ? step : -step });
  }
}

describe.each(['rtems-simple', 'rtems-priority', 'rtems-edf'] as const)('%s', (kind) => {
  it('runs the most urgent tasks: equal tasks first come, first served, and a task with a changed priority before its equals', () => {
    const random = new Random(21);
    for (let round = 0; round < 200; round += 1) {
      const [cores, tasks] = [random.integer(1, 4), random.integer(1, 9)];
      const affinity = Array.from({ length: tasks }, () =>
        kind === 'rtems-edf' && random.unit() < 0.5 ? [random.integer(0, cores - 1)] : [...Array(cores).keys()],
      );
      const { of, running } = new Bench(kind, cores, affinity);
      const ready: Ready = new Map();
      for (let step = 1; step <= 60; step += 1) {
        disturb(of, ready, tasks, step, random);
        const before = [...running];
        expect(of.decide(running)).toBe(before.some((task, core) => task !== running[core]));
        const chosen = [...running].filter((task) => task >= 0).sort((a, b) => a - b);
        expect(chosen).toEqual(greedy(ready, affinity, cores));
        for (const task of chosen) expect(affinity[task]).toContain(running.indexOf(task));
      }
    }
  });

  it('assigns the last core first, then the core that became idle last', () => {
    const bench = new Bench(kind, 3, anywhere(4, 3));
    expect(bench.at(come(0, 1))).toEqual([-1, -1, 0]);
    expect(bench.at(come(1, 2))).toEqual([-1, 1, 0]);
    bench.at(leave(0));
    expect(bench.at(come(2, 3))).toEqual([-1, 1, 2]);
    expect(bench.at(come(3, 4))).toEqual([3, 1, 2]);
  });

  it('puts a new task on the core of the least urgent one', () => {
    const bench = new Bench(kind, 2, anywhere(3, 2));
    bench.at(come(0, 5), come(1, 3));
    expect(bench.at(come(2, 4))).toEqual([1, 2]);
    expect(bench.at(leave(1))).toEqual([0, 2]);
  });
});

describe('the core of a task that loses its core and gets another at one instant', () => {
  const afterwards = (kind: DispatcherKind): number[] => {
    const bench = new Bench(kind, 2, anywhere(4, 2));
    expect(bench.at(come(0, 5), come(1, 6))).toEqual([1, 0]);
    return bench.at(come(2, 1), come(3, 2), leave(2));
  };

  it('stays the same under the fixed-priority schedulers: the two tasks swap', () => {
    expect(afterwards('rtems-simple')).toEqual([3, 0]);
    expect(afterwards('rtems-priority')).toEqual([3, 0]);
  });

  it('is the free core under EDF', () => {
    expect(afterwards('rtems-edf')).toEqual([0, 3]);
  });
});

describe('rtems-edf', () => {
  it('migrates a task that occupies the core of a bound task', () => {
    const bench = new Bench('rtems-edf', 2, [[0, 1], [1]]);
    expect(bench.at(come(0, 1))).toEqual([-1, 0]);
    expect(bench.at(come(1, 2))).toEqual([0, 1]);
  });

  it('uses the last core of a set that is neither one core nor all cores', () => {
    const bench = new Bench('rtems-edf', 3, [
      [0, 1],
      [0, 1, 2],
    ]);
    expect(bench.at(come(0, 1))).toEqual([-1, 0, -1]);
  });

  it('runs tasks without a deadline after all others, by priority', () => {
    const bench = new Bench('rtems-edf', 1, anywhere(3, 1));
    bench.of.insert(0, Number.POSITIVE_INFINITY, 7);
    bench.of.insert(1, Number.POSITIVE_INFINITY, 3);
    expect(bench.at()).toEqual([1]);
    expect(bench.at(come(2, 100))).toEqual([2]);
  });
});

describe('rtems-priority-affinity', () => {
  it('lets a task wait although a running task could migrate to an idle core', () => {
    const bench = new Bench('rtems-priority-affinity', 2, [[0, 1], [1]]);
    expect(bench.at(come(0, 1))).toEqual([-1, 0]);
    expect(bench.at(come(1, 2))).toEqual([-1, 0]);
    expect(bench.at(leave(0))).toEqual([-1, 1]);
  });

  it('assigns a core to the most urgent task that may run there', () => {
    const bench = new Bench('rtems-priority-affinity', 2, [[1], [0], [0, 1], [0, 1]]);
    bench.at(come(0, 1), come(2, 2));
    expect(bench.at(come(1, 5), come(3, 6))).toEqual([2, 0]);
    expect(bench.at(leave(0))).toEqual([2, 3]);
    expect(bench.at(leave(2))).toEqual([1, 3]);
  });

  it('moves a displaced task to the core of a less urgent one', () => {
    const bench = new Bench('rtems-priority-affinity', 2, [[0, 1], [1], [0]]);
    expect(bench.at(come(0, 5))).toEqual([-1, 0]);
    expect(bench.at(come(2, 9))).toEqual([2, 0]);
    expect(bench.at(come(1, 1))).toEqual([0, 1]);
  });

  it('ignores it behind a more urgent task that cannot run, even if a core is idle', () => {
    const bench = new Bench('rtems-priority-affinity', 3, [[0], [0], [1, 2], [2]]);
    expect(bench.at(come(0, 1), come(1, 2), come(2, 5))).toEqual([0, -1, 2]);
    expect(bench.at(come(3, 3))).toEqual([0, -1, 3]);
    expect(bench.at(leave(1), come(1, 2))).toEqual([0, -1, 3]);
    bench.at(leave(1));
    expect(bench.at((of) => of.rekey(3, 4, 0, false))).toEqual([0, 2, 3]);
  });

  it('restricts every task to its cores, and gives no core of the first waiting task to a less urgent one', () => {
    const random = new Random(22);
    for (let round = 0; round < 200; round += 1) {
      const [cores, tasks] = [random.integer(1, 4), random.integer(1, 9)];
      const affinity = Array.from({ length: tasks }, () => {
        const allowed = [...Array(cores).keys()].filter(() => random.unit() < 0.5);
        return allowed.length > 0 ? allowed : [random.integer(0, cores - 1)];
      });
      const { of, running } = new Bench('rtems-priority-affinity', cores, affinity);
      const ready: Ready = new Map();
      for (let step = 1; step <= 60; step += 1) {
        const removed = ready.size;
        disturb(of, ready, tasks, step, random);
        of.decide(running);
        for (const task of running) if (task >= 0) expect(affinity[task]).toContain(running.indexOf(task));
        const waiting = [...ready].filter(([task]) => !running.includes(task));
        const least = Math.min(...waiting.map(([, { key }]) => key));
        const first = waiting.filter(([, { key }]) => key === least);
        if (first.length !== 1 || ready.size < removed) continue;
        const [task, { key }] = first[0] as (typeof first)[number];
        for (const core of affinity[task] as readonly number[]) {
          const there = running[core]!;
          expect(there).not.toBe(-1);
          expect((ready.get(there) as { key: number }).key).toBeLessThanOrEqual(key);
        }
      }
    }
  });
});
