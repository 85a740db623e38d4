import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../trace/events.ts';
import { TraceStore } from '../../trace/store/store.ts';
import { NO_COSTS, type SimulationModel } from '../model.ts';
import { modelOf } from '../test-models.ts';
import { burnsWellings, simulated } from '../test-schedules.ts';
import { explainAt, happenings, nextEventNs, previousEventNs } from './explain.ts';
import { playedSchedule, readOn, type SimulatedSchedule } from './schedule.ts';

type Line = readonly [at: number, kind: (typeof EVENT_KINDS)[number], object: number, value?: number];

/** A schedule written as events, with a model that gives the priorities. */
function written(model: SimulationModel, ...lines: readonly Line[]): SimulatedSchedule {
  const store = new TraceStore();
  const schedule = playedSchedule(model, store);
  store.metadata(model.metadata);
  store.segment(true);
  for (const [at, kind, object, value = 0] of lines) store.event(at, EVENT_KINDS.indexOf(kind), object, value);
  readOn(schedule);
  return schedule;
}

const three = burnsWellings();

describe('why a task does not run', () => {
  it('names the more urgent task, and whether the job had started', () => {
    const schedule = simulated(three, 30);
    const byFirst = { by: 0, core: 0, rule: { kind: 'priority' } };
    expect(explainAt(schedule, 0, 1)).toEqual({ kind: 'runs', core: 0 });
    expect(explainAt(schedule, 2, 4)).toEqual({ ...byFirst, kind: 'held-off', started: false, by: 1 });
    expect(explainAt(schedule, 2, 8)).toEqual({ ...byFirst, kind: 'held-off', started: true });
    // At the exact time of a switch, the new task counts.
    expect(explainAt(schedule, 2, 7)).toEqual({ ...byFirst, kind: 'held-off', started: true });
    expect(explainAt(schedule, 1, 3)).toEqual({ kind: 'runs', core: 0 });
    expect(explainAt(schedule, 1, 8)).toEqual({ kind: 'nothing' });
  });

  it('compares deadlines under EDF', () => {
    const schedule = simulated(
      modelOf(
        [
          { T: 4, C: 2 },
          { T: 6, C: 3 },
        ],
        { order: 'edf' },
      ),
      12,
    );
    const rule = { kind: 'deadline', byNs: 6, ownNs: 8 };
    expect(explainAt(schedule, 0, 4)).toEqual({ kind: 'held-off', started: false, by: 1, core: 0, rule });
  });

  it('names tasks that came first, and tasks that cannot be preempted', () => {
    const equal = modelOf([
      { T: 10, C: 3, priority: 0 },
      { T: 10, C: 3, priority: 0 },
    ]);
    expect(explainAt(simulated(equal, 10), 1, 1)).toMatchObject({ by: 0, rule: { kind: 'first-come' } });
    const loop = modelOf(
      [
        { T: 10, C: 3, at: 1 },
        { T: 20, C: 5 },
      ],
      { preemptive: false },
    );
    expect(explainAt(simulated(loop, 20), 0, 2)).toMatchObject({ by: 1, rule: { kind: 'not-preemptive' } });
  });

  it('names the least urgent task that runs on one of its cores', () => {
    const model = modelOf(
      [
        { T: 10, C: 4 },
        { T: 10, C: 6 },
        { T: 10, C: 2, affinity: [0] },
      ],
      { cores: 2 },
    );
    const schedule = simulated(model, 10);
    expect(schedule.cores.taskAt(0, 1)).toBe(0);
    expect(explainAt(schedule, 2, 1)).toMatchObject({ by: 0, core: 0 });
    expect(explainAt(schedule, 2, 5)).toEqual({ kind: 'runs', core: 0 });
  });

  it('distinguishes a wait for a resource, and for a less urgent task that was raised to its ceiling', () => {
    const schedule = written(
      { ...three, resources: [{ ceiling: 0 }, { ceiling: 0 }] },
      [0, 'release', 2],
      [0, 'start', 2],
      [0, 'lock-acquire', 0, 2],
      [2, 'release', 0],
      [4, 'lock-release', 0, 2],
      [4, 'switch-out', 2],
      [4, 'start', 0],
      [5, 'lock-wait', 1, 0],
      [5, 'switch-out', 0],
      [5, 'switch-in', 2],
      [9, 'complete', 2],
    );
    expect(explainAt(schedule, 0, 3)).toMatchObject({ by: 2, rule: { kind: 'resource', resource: 0 } });
    expect(explainAt(schedule, 0, 6)).toEqual({ kind: 'blocked', resource: 1, by: null, inversion: null });
  });

  it('names the task that runs meanwhile if no priority is raised: a priority inversion', () => {
    const schedule = written(
      { ...three, protocol: 'none', resources: [{ ceiling: 0 }] },
      [0, 'release', 2],
      [0, 'start', 2],
      [0, 'lock-acquire', 0, 2],
      [2, 'release', 0],
      [2, 'switch-out', 2],
      [2, 'start', 0],
      [3, 'lock-wait', 0, 0],
      [3, 'switch-out', 0],
      [3, 'switch-in', 2],
      [5, 'release', 1],
      [5, 'switch-out', 2],
      [5, 'start', 1],
      [8, 'complete', 1],
      [8, 'switch-in', 2],
      [9, 'complete', 2],
    );
    expect(explainAt(schedule, 0, 4)).toMatchObject({ kind: 'blocked', by: 2, inversion: null });
    expect(explainAt(schedule, 0, 6)).toEqual({ kind: 'blocked', resource: 0, by: 2, inversion: 1 });
    expect(explainAt(schedule, 2, 6)).toMatchObject({ kind: 'held-off', by: 1, rule: { kind: 'priority' } });
  });

  it('reports an exhausted budget and its replenishment, an interrupt, and the runtime itself', () => {
    const server = { kind: 'sporadic', budgetNs: 3, periodNs: 7 } as const;
    const schedule = written(
      { ...three, tasks: three.tasks.map((task) => ({ ...task, server })) },
      [0, 'release', 0],
      [0, 'start', 0],
      [3, 'budget-exhausted', 0],
      [3, 'switch-out', 0],
      [7, 'replenish', 0, 3],
      [8, 'interrupt-enter', 0],
      [9, 'interrupt-exit', 0],
      [10, 'switch-in', 0],
      [11, 'budget-exhausted', 0],
      [11, 'switch-out', 0],
      [12, 'release', 1],
    );
    expect(explainAt(schedule, 0, 5)).toEqual({ kind: 'budget', sinceNs: 3, untilNs: 7 });
    expect(explainAt(schedule, 0, 8)).toEqual({ kind: 'interrupt', interrupt: 0 });
    // No other task runs before it.
    expect(explainAt(schedule, 0, 9)).toEqual({ kind: 'runtime' });
    expect(explainAt(schedule, 0, 12)).toEqual({ kind: 'budget', sinceNs: 11, untilNs: null });
  });
});

