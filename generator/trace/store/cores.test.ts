import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../events.ts';
import { traceTask } from '../test-traces.ts';
import { CoreTracker } from './cores.ts';
import { TraceStore } from './store.ts';

type Line = readonly [at: number, kind: (typeof EVENT_KINDS)[number], object: number, value?: number];

function simulated(...lines: readonly Line[]): { store: TraceStore; cores: CoreTracker } {
  const store = new TraceStore();
  const cores = new CoreTracker(store);
  store.metadata({ clockHz: 1e9, objects: [0, 1, 2].map((index) => traceTask(`T${index}`, index)) });
  store.segment(true);
  for (const [at, kind, object, value = 0] of lines) {
    store.event(at, EVENT_KINDS.indexOf(kind), object, value);
    cores.update();
  }
  return { store, cores };
}

function listOf(cores: CoreTracker, core: number): number[][] {
  const runs = cores.runs(core);
  return Array.from({ length: runs.count }, (_, i) => [runs.tagAt(i), runs.fromAt(i), runs.toAt(i)]);
}

describe('cores', () => {
  it('follow a task that migrates', () => {
    const { cores } = simulated(
      [0, 'start', 0, 0],
      [0, 'start', 1, 1],
      [5, 'switch-out', 0],
      [5, 'start', 2, 0],
      [7, 'complete', 1],
      [7, 'switch-in', 0, 1],
      [9, 'complete', 2],
      [12, 'complete', 0],
    );
    expect(cores.count).toBe(2);
    expect(listOf(cores, 0)).toEqual([
      [0, 0, 5],
      [2, 5, 9],
    ]);
    expect(listOf(cores, 1)).toEqual([
      [1, 0, 7],
      [0, 7, 12],
    ]);
    expect([cores.coreAt(0, 4), cores.coreAt(0, 6), cores.coreAt(0, 7), cores.coreAt(0, 12)]).toEqual([0, -1, 1, -1]);
    expect([cores.taskAt(0, 5), cores.taskAt(1, 7), cores.taskAt(0, 9)]).toEqual([2, 0, -1]);
  });

  it('extend the running task to the newest time', () => {
    const { cores } = simulated([2, 'start', 0, 0], [6, 'release', 1]);
    expect(listOf(cores, 0)).toEqual([[0, 2, 6]]);
    expect(cores.taskAt(0, 6)).toBe(0);
  });

  it('contain nothing across a gap or a restart', () => {
    const { store, cores } = simulated([0, 'start', 0, 0], [4, 'release', 1], [9, 'gap', -1, -1], [10, 'complete', 0]);
    expect(listOf(cores, 0)).toEqual([[0, 0, 4]]);
    store.event(11, EVENT_KINDS.indexOf('start'), 1, 0);
    cores.update();
    store.segment(true);
    store.event(5, EVENT_KINDS.indexOf('complete'), 1, 0);
    cores.update();
    expect(listOf(cores, 0)).toEqual([
      [0, 0, 4],
      [1, 11, 11],
    ]);
    store.clear();
    cores.update();
    expect(cores.count).toBe(0);
  });
});
