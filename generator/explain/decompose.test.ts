import { describe, expect, it } from 'vitest';
import { NO_COSTS, type SimulationModel } from '../simulation/model.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from '../simulation/schedule/schedule.ts';
import { modelOf } from '../simulation/test-models.ts';
import { burnsWellings, simulated } from '../simulation/test-schedules.ts';
import { EVENT_KINDS, type EventKind } from '../trace/events.ts';
import { TraceStore } from '../trace/store/store.ts';
import { causeKey } from './cause.ts';
import { decompose, decomposing } from './decompose.ts';

type Line = readonly [at: number, kind: EventKind, object: number, value?: number];

/** A recorded schedule, with a model that gives the priorities. */
function recorded(model: SimulationModel, ...lines: readonly Line[]): SimulatedSchedule {
  const store = new TraceStore();
  const schedule = playedSchedule(model, store);
  store.metadata(model.metadata);
  store.segment(true);
  for (const [at, kind, object, value = 0] of lines) store.event(at, EVENT_KINDS.indexOf(kind), object, value);
  readOn(schedule);
  return schedule;
}

function partsOf(schedule: SimulatedSchedule, task: number, row = 0): Record<string, number> {
  const job = decompose(schedule, task, row);
  const parts = job?.parts ?? [];
  expect(parts.reduce((sum, { ns }) => sum + ns, 0)).toBe(job?.responseNs);
  expect(parts.map(({ ns }) => ns)).toEqual(parts.map(({ ns }) => ns).toSorted((a, b) => b - a));
  return Object.fromEntries(parts.map(({ cause, ns }) => [causeKey(cause).trim(), ns]));
}

const two = modelOf([
  { T: 20, C: 4 },
  { T: 40, C: 6 },
]);

