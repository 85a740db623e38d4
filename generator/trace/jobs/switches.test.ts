import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../events.ts';
import { TraceStore } from '../store/store.ts';
import { traceTask } from '../test-traces.ts';
import { SwitchCounter } from './switches.ts';

type Line = readonly [at: number, kind: (typeof EVENT_KINDS)[number], object: number, value?: number];

function counted(...lines: readonly Line[]): { store: TraceStore; switches: SwitchCounter } {
  const store = new TraceStore();
  const switches = new SwitchCounter(store);
  store.metadata({ clockHz: 1e9, objects: [0, 1].map((index) => traceTask(`T${index}`, index)) });
  store.segment(true);
  for (const [at, kind, object, value = 0] of lines) {
    store.event(at, EVENT_KINDS.indexOf(kind), object, value);
    switches.update();
  }
  return { store, switches };
}

describe('switches', () => {
  it('count preemptions and migrations by task', () => {
    const { switches } = counted(
      [0, 'start', 0, 0],
      [3, 'switch-out', 0],
      [3, 'start', 1, 0],
      [4, 'switch-in', 0, 1],
      [6, 'complete', 1],
      [8, 'complete', 0],
      [10, 'start', 0, 0],
      [10, 'start', 1, 1],
    );
    expect(switches.of(0)).toMatchObject({ preemptions: 1, migrations: 2 });
    expect(switches.of(1)).toMatchObject({ preemptions: 0, migrations: 1 });
    expect(switches.of(7)).toEqual({ preemptions: 0, migrations: 0 });
    expect(switches.total).toEqual({ preemptions: 1, migrations: 3 });
  });

  it('do not count a task that waits for a resource or has exhausted its budget', () => {
    const { switches } = counted(
      [0, 'start', 0, 0],
      [2, 'lock-wait', 5, 0],
      [2, 'switch-out', 0],
      [4, 'switch-in', 0, 0],
      [6, 'budget-exhausted', 0],
      [6, 'switch-out', 0],
      [9, 'switch-in', 0, 0],
      [10, 'switch-out', 0],
    );
    expect(switches.total).toEqual({ preemptions: 1, migrations: 0 });
  });

  it('restart with a cleared store', () => {
    const { store, switches } = counted([0, 'start', 0, 0], [3, 'switch-out', 0]);
    store.clear();
    switches.update();
    expect(switches.total).toEqual({ preemptions: 0, migrations: 0 });
  });
});
