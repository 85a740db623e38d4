import { describe, expect, it } from 'vitest';
import { backgroundOf, eventsOf, modelOf, scheduleOf, TextSink } from '../test-models.ts';
import { Simulation } from './engine.ts';

describe('fixed priorities', () => {
  it('preempts as in Burns and Wellings: (7,3), (12,3), (20,5)', () => {
    const model = modelOf([
      { T: 7, C: 3 },
      { T: 12, C: 3 },
      { T: 20, C: 5 },
    ]);
    expect(scheduleOf(model, 20)).toBe('0:0-3 1:3-6 2:6-7 0:7-10 2:10-12 1:12-14 0:14-17 1:17-18 2:18-20');
  });

  it('records events in the order of the runtime', () => {
    const model = modelOf([
      { T: 4, C: 1 },
      { T: 8, C: 4 },
    ]);
    expect(eventsOf(model, 7)).toEqual([
      '0 release 0',
      '0 release 1',
      '0 start 0',
      '1 complete 0',
      '1 start 1',
      '4 release 0',
      '4 switch-out 1',
      '4 start 0',
      '5 complete 0',
      '5 switch-in 1',
      '6 complete 1',
      '6 idle',
    ]);
  });

  it('runs equal tasks first come, first served, and does not preempt the running one', () => {
    const model = modelOf([
      { T: 20, C: 4, at: 1, priority: 1 },
      { T: 20, C: 4, priority: 1 },
      { T: 20, C: 1, at: 2, priority: 0 },
    ]);
    expect(scheduleOf(model, 15)).toBe('1:0-2 2:2-3 1:3-5 0:5-9');
  });

  it('records a miss at the deadline, unless the job ends at that time', () => {
    const late = modelOf([
      { T: 5, C: 3 },
      { T: 10, C: 5, D: 9 },
    ]);
    expect(eventsOf(late, 16).filter((line) => line.includes(' 1'))).toEqual([
      '0 release 1',
      '3 start 1',
      '5 switch-out 1',
      '8 switch-in 1',
      '9 deadline-miss 1',
      '10 release-dropped 1 =1',
      '10 switch-out 1',
      '13 switch-in 1',
      '14 complete 1',
    ]);
  });

  it('meets the deadline if the job ends exactly at its deadline and next release', () => {
    const model = modelOf([
      { T: 2, C: 1 },
      { T: 4, C: 2 },
    ]);
    const events = eventsOf(model, 100);
    expect(events.filter((line) => /miss|dropped/.test(line))).toEqual([]);
    expect(events).toContain('4 complete 1');
  });
});

describe('earliest deadline first', () => {
  it('meets deadlines that rate-monotonic misses: Liu and Layland, (5,2), (7,4), U = 34/35', () => {
    const tasks = [
      { T: 5, C: 2 },
      { T: 7, C: 4 },
    ];
    const misses = (order: 'edf' | 'fixed-priority') =>
      eventsOf(modelOf(tasks, { order }), 35).filter((line) => line.includes('miss'));
    expect(misses('fixed-priority')).toEqual(['7 deadline-miss 1']);
    expect(misses('edf')).toEqual([]);
    expect(scheduleOf(modelOf(tasks, { order: 'edf' }), 20)).toBe(
      '0:0-2 1:2-6 0:6-8 1:8-12 0:12-14 1:14-15 0:15-17 1:17-20',
    );
  });

  it('orders equal deadlines by priority', () => {
    const model = modelOf(
      [
        { T: 10, C: 2, D: 8, at: 2 },
        { T: 20, C: 4, D: 10 },
      ],
      { order: 'edf' },
    );
    expect(scheduleOf(model, 8)).toBe('1:0-2 0:2-4 1:4-6');
  });

  it('runs tasks without a deadline last', () => {
    const model = modelOf(
      [
        { T: 100, C: 5, D: Number.POSITIVE_INFINITY },
        { T: 10, C: 2, at: 1 },
      ],
      { order: 'edf' },
    );
    expect(scheduleOf(model, 9)).toBe('0:0-1 1:1-3 0:3-7');
  });
});

