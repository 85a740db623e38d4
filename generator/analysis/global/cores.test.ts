import { describe, expect, it } from 'vitest';
import { buildTaskSet } from '../task-set.ts';
import { preemptiveKernel, sketchOf } from '../test-sketches.ts';
import { clustersOf, coresOf, nameOfCores, partsOf } from './cores.ts';

const setOf = (cores: number, clusterCores: number | null, tasks: number) =>
  buildTaskSet(
    sketchOf(
      Array.from({ length: tasks }, () => ({ T: 10, C: 1 })),
      { cores, clusterCores },
    ),
    preemptiveKernel(),
  );

describe('cores', () => {
  it('form clusters, and the last cluster may be smaller', () => {
    expect(clustersOf(setOf(5, 2, 0))).toEqual([[0, 1], [2, 3], [4]]);
    expect(clustersOf(setOf(3, null, 0))).toEqual([[0, 1, 2]]);
  });

  it('of a task are its own under global scheduling, those of its cluster with clusters, and open without a core', () => {
    const global = setOf(4, null, 0);
    expect(coresOf({ core: 2, affinity: [] }, global)).toEqual([2]);
    expect(coresOf({ core: null, affinity: [1, 3] }, global)).toEqual([1, 3]);
    const pairs = setOf(4, 2, 0);
    expect(coresOf({ core: 3, affinity: [] }, pairs)).toEqual([2, 3]);
    expect(coresOf({ core: 3, affinity: [2] }, pairs)).toEqual([2]);
    expect(coresOf({ core: 3, affinity: [0] }, pairs)).toEqual([]);
    expect(coresOf({ core: null, affinity: [] }, pairs)).toBeNull();
    expect(coresOf({ core: 9, affinity: [] }, pairs)).toEqual([2, 3]);
  });

  it('form groups that no task connects', () => {
    const parts = partsOf(setOf(5, null, 4), [[0, 2], [2, 3], [1], null]);
    expect(parts).toEqual([
      { cores: [0, 2, 3], members: [0, 1], uniform: false },
      { cores: [1], members: [2], uniform: true },
      { cores: [4], members: [], uniform: true },
    ]);
  });

  it('have names', () => {
    expect([[2], [0, 1], [0, 1, 2], [0, 2, 3]].map(nameOfCores)).toEqual([
      'core 2',
      'cores 0 and 1',
      'cores 0 to 2',
      'cores 0, 2 and 3',
    ]);
  });
});