describe('the parts of a response', () => {
  it('are its own execution and the jobs of more urgent tasks', () => {
    const schedule = simulated(burnsWellings(), 30);
    expect(partsOf(schedule, 2)).toEqual({ 'task 0': 9, 'task 1': 6, own: 5 });
    expect(decompose(schedule, 2, 0)).toMatchObject({
      ...{
        number: 0,
        arrivalNs: 0,
        endNs: 20,
        ended: true,
        stopped: false,
        incomplete: false,
        responseNs: 20,
        deadlineNs: 20,
      },
      parts: [
        { cause: { task: 0 }, jobs: 3 },
        { cause: { task: 1 }, jobs: 2 },
        { cause: { kind: 'own' }, jobs: 0 },
      ],
    });
  });

  it('count a job with an earlier deadline as more urgent under EDF', () => {
    const model = modelOf(
      [
        { T: 4, C: 2 },
        { T: 6, C: 3 },
      ],
      { order: 'edf' },
    );
    // The second job of T1 is due at 8, the first one of T2 at 6.
    expect(partsOf(simulated(model, 12), 0, 1)).toEqual({ own: 2, 'task 1': 1 });
  });

  it('name a less urgent job that cannot be preempted', () => {
    const loop = modelOf(
      [
        { T: 20, C: 3, at: 1 },
        { T: 40, C: 8 },
      ],
      { preemptive: false },
    );
    expect(partsOf(simulated(loop, 40), 0)).toEqual({ 'blocking 1': 7, own: 3 });
  });

  it('name the resource whose ceiling a less urgent job has', () => {
    const model = modelOf(
      [
        { T: 20, C: 3, at: 2 },
        { T: 40, C: 8, sections: [{ resource: 0, atNs: 1, lengthNs: 5 }] },
      ],
      { resources: [{ ceiling: 0 }] },
    );
    expect(partsOf(simulated(model, 40), 0)).toEqual({ 'blocking 1 0': 4, own: 3 });
  });

  it('separate the holder of a resource from a more urgent job that runs instead of it', () => {
    const model = modelOf(
      [
        { T: 50, C: 2, at: 5 },
        { T: 50, C: 6, at: 3, sections: [{ resource: 0, atNs: 0, lengthNs: 3 }] },
        { T: 50, C: 9, sections: [{ resource: 0, atNs: 1, lengthNs: 6 }] },
      ],
      { resources: [{ ceiling: 1 }], protocol: 'inheritance' },
    );
    // T3 locks at 1, T2 waits from 3, T1 runs 5 to 7, T3 unlocks at 9.
    expect(partsOf(simulated(model, 50), 1)).toEqual({ own: 6, 'blocking 2 0': 4, 'task 0': 2 });
  });

  it('are the interrupts within its own execution and within that of others', () => {
    const schedule = recorded(
      two,
      [0, 'release', 0],
      [0, 'release', 1],
      [0, 'start', 0],
      [1, 'interrupt-enter', 0],
      [3, 'interrupt-exit', 0],
      [6, 'complete', 0],
      [6, 'start', 1],
      [8, 'interrupt-enter', 1],
      [9, 'interrupt-exit', 1],
      [13, 'complete', 1],
    );
    expect(partsOf(schedule, 0)).toEqual({ own: 4, 'interrupt 0': 2 });
    expect(partsOf(schedule, 1)).toEqual({ own: 6, 'task 0': 4, 'interrupt 0': 2, 'interrupt 1': 1 });
  });

  it('are the interrupts between two jobs, and the inner one of two that are nested', () => {
    const schedule = recorded(
      two,
      [0, 'release', 0],
      [1, 'interrupt-enter', 0],
      [2, 'interrupt-enter', 1],
      [4, 'interrupt-exit', 1],
      [5, 'interrupt-exit', 0],
      [6, 'start', 0],
      [9, 'complete', 0],
    );
    expect(partsOf(schedule, 0)).toEqual({ own: 3, 'interrupt 0': 2, 'interrupt 1': 2, runtime: 2 });
  });

  it('are the switches of the runtime', () => {
    const costs = { ...NO_COSTS, contextSwitchNs: 1 };
    // T1 starts at 1 and ends at 5, T2 starts at 6.
    expect(partsOf(simulated({ ...two, costs }, 20), 1)).toEqual({ own: 6, 'task 0': 4, runtime: 2 });
  });

  it('count a less urgent task that still occupies the core during a switch as the runtime', () => {
    const lines: readonly Line[] = [
      [0, 'release', 1],
      [0, 'start', 1],
      [2, 'release', 0],
      [3, 'switch-out', 1],
      [4, 'start', 0],
      [8, 'complete', 0],
    ];
    const model = modelOf([
      { T: 20, C: 4, at: 2 },
      { T: 40, C: 6 },
    ]);
    expect(partsOf(recorded(model, ...lines), 0)).toEqual({ own: 4, runtime: 2 });
  });

  it('are the time without budget', () => {
    const server = { kind: 'sporadic', budgetNs: 4, periodNs: 20 } as const;
    const model = modelOf([{ T: 20, C: 4, D: 40, takes: 6, server, exhaustion: 'wait' }]);
    expect(partsOf(simulated(model, 30), 0)).toEqual({ budget: 16, own: 6 });
  });

  it('are not the time without budget if budgets are only monitored', () => {
    const model = modelOf([
      { T: 50, C: 4, at: 4 },
      { T: 50, C: 2, takes: 9 },
    ]);
    const schedule = simulated(model, 50);
    expect(schedule.spans.exhausted.get(1)?.count).toBe(1);
    expect(partsOf(schedule, 1)).toEqual({ own: 9, 'task 0': 4 });
  });

  it('are the earlier job of its task, and the jitter of its release', () => {
    const model = modelOf([{ T: 10, C: 4, takes: 14, overrun: 'catch-up' }]);
    expect(partsOf(simulated(model, 30), 0, 1)).toEqual({ own: 14, previous: 4 });
    const late = modelOf([{ T: 10, C: 4, jitterNs: 3 }], { jitter: 'critical' });
    expect(partsOf(simulated(late, 30), 0)).toEqual({ own: 4, release: 3 });
  });

  it('are the jobs on all cores of the task', () => {
    const model = modelOf(
      [
        { T: 20, C: 4 },
        { T: 20, C: 6 },
        { T: 20, C: 2 },
      ],
      { cores: 2 },
    );
    expect(partsOf(simulated(model, 20), 2)).toEqual({ 'task 1': 4, own: 2 });
  });

  it('end where the record has a gap', () => {
    const lines: readonly Line[] = [
      [0, 'release', 0],
      [1, 'start', 0],
      [3, 'channel-write', 0],
      [3, 'gap', -1, 5],
      [9, 'idle', -1],
    ];
    const schedule = recorded(two, ...lines);
    expect(decompose(schedule, 0, 0)).toMatchObject({ ended: false, incomplete: true, responseNs: 3 });
    expect(partsOf(schedule, 0)).toEqual({ own: 2, runtime: 1 });
  });

  it('are those of a job that has not ended so far', () => {
    const schedule = simulated(modelOf([{ T: 20, C: 5, takes: 1_000 }]), 100);
    expect(decompose(schedule, 0, 0)).toMatchObject({ ended: false, incomplete: false });
    expect(decompose(schedule, 0, 10_000)).toBeNull();
    expect(decompose(schedule, 7, 0)).toBeNull();
  });

  it('are the same if the work is done in steps', () => {
    const schedule = simulated(burnsWellings(), 30);
    const steps = decomposing(schedule, 2, 0);
    expect(steps?.share).toBe(0);
    let count = 1;
    for (; steps?.advance(1) === false; count++) expect(steps.share).toBeLessThanOrEqual(1);
    expect(count).toBeGreaterThan(5);
    expect(steps?.result()).toEqual(decompose(schedule, 2, 0));
    expect(decomposing(schedule, 2, 99)).toBeNull();
  });

  it('are not explained before the first event that the store has kept', () => {
    const store = new TraceStore({ capacity: 1 });
    const schedule = playedSchedule(two, store);
    store.metadata(two.metadata);
    store.segment(true);
    const event = (at: number, kind: EventKind, object: number) =>
      store.event(at, EVENT_KINDS.indexOf(kind), object, 0);
    event(0, 'release', 1);
    event(1, 'start', 1);
    // T1 preempts T2 until the store has dropped the start of T2, and while the job is explained.
    const jobs = store.capacity;
    const preempt = (from: number, count: number) => {
      for (let k = from; k < from + count; k++) {
        const at = 20 * k;
        event(at, 'release', 0);
        event(at, 'switch-out', 1);
        event(at, 'start', 0);
        event(at + 4, 'complete', 0);
        event(at + 4, 'switch-in', 1);
        if (k % 100 === 0) readOn(schedule);
      }
      readOn(schedule);
    };
    preempt(1, jobs);
    expect(store.droppedEvents).toBeGreaterThan(0);
    const lost = store.startNs;
    const parts = partsOf(schedule, 1);
    expect(parts.unknown).toBe(lost);
    expect(parts.own).toBeGreaterThan(parts['task 0']!);
    expect(decompose(schedule, 1, 0)).toMatchObject({ ended: false, incomplete: true });
    const steps = decomposing(schedule, 1, 0);
    steps?.advance(10);
    preempt(jobs + 1, jobs);
    steps?.advance(Number.POSITIVE_INFINITY);
    const { parts: known = [], responseNs } = steps?.result() ?? {};
    expect(known.reduce((sum, { ns }) => sum + ns, 0)).toBe(responseNs);
  });
});