describe('while the runtime switches', () => {
  const costs = { ...NO_COSTS, contextSwitchNs: 1, releaseNs: 1 };
  const schedule = simulated(
    modelOf(
      [
        { T: 20, C: 3, at: 5 },
        { T: 40, C: 10 },
      ],
      { costs },
    ),
    40,
  );
  const stop = Array.from({ length: schedule.trace.end }, (_, i) => schedule.trace.at(i)).find(
    ({ kind, object }) => kind === 'switch-out' && object === 1,
  );

  it('the next task to run counts', () => {
    const at = stop?.timeNs ?? -1;
    expect(schedule.cores.taskAt(0, at)).toBe(-1);
    expect(explainAt(schedule, 1, at)).toMatchObject({
      kind: 'held-off',
      started: true,
      by: 0,
      rule: { kind: 'priority' },
    });
    expect(happenings(schedule, at).find(({ kind }) => kind === 'switch-out')?.reason).toMatchObject({ by: 0 });
  });

  it('a less urgent holder of a resource is not the reason, unless the protocol raises it', () => {
    const at = (protocol: 'ceiling' | 'none' | 'inheritance', ceiling: number) =>
      explainAt(
        written(
          { ...three, protocol, resources: [{ ceiling }] },
          [0, 'release', 2],
          [0, 'start', 2],
          [1, 'lock-acquire', 0, 2],
          [2, 'release', 0],
          [4, 'switch-out', 2],
          [5, 'start', 0],
          [6, 'complete', 0],
        ),
        0,
        3,
      );
    expect(at('ceiling', 0)).toMatchObject({ by: 2, rule: { kind: 'resource' } });
    expect(at('ceiling', 1)).toEqual({ kind: 'runtime' });
    expect(at('inheritance', 0)).toEqual({ kind: 'runtime' });
    expect(at('none', 0)).toEqual({ kind: 'runtime' });
  });

  it('a task with an inherited priority is the reason for all tasks below the waiting one', () => {
    const lines = [
      [0, 'release', 2],
      [0, 'start', 2],
      [1, 'lock-acquire', 0, 2],
      [2, 'release', 0],
      [2, 'release', 1],
      [2, 'switch-out', 2],
      [2, 'start', 0],
      [3, 'lock-wait', 0, 0],
      [3, 'switch-out', 0],
      [3, 'switch-in', 2],
      [9, 'complete', 2],
    ] as const;
    const model = { ...three, protocol: 'inheritance', resources: [{ ceiling: 0 }] } as const;
    expect(explainAt(written(model, ...lines), 1, 4)).toMatchObject({ by: 2, rule: { kind: 'resource', resource: 0 } });
    expect(explainAt(written(model, ...lines), 0, 4)).toEqual({ kind: 'blocked', resource: 0, by: 2, inversion: null });
  });

  it('only its own context switch delays a task', () => {
    const [from, to] = [schedule.jobs.task(0)?.releaseAt(0) ?? -1, schedule.jobs.task(0)?.startAt(0) ?? -1];
    expect(to).toBeGreaterThan(from + 1);
    expect(explainAt(schedule, 0, to - 1)).toEqual({ kind: 'runtime' });
  });
});

describe('step by step', () => {
  it('steps from event to event in both directions', () => {
    const schedule = simulated(three, 30);
    expect(nextEventNs(schedule, 0)).toBe(3);
    expect(nextEventNs(schedule, 3)).toBe(6);
    expect(previousEventNs(schedule, 6)).toBe(3);
    expect(previousEventNs(schedule, 0)).toBeNull();
    expect(nextEventNs(schedule, 1e9)).toBeNull();
  });

  it('returns all events of one time, with the reason why a job stops', () => {
    const seven = happenings(simulated(three, 30), 7);
    expect(seven.map(({ kind, object }) => `${kind} ${object}`)).toEqual(['release 0', 'switch-out 2', 'start 0']);
    expect(seven[1]?.reason).toMatchObject({ by: 0, started: true, rule: { kind: 'priority' } });
  });
});