describe('without preemption', () => {
  it('runs every job to completion: Davis and others 2007, the third misses', () => {
    const model = modelOf(
      [
        { T: 50, D: 50, C: 20 },
        { T: 70, D: 65, C: 20 },
        { T: 70, D: 65, C: 20 },
      ],
      { preemptive: false },
    );
    expect(scheduleOf(model, 130)).toBe('0:0-20 1:20-40 2:40-60 0:60-80 1:80-100 0:100-120');
    // The second job of the third task waits for two jobs of the first. Its response time is 3.5 of
    // the paper's units, 70.
    expect(eventsOf(model, 140).slice(-5, -3)).toEqual(['140 deadline-miss 2', '140 complete 2']);
  });

  it('runs the earliest deadline at each dispatch', () => {
    const model = modelOf(
      [
        { T: 100, C: 10, D: 100 },
        { T: 100, C: 3, D: 50, at: 1 },
        { T: 100, C: 3, D: 20, at: 2 },
      ],
      { preemptive: false, order: 'edf' },
    );
    expect(scheduleOf(model, 20)).toBe('0:0-10 2:10-13 1:13-16');
  });

  it('checks a job when it ends: miss, budget, completion', () => {
    const model = modelOf([{ T: 5, C: 3, takes: 6 }], { preemptive: false });
    expect(eventsOf(model, 10)).toEqual([
      '0 release 0',
      '0 start 0',
      '5 release-dropped 0 =1',
      '6 deadline-miss 0',
      '6 budget-exhausted 0',
      '6 complete 0',
      '6 idle',
      '10 release 0',
      '10 start 0',
    ]);
  });
});

describe('a release during a job', () => {
  const overrun = (policy: 'skip' | 'catch-up' | 'stop' | 'demote', catchUpLimit = 1) =>
    modelOf([
      { T: 4, C: 10, takes: 10, overrun: policy, catchUpLimit },
      { T: 50, C: 3, at: 1, priority: 2 },
    ]);

  it('is dropped', () => {
    expect(scheduleOf(overrun('skip'), 15)).toBe('0:0-10 1:10-12');
    expect(eventsOf(overrun('skip'), 12).slice(-5)).toEqual([
      '10 release-dropped 0 =1',
      '10 start 1',
      '12 release 0',
      '12 switch-out 1',
      '12 start 0',
    ]);
  });

  it('is executed later, up to the limit', () => {
    expect(eventsOf(overrun('catch-up', 2), 20).filter((line) => / 0/.test(line))).toEqual([
      '0 release 0',
      '0 start 0',
      '4 release 0',
      '4 deadline-miss 0',
      '8 release 0',
      '10 complete 0',
      '10 deadline-miss 0',
      '10 start 0',
      '12 release 0',
      '16 release-dropped 0 =1',
      '20 complete 0',
      '20 deadline-miss 0',
      '20 release 0',
      '20 start 0',
    ]);
  });

  it('ends the task and drops its further releases', () => {
    expect(eventsOf(overrun('stop'), 15).filter((line) => / 0/.test(line))).toEqual([
      '0 release 0',
      '0 start 0',
      '4 release-dropped 0 =1',
      '4 deadline-miss 0',
      '10 complete 0',
      '10 release-dropped 0 =1',
      '12 release-dropped 0 =1',
    ]);
  });

  it.each(['skip', 'stop', 'catch-up', 'demote'] as const)(
    'is recorded at once, and many of them in groups, with %s',
    (policy) => {
      const MS = 1_000_000;
      const model = modelOf([{ T: MS, C: 10_000 * MS, takes: 10_000 * MS, overrun: policy }], { preemptive: false });
      const drops = eventsOf(model, 1000 * MS).flatMap((line) => {
        const [, at, count] = line.match(/^(\d+) release-dropped 0 =(\d+)$/) ?? [];
        return at === undefined ? [] : [{ atMs: Number(at) / MS, count: Number(count) }];
      });
      const kept = policy === 'catch-up' || policy === 'demote' ? 1 : 0;
      expect(drops[0]).toEqual({ atMs: 1 + kept, count: 1 });
      expect(drops.length).toBeLessThanOrEqual(32);
      // At any time all except those of the last 1/32 s are recorded.
      let reported = 0;
      for (const { atMs, count } of drops) {
        expect(atMs - kept - reported).toBeLessThanOrEqual(32);
        reported += count;
      }
      expect(1000 - kept - reported).toBeLessThan(32);
    },
  );

  it('demotes the task until it has caught up', () => {
    const model = modelOf([
      { T: 10, C: 12, takes: 12, overrun: 'demote' },
      { T: 30, C: 9, at: 9 },
    ]);
    expect(scheduleOf(model, 48)).toBe('0:0-10 1:10-19 0:19-21 0:21-33 0:33-39 1:39-48');
  });
});

