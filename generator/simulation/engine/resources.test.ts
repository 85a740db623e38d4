import { describe, expect, it } from 'vitest';
import type { ResourceProtocol, SectionTimes, SimulationModel } from '../model.ts';
import { eventsOf, modelOf, scheduleOf } from '../test-models.ts';

const section = (atNs: number, lengthNs: number, resource = 0) => ({ resource, atNs, lengthNs });

describe('priority inversion', () => {
  // The classic case: a less urgent task holds what the most urgent one needs, and one in between
  // needs nothing.
  const inversion = (protocol: ResourceProtocol) =>
    modelOf(
      [
        { T: 50, C: 4, at: 2, sections: [section(1, 2)] },
        { T: 50, C: 6, at: 3 },
        { T: 50, C: 5, sections: [section(1, 3)] },
      ],
      { protocol, resources: [{ ceiling: 0 }] },
    );

  it('lasts as long as the tasks in between run, without a protocol', () => {
    expect(scheduleOf(inversion('none'), 20)).toBe('2:0-2 0:2-3 1:3-9 2:9-11 0:11-14 2:14-15');
    expect(eventsOf(inversion('none'), 12).filter((line) => line.includes('lock'))).toEqual([
      '1 lock-acquire 0 =2',
      '3 lock-wait 0',
      '11 lock-release 0 =2',
      '11 lock-acquire 0',
    ]);
  });

  it('ends with the section under inheritance', () => {
    expect(scheduleOf(inversion('inheritance'), 20)).toBe('2:0-2 0:2-3 2:3-5 0:5-8 1:8-14 2:14-15');
  });

  it('delays the start of the job under the ceiling protocol', () => {
    expect(scheduleOf(inversion('ceiling'), 20)).toBe('2:0-4 0:4-8 1:8-14 2:14-15');
    expect(eventsOf(inversion('ceiling'), 20).some((line) => line.includes('lock-wait'))).toBe(false);
  });
});

describe('a task that waits for a resource', () => {
  it('is recorded before it leaves the core', () => {
    const model = modelOf(
      [
        { T: 50, C: 3, at: 1, sections: [section(1, 1)] },
        { T: 50, C: 3, sections: [section(0, 3)] },
      ],
      { protocol: 'none', resources: [{ ceiling: 0 }] },
    );
    expect(eventsOf(model, 10)).toEqual([
      '0 release 1',
      '0 start 1',
      '0 lock-acquire 0 =1',
      '1 release 0',
      '1 switch-out 1',
      '1 start 0',
      '2 lock-wait 0',
      '2 switch-out 0',
      '2 switch-in 1',
      '4 lock-release 0 =1',
      '4 lock-acquire 0',
      '4 complete 1',
      '4 switch-in 0',
      '5 lock-release 0',
      '6 complete 0',
      '6 idle',
    ]);
  });

  it('gets it in order of urgency', () => {
    const model = modelOf(
      [
        { T: 50, C: 2, at: 2, sections: [section(0, 1)] },
        { T: 50, C: 2, at: 1, sections: [section(0, 1)] },
        { T: 50, C: 5, sections: [section(0, 4)] },
      ],
      { protocol: 'inheritance', resources: [{ ceiling: 0 }] },
    );
    expect(scheduleOf(model, 20)).toBe('2:0-1 1:1-1 2:1-2 0:2-2 2:2-4 0:4-6 1:6-8 2:8-9');
  });
});

describe('the stack resource policy under EDF', () => {
  const model = (ceiling: number, rest: Partial<SimulationModel> = {}) =>
    modelOf(
      [
        { T: 100, D: 10, C: 3, at: 3 },
        { T: 100, D: 20, C: 3, at: 2 },
        { T: 100, D: 50, C: 6, sections: [section(1, 4)] },
      ],
      { order: 'edf', resources: [{ ceiling }], ...rest },
    );

  it('starts no task that is not above the ceiling', () => {
    expect(scheduleOf(model(0), 20)).toBe('2:0-5 0:5-8 1:8-11 2:11-12');
  });

  it('starts a task above the ceiling', () => {
    expect(scheduleOf(model(1), 20)).toBe('2:0-3 0:3-6 2:6-8 1:8-11 2:11-12');
  });

  it('has no effect without sections', () => {
    expect(scheduleOf(model(2), 20)).toBe('2:0-2 1:2-3 0:3-6 1:6-8 2:8-12');
  });
});

