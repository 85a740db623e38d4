import { describe, expect, it } from 'vitest';
import { NO_COSTS, type SimulationModel } from '../model.ts';
import { eventsOf, modelOf, scheduleOf } from '../test-models.ts';

const costing = (costs: Partial<SimulationModel['costs']>) => ({ costs: { ...NO_COSTS, ...costs } });

describe('the overheads include', () => {
  const tasks = [
    { T: 20, C: 3, at: 4 },
    { T: 50, C: 10 },
  ];

  it('a switch at each start and each resumption', () => {
    expect(scheduleOf(modelOf(tasks, costing({ contextSwitchNs: 1 })), 20)).toBe('1:1-4 0:5-8 1:9-16');
  });

  it('the per-job overhead once', () => {
    expect(scheduleOf(modelOf(tasks, costing({ perJobNs: 2 })), 20)).toBe('1:2-4 0:6-9 1:9-17');
  });

  it('a release, above all tasks', () => {
    const model = modelOf(tasks, costing({ releaseNs: 1 }));
    expect(scheduleOf(model, 20)).toBe('1:1-5 0:5-8 1:8-15');
    // The job's own time does not advance meanwhile: of 14, its own 10, 3 of the other, 1 of the
    // release.
    expect(eventsOf(model, 15)).toContain('15 complete 1');
  });

  it('a tick on every core', () => {
    const model = modelOf(
      [
        { T: 50, C: 10 },
        { T: 50, C: 10 },
      ],
      { cores: 2, ...costing({ tickNs: 1, tickPeriodNs: 4 }) },
    );
    // Ticks at 0, 4, 8 and 12 take 4.
    expect(scheduleOf(model, 20)).toBe('0@0:1-14 1@1:1-14');
  });

  it('the per-job overhead only once if it was preempted before the job started', () => {
    const model = modelOf(
      [
        { T: 50, C: 2, at: 2 },
        { T: 50, C: 5 },
      ],
      costing({ perJobNs: 3, contextSwitchNs: 1 }),
    );
    // The second job has used 2 of its 3 when the first arrives. Then it needs the rest and a whole
    // switch.
    expect(scheduleOf(model, 30)).toBe('0:6-8 1:10-15');
  });

  it('a migration', () => {
    const model = modelOf(
      [
        { T: 50, C: 3, at: 2, affinity: [1] },
        { T: 50, C: 6, priority: 2, at: 1 },
        { T: 50, C: 4 },
      ],
      { cores: 2, ...costing({ migrationNs: 2 }) },
    );
    // The task on core 1 must leave at 2. Core 0 is free at 4.
    expect(scheduleOf(model, 30)).toBe('2@0:0-4 1@1:1-2 0@1:2-5 1@0:6-11');
  });
});

describe('on several cores', () => {
  // S. Dhall, C. Liu, "On a real-time scheduling problem", 1978: light tasks delay a heavy one,
  // however many cores there are.
  const dhall = [
    { T: 10, C: 2 },
    { T: 10, C: 2 },
    { T: 11, C: 10 },
  ];

  it('global rate-monotonic priorities miss a deadline at low utilization', () => {
    const model = modelOf(dhall, { cores: 2 });
    expect(scheduleOf(model, 12)).toBe('0@0:0-2 1@1:0-2 2@0:2-10 0@0:10-12 1@1:10-12');
    expect(eventsOf(model, 11)).toContain('11 deadline-miss 2');
  });

  it('partitioned scheduling does not', () => {
    const placed = dhall.map((task, index) => ({
      ...task,
      cluster: index === 2 ? 1 : 0,
      affinity: [index === 2 ? 1 : 0],
    }));
    const clusters = [
      { cores: [0], dispatcher: 'priority' as const },
      { cores: [1], dispatcher: 'priority' as const },
    ];
    const model = modelOf(placed, { cores: 2, clusters });
    expect(scheduleOf(model, 12)).toBe('0@0:0-2 2@1:0-10 1@0:2-4 0@0:10-12');
    expect(eventsOf(model, 1000).some((line) => line.includes('miss'))).toBe(false);
  });

  it('a preempted task resumes on a free core', () => {
    const model = modelOf(
      [
        { T: 20, C: 3, at: 1 },
        { T: 20, C: 2 },
        { T: 20, C: 6 },
      ],
      { cores: 2 },
    );
    expect(scheduleOf(model, 9)).toBe('2@1:0-1 1@0:0-2 0@1:1-4 2@0:2-7');
  });

  it('nothing is preempted on a non-preemptive target', () => {
    const model = modelOf(
      [
        { T: 20, C: 3, at: 1 },
        { T: 20, C: 2 },
        { T: 20, C: 6 },
      ],
      { cores: 2, preemptive: false },
    );
    expect(scheduleOf(model, 9)).toBe('1@0:0-2 2@1:0-6 0@0:2-5');
  });

  it('idle is recorded for each core', () => {
    const model = modelOf(
      [
        { T: 20, C: 3 },
        { T: 20, C: 5 },
      ],
      { cores: 2 },
    );
    expect(eventsOf(model, 19).filter((line) => line.includes('idle'))).toEqual(['3 idle', '5 idle =1']);
  });

  it('EDF runs the two earliest deadlines', () => {
    const model = modelOf(
      [
        { T: 30, D: 30, C: 4 },
        { T: 30, D: 9, C: 3, at: 1 },
        { T: 30, D: 20, C: 4 },
      ],
      { cores: 2, order: 'edf' },
    );
    expect(scheduleOf(model, 12)).toBe('0@1:0-1 2@0:0-4 1@1:1-4 0@1:4-7');
  });
});