it('a demoted task that has caught up is as urgent as before', () => {
  const model = modelOf([
    { T: 10, C: 12, execution: { kind: 'recorded', ns: Float64Array.of(12, 1, 1, 1, 1) }, overrun: 'demote' },
    { T: 40, C: 15, at: 9 },
  ]);
  // The release of 10 is executed late at 27, and that of 20 is dropped.
  expect(scheduleOf(model, 51)).toBe('0:0-10 1:10-25 0:25-27 0:27-28 0:30-31 0:40-41 1:49-50 0:50-51');
});

describe('the background', () => {
  it('runs in turns whenever nothing else is ready', () => {
    const model = modelOf([{ T: 10, C: 3, at: 2 }, backgroundOf(4), backgroundOf(3)]);
    expect(scheduleOf(model, 15)).toBe('1:0-2 0:2-5 1:5-7 2:7-10 1:10-12 0:12-15');
  });

  it('runs in turns under EDF, too', () => {
    const model = modelOf([{ T: 20, C: 1 }, backgroundOf(4), backgroundOf(3)], { order: 'edf' });
    expect(scheduleOf(model, 15)).toBe('0:0-1 1:1-5 2:5-8 1:8-12 2:12-15');
  });

  it('runs to completion without preemption', () => {
    const model = modelOf([{ T: 10, C: 3, at: 2 }, backgroundOf(4)], { preemptive: false });
    expect(scheduleOf(model, 15)).toBe('1:0-4 0:4-7 1:7-11 1:11-15');
  });
});

describe('a run', () => {
  const busy = modelOf(
    [
      { T: 7, C: 2, jitterNs: 9 },
      { T: 11, C: 3, execution: { kind: 'uniform', leastNs: 1, mostNs: 6 }, overrun: 'catch-up', catchUpLimit: 3 },
      { T: 31, C: 9, arrivals: { kind: 'sporadic', offsetNs: 1, periodNs: 20, extraNs: 10 } },
      backgroundOf(5),
    ],
    { order: 'edf' },
  );

  it('does not depend on the slicing of the run', () => {
    const whole = eventsOf(busy, 5000, 3);
    const sliced = new TextSink();
    const simulation = new Simulation(busy, sliced, { seed: 3 });
    for (let until = 0; until <= 5000; until += 7) while (!simulation.run(until, 2));
    simulation.run(5000);
    expect(sliced.lines.slice(1)).toEqual(whole);
    expect(simulation.eventCount).toBe(whole.length + 1);
    expect(simulation.nowNs).toBe(5000);
  });

  it('differs for another seed', () => {
    expect(eventsOf(busy, 500, 3)).not.toEqual(eventsOf(busy, 500, 4));
  });

  it('ends when times are no longer exact integers', () => {
    const longest = Number.MAX_SAFE_INTEGER;
    const simulation = new Simulation(
      modelOf([
        { T: longest, C: longest, at: 5 },
        { T: 2 ** 52, C: 1, jitterNs: 2 ** 52 },
      ]),
      new TextSink(),
    );
    expect(simulation.run(2 ** 60)).toBe(true);
    expect(simulation.nowNs).toBe(longest);
    expect(simulation.nextNs).toBe(Number.POSITIVE_INFINITY);
  });

  it('returns the time of the next event', () => {
    const sink = new TextSink();
    const simulation = new Simulation(modelOf([{ T: 10, C: 3, D: 5, at: 2 }]), sink);
    const times: number[] = [];
    while (simulation.nextNs < 30) {
      times.push(simulation.nextNs);
      simulation.run(simulation.nextNs);
    }
    expect(times).toEqual([2, 5, 12, 15, 22, 25]);
  });
});
