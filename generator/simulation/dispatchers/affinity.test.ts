import { describe, expect, it } from 'vitest';
import type { Dispatcher } from '../dispatcher.ts';
import { Random } from '../random.ts';
import { createDispatcher } from './index.ts';

const dispatcher = (cores: number, affinity: readonly (readonly number[])[]): Dispatcher =>
  createDispatcher('priority', {
    cores: Array.from({ length: cores }, (_, core) => core),
    tasks: affinity.length,
    affinity,
  });

const decided = (of: Dispatcher, running: Int32Array): number[] => {
  of.decide(running);
  return [...running];
};

/**
 * The expected set, by exhaustive search over placements: tasks in order of urgency, each included
 * if it can be placed together with those before it.
 */
function bestSet(keys: readonly number[], affinity: readonly (readonly number[])[], cores: number): number[] {
  const placeable = (tasks: readonly number[], taken: readonly number[]): boolean => {
    const [first, ...rest] = tasks;
    if (first === undefined) return true;
    return (affinity[first] as readonly number[]).some((c) => !taken.includes(c) && placeable(rest, [...taken, c]));
  };
  const chosen: number[] = [];
  const order = keys.map((_, task) => task).sort((a, b) => keys[a]! - keys[b]!);
  for (const task of order) {
    if (chosen.length < cores && Number.isFinite(keys[task]) && placeable([...chosen, task], [])) chosen.push(task);
  }
  return chosen.sort((a, b) => a - b);
}

/** Minimum number of tasks that must leave their core, over all placements. */
function fewestMoves(
  chosen: readonly number[],
  before: readonly number[],
  affinity: readonly (readonly number[])[],
): number {
  const search = (at: number, taken: readonly number[]): number => {
    const task = chosen[at];
    if (task === undefined) return 0;
    const home = before.indexOf(task);
    const costs = (affinity[task] as readonly number[])
      .filter((core) => !taken.includes(core))
      .map((core) => (home >= 0 && home !== core ? 1 : 0) + search(at + 1, [...taken, core]));
    return Math.min(Number.POSITIVE_INFINITY, ...costs);
  };
  return search(0, []);
}

describe('the dispatcher of tasks with affinities', () => {
  it('migrates a running task if that lets one more task run', () => {
    const of = dispatcher(2, [[0, 1], [0]]);
    const running = Int32Array.of(-1, -1);
    of.insert(0, 1, 0);
    expect(decided(of, running)).toEqual([0, -1]);
    of.insert(1, 2, 0);
    expect(decided(of, running)).toEqual([1, 0]);
  });

  it('lets a task wait if more urgent tasks use its cores, although another core is idle', () => {
    const of = dispatcher(3, [[0], [0], [0, 1]]);
    const running = Int32Array.of(-1, -1, -1);
    for (const task of [0, 1, 2]) of.insert(task, task, 0);
    expect(decided(of, running)).toEqual([0, 2, -1]);
    of.remove(0);
    expect(decided(of, running)).toEqual([1, 2, -1]);
  });

  it('chooses like an exhaustive search over placements, with the fewest migrations', () => {
    const random = new Random(15);
    let moved = 0;
    for (let round = 0; round < 300; round += 1) {
      const cores = random.integer(2, 4);
      const affinity = Array.from({ length: random.integer(3, 7) }, (_, task) => {
        const allowed = Array.from({ length: cores }, (__, core) => core).filter(() => random.unit() < 0.5);
        return task === 0 ? [0] : allowed.length > 0 ? allowed : [random.integer(0, cores - 1)];
      });
      const of = dispatcher(cores, affinity);
      const keys = affinity.map(() => Number.POSITIVE_INFINITY);
      const running = new Int32Array(cores).fill(-1);
      for (let step = 0; step < 20; step += 1) {
        disturb(of, keys, random);
        const before = [...running];
        of.decide(running);
        const chosen = [...running].filter((task) => task >= 0);
        for (const task of chosen) expect(affinity[task]).toContain(running.indexOf(task));
        expect([...chosen].sort((a, b) => a - b)).toEqual(bestSet(keys, affinity, cores));
        const moves = chosen.filter((task) => before.includes(task) && before.indexOf(task) !== running.indexOf(task));
        expect(moves.length).toBe(fewestMoves(chosen, before, affinity));
        moved += moves.length;
      }
    }
    expect(moved).toBeGreaterThan(100);
  });
});

/**
 * Inserts, removes or rekeys one task, and stores its key. An infinite key means that the task is
 * not ready.
 */
function disturb(of: Dispatcher, keys: number[], random: Random): void {
  const task = random.integer(0, keys.length - 1);
  const key = random.integer(0, 1000) + task / 100;
  if (!Number.isFinite(keys[task])) of.insert(task, key, 0);
  else if (random.unit() < 0.5) of.rekey(task, key, 0, true);
  else {
    of.remove(task);
    keys[task] = Number.POSITIVE_INFINITY;
    return;
  }
  keys[task] = key;
}
