import { describe, expect, it } from 'vitest';
import { modelOf } from '../test-models.ts';
import { burnsWellings, simulated } from '../test-schedules.ts';
import { busyPeriodAt, criticalInstants } from './busy-period.ts';
import type { SimulatedSchedule } from './schedule.ts';

const bounds = (schedule: SimulatedSchedule, task: number, timeNs: number) => {
  const period = busyPeriodAt(schedule, task, timeNs);
  return period === null ? null : [period.fromNs, period.toNs];
};

const three = burnsWellings();

describe('the level-i busy period', () => {
  it('contains the task and all more urgent tasks', () => {
    const schedule = simulated(three, 42);
    expect(bounds(schedule, 0, 8)).toEqual([7, 10]);
    expect(bounds(schedule, 1, 1)).toEqual([0, 6]);
    expect(bounds(schedule, 1, 15)).toEqual([12, 18]);
    expect(bounds(schedule, 2, 13)).toEqual([0, 20]);
  });

  it('ends when all earlier releases are complete, and is empty outside', () => {
    const schedule = simulated(three, 42);
    expect(bounds(schedule, 1, 6)).toBeNull();
    // T3 is released at 20, after the first busy period.
    expect(bounds(schedule, 2, 20)?.[0]).toBe(20);
  });

  it('covers all jobs of a busy period longer than T', () => {
    // Lehoczky 1990: the first job is not the worst. The level-2 busy period has a length of 694.
    const model = modelOf([
      { T: 70, C: 26 },
      { T: 100, C: 62, D: 118, overrun: 'catch-up', catchUpLimit: 100 },
    ]);
    expect(bounds(simulated(model, 1_000), 1, 300)).toEqual([0, 694]);
  });

  it('counts under EDF the jobs with an earlier deadline', () => {
    const model = modelOf(
      [
        { T: 4, C: 2 },
        { T: 12, C: 3 },
      ],
      { order: 'edf' },
    );
    // T1 0–2, T2 2–4, T1 4–6, T2 6–7: the job of T2 has its deadline at 12, the jobs of T1 at 4 and
    // 8.
    expect(bounds(simulated(model, 24), 1, 1)).toEqual([0, 7]);
    expect(bounds(simulated(model, 24), 0, 5)).toEqual([4, 6]);
  });

  it('is defined for one core only', () => {
    expect(busyPeriodAt(simulated(modelOf([{ T: 10, C: 3 }], { cores: 2 }), 10), 0, 1)).toBeNull();
  });
});

describe('critical instants', () => {
  it('are common releases with all more urgent tasks', () => {
    const schedule = simulated(three, 500);
    expect(criticalInstants(schedule, 1, 0, 500)).toEqual([0, 84, 168, 252, 336, 420]);
    expect(criticalInstants(schedule, 2, 0, 500)).toEqual([0, 420]);
    expect(criticalInstants(schedule, 2, 1, 400)).toEqual([]);
  });

  it('do not exist if offsets separate the tasks, nor for the most urgent task', () => {
    const apart = modelOf([
      { T: 10, C: 2 },
      { T: 20, C: 5, at: 5 },
    ]);
    expect(criticalInstants(simulated(apart, 200), 1, 0, 200)).toEqual([]);
    expect(criticalInstants(simulated(three, 100), 0, 0, 100)).toEqual([]);
  });
});