it('a budget is not exhausted while a resource is held, but overdrawn', () => {
  const model = modelOf(
    [
      { T: 50, C: 2, at: 3, sections: [section(0, 1)] },
      {
        T: 50,
        C: 2,
        takes: 6,
        exhaustion: 'wait',
        sections: [section(1, 3)],
        server: { kind: 'sporadic', budgetNs: 2, periodNs: 10 },
      },
    ],
    { resources: [{ ceiling: 0 }] },
  );
  expect(scheduleOf(model, 30)).toBe('1:0-4 0:4-6 1:20-22');
  expect(eventsOf(model, 30).filter((line) => /budget|lock-release 0 =1|replenish/.test(line))).toEqual([
    '4 lock-release 0 =1',
    '4 budget-exhausted 1',
    '20 replenish 1 =2',
  ]);
});

it('a job that ends within its section releases the resource', () => {
  const model = modelOf([{ T: 10, C: 3, sections: [section(1, 5)] }], { resources: [{ ceiling: 0 }] });
  expect(eventsOf(model, 4).slice(2)).toEqual(['1 lock-acquire 0', '3 lock-release 0', '3 complete 0', '3 idle']);
});

it('waits for a task on another core, also without preemption', () => {
  const tasks = [
    { T: 50, C: 4, sections: [section(1, 3)] },
    { T: 50, C: 4, sections: [section(2, 1)] },
  ];
  const resources = [{ ceiling: 0 }];
  for (const preemptive of [true, false]) {
    const model = modelOf(tasks, { cores: 2, preemptive, resources });
    expect(scheduleOf(model, 20)).toBe('1@1:0-2 0@0:0-4 1@1:4-6');
  }
});

it('an overdraft during a section is recorded at once if the budget is replenished before the section ends', () => {
  const model = modelOf(
    [
      { T: 50, C: 9, at: 3 },
      {
        T: 50,
        C: 2,
        takes: 5,
        sections: [section(1, 3)],
        server: { kind: 'sporadic', budgetNs: 2, periodNs: 6 },
      },
    ],
    { resources: [{ ceiling: 1 }] },
  );
  // Each unit of budget is replenished 6 after it could be used. By 3, two are used, and the one of
  // 6 is overdrawn, which is replenished at 12. The one of 7 pays for the end of the section and is
  // replenished at 13.
  expect(eventsOf(model, 20).filter((line) => / 1( =|$)/.test(line) || / =1$/.test(line))).toEqual([
    '0 release 1',
    '0 start 1',
    '1 lock-acquire 0 =1',
    '3 switch-out 1',
    '12 switch-in 1',
    '13 lock-release 0 =1',
    '13 budget-exhausted 1',
    '13 replenish 1 =2',
    '14 complete 1',
  ]);
});

describe('two consecutive sections', () => {
  const low: readonly SectionTimes[] = [section(0, 4, 0), section(4, 4, 1)];
  const set = (rest: Partial<SimulationModel>) =>
    modelOf(
      [
        { T: 50, C: 2, at: 1, D: 20, sections: [section(0, 1, 0), section(1, 1, 1)] },
        { T: 50, C: 8, D: 40, sections: low },
      ],
      { resources: [{ ceiling: 0 }, { ceiling: 0 }], ...rest },
    );

  it('the scheduler decides between them, so only one of them blocks a task', () => {
    expect(scheduleOf(set({}), 30)).toBe('1:0-4 0:4-6 1:6-10');
    expect(scheduleOf(set({ order: 'edf' }), 30)).toBe('1:0-4 0:4-6 1:6-10');
  });

  it('a task that waits for the first gets it before the holder acquires the second', () => {
    expect(scheduleOf(set({ protocol: 'inheritance' }), 30)).toBe('1:0-1 0:1-1 1:1-4 0:4-6 1:6-10');
    expect(scheduleOf(set({ protocol: 'none' }), 30)).toBe('1:0-1 0:1-1 1:1-4 0:4-6 1:6-10');
  });

  it('a task that arrives at the instant between them goes first', () => {
    const coming = (order: SimulationModel['order']) =>
      modelOf(
        [
          { T: 50, C: 2, at: 4, D: 20 },
          { T: 50, C: 8, D: 40, sections: low },
        ],
        { resources: [{ ceiling: 0 }, { ceiling: 0 }], order },
      );
    for (const order of ['fixed-priority', 'edf'] as const) {
      expect(scheduleOf(coming(order), 30)).toBe('1:0-4 0:4-6 1:6-10');
    }
  });

  it('a budget that ends between them lets the second one start, like any section that starts where a budget ends', () => {
    const model = modelOf(
      [
        {
          T: 50,
          C: 4,
          takes: 8,
          exhaustion: 'wait',
          sections: low,
          server: { kind: 'sporadic', budgetNs: 4, periodNs: 20 },
        },
      ],
      { resources: [{ ceiling: 0 }, { ceiling: 0 }] },
    );
    expect(eventsOf(model, 30).filter((line) => /lock|budget/.test(line))).toEqual([
      '0 lock-acquire 0',
      '4 lock-release 0',
      '4 lock-acquire 1',
      '8 lock-release 1',
    ]);
  });
});
