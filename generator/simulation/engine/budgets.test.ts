import { describe, expect, it } from 'vitest';
import type { ServerKind } from '../model.ts';
import { backgroundOf, eventsOf, modelOf, scheduleOf } from '../test-models.ts';

const server = (kind: ServerKind, budgetNs: number, periodNs: number) => ({ server: { kind, budgetNs, periodNs } });

describe('a job that exceeds its budget', () => {
  const greedy = (exhaustion: 'background' | 'wait') =>
    modelOf([
      { T: 10, C: 2, takes: 5, exhaustion, ...server('sporadic', 2, 4) },
      { T: 20, C: 4, at: 1 },
    ]);

  it('continues below all others', () => {
    expect(scheduleOf(greedy('background'), 9)).toBe('0:0-2 1:2-4 0:4-6 1:6-8 0:8-9');
    expect(eventsOf(greedy('background'), 9).filter((line) => / 0/.test(line))).toEqual([
      '0 release 0',
      '0 start 0',
      '2 budget-exhausted 0',
      '2 switch-out 0',
      '4 replenish 0 =2',
      '4 switch-in 0',
      '6 budget-exhausted 0',
      '6 switch-out 0',
      '8 replenish 0 =2',
      '8 switch-in 0',
      '9 complete 0',
    ]);
  });

  it('pays nothing while it runs there', () => {
    const alone = modelOf([
      { T: 20, C: 2, takes: 9, ...server('sporadic', 2, 10) },
      { T: 20, C: 3, at: 5 },
    ]);
    // Until 5 in the background; from 10 on with the replenished budget.
    expect(scheduleOf(alone, 12)).toBe('0:0-5 1:5-8 0:8-12');
    expect(eventsOf(alone, 12).filter((line) => /budget|replenish/.test(line))).toEqual([
      '2 budget-exhausted 0',
      '10 replenish 0 =2',
    ]);
  });

  it('or is suspended', () => {
    expect(scheduleOf(greedy('wait'), 9)).toBe('0:0-2 1:2-4 0:4-6 1:6-8 0:8-9');
    const alone = modelOf([{ T: 20, C: 2, takes: 5, exhaustion: 'wait', ...server('sporadic', 2, 4) }]);
    expect(scheduleOf(alone, 9)).toBe('0:0-2 0:4-6 0:8-9');
  });

  it('pays for its suspension from future budget', () => {
    const model = modelOf([{ T: 20, C: 4, takes: 15, exhaustion: 'wait', ...server('sporadic', 4, 10) }]);
    const held = { ...model, costs: { ...model.costs, heldNs: 1 } };
    expect(scheduleOf(held, 28)).toBe('0:0-4 0:11-14 0:21-24');
  });

  it('is only reported without a server', () => {
    const events = eventsOf(modelOf([{ T: 10, C: 2, takes: 5 }]), 6);
    expect(events).toEqual(['0 release 0', '0 start 0', '2 budget-exhausted 0', '5 complete 0', '5 idle']);
  });

  it('or is stopped', () => {
    const model = modelOf([
      { T: 10, C: 2, takes: 5, exhaustion: 'stop' },
      { T: 20, C: 4, at: 1 },
    ]);
    expect(scheduleOf(model, 14)).toBe('0:0-2 1:2-6 0:10-12');
    expect(eventsOf(model, 9).filter((line) => / 0/.test(line))).toEqual([
      '0 release 0',
      '0 start 0',
      '2 budget-exhausted 0',
      '2 stopped 0',
      '2 complete 0',
    ]);
  });

  it('is stopped in the time that a stop takes, and no other job starts meanwhile', () => {
    const model = modelOf([
      { T: 20, C: 1, at: 3 },
      { T: 20, C: 3, takes: 9, exhaustion: 'stop' },
      { T: 20, C: 4 },
    ]);
    const charged = { ...model, costs: { ...model.costs, stopNs: 2 } };
    expect(scheduleOf(charged, 10)).toBe('1:0-5 0:5-6 2:6-10');
    expect(eventsOf(charged, 7).filter((line) => / 1/.test(line))).toEqual([
      '0 release 1',
      '0 start 1',
      '3 budget-exhausted 1',
      '5 stopped 1',
      '5 complete 1',
    ]);
  });

  it('is not stopped if it uses its whole budget', () => {
    const events = eventsOf(modelOf([{ T: 10, C: 2, exhaustion: 'stop' }]), 30);
    expect(events.filter((line) => /stopped|exhausted/.test(line))).toEqual([]);
  });

  it('is stopped in a section, and the resource is free then', () => {
    const model = modelOf(
      [
        { T: 20, C: 2, at: 1, sections: [{ resource: 0, atNs: 0, lengthNs: 1 }] },
        { T: 20, C: 3, takes: 9, exhaustion: 'stop', sections: [{ resource: 0, atNs: 1, lengthNs: 8 }] },
      ],
      { resources: [{ ceiling: 0 }] },
    );
    expect(eventsOf(model, 9).filter((line) => /lock|stopped|complete/.test(line))).toEqual([
      '1 lock-acquire 0 =1',
      '3 lock-release 0 =1',
      '3 stopped 1',
      '3 complete 1',
      '3 lock-acquire 0',
      '4 lock-release 0',
      '5 complete 0',
    ]);
  });
});

it('a job may use its whole budget', () => {
  const model = modelOf([{ T: 4, C: 2, ...server('sporadic', 2, 4) }]);
  expect(eventsOf(model, 100).some((line) => line.includes('budget'))).toBe(false);
});

it('a job that arrives while the budget is exhausted waits for the replenishment', () => {
  const model = modelOf([
    { T: 3, C: 2, exhaustion: 'wait', overrun: 'catch-up', catchUpLimit: 9, ...server('sporadic', 2, 6) },
  ]);
  expect(scheduleOf(model, 14)).toBe('0:0-2 0:6-8 0:12-14');
});

it('a budget counts from the arrival of a job, however late that is released', () => {
  // The first job is late by its whole jitter, the second is not.
  const jitter = { jitterNs: 4, ...server('sporadic', 2, 10) };
  const alone = modelOf([{ T: 10, C: 2, exhaustion: 'wait', ...jitter }], { jitter: 'critical' });
  expect(scheduleOf(alone, 13)).toBe('0:4-6 0:10-12');
  // Released at 4 and due at 8: it goes before the other job that is released then and due at 10.
  const beside = modelOf(
    [
      { T: 20, C: 2, D: 6, at: 4 },
      { T: 10, C: 2, D: 8, ...jitter },
    ],
    { jitter: 'critical', order: 'edf' },
  );
  expect(scheduleOf(beside, 9)).toBe('1:4-6 0:6-8');
});

describe('a constant-bandwidth server', () => {
  // G. Buttazzo, Hard Real-Time Computing Systems, section 6.9.2: τ1 (4, 7) with a server (3, 8),
  // and requests of 4 at 3 and of 3 at 13. The first exhausts the budget at 7: deadline 11 + 8. The
  // second finds 2 left until 19, less than 6 · 3/8.
  const model = modelOf(
    [
      { T: 7, C: 4, priority: 1 },
      {
        T: 10,
        C: 3,
        D: Number.POSITIVE_INFINITY,
        at: 3,
        execution: { kind: 'recorded', ns: Float64Array.of(4, 3) },
        ...server('constant-bandwidth', 3, 8),
      },
    ],
    { order: 'edf' },
  );

  it('postpones its deadline when its budget is exhausted', () => {
    expect(scheduleOf(model, 20)).toBe('0:0-4 1:4-7 0:7-11 1:11-12 1:13-15 0:15-19 1:19-20');
    expect(eventsOf(model, 20).filter((line) => /budget|replenish/.test(line))).toEqual([
      '7 budget-exhausted 1',
      '7 replenish 1 =3',
      '15 budget-exhausted 1',
      '15 replenish 1 =3',
    ]);
  });
});

describe('under EDF', () => {
  it('a job that continues with the budget of a later period competes as a job of that period', () => {
    const model = modelOf(
      [
        { T: 50, C: 2, D: 12, takes: 4, ...server('sporadic', 2, 10) },
        { T: 50, C: 9, D: 20, at: 5 },
      ],
      { order: 'edf' },
    );
    // With its own deadline, 12, it would preempt at 10. Its budget came at 10, so it competes with
    // 22 against 25.
    expect(scheduleOf(model, 20)).toBe('0:0-4 1:5-14');
    const later = modelOf(
      [
        { T: 50, C: 2, D: 12, takes: 4, ...server('sporadic', 2, 10) },
        { T: 50, C: 9, D: 18, at: 1 },
      ],
      { order: 'edf' },
    );
    expect(scheduleOf(later, 20)).toBe('0:0-2 1:2-11 0:11-13');
  });
});

it('the background has no server', () => {
  const model = modelOf([backgroundOf(3, server('sporadic', 1, 10))]);
  expect(scheduleOf(model, 6)).toBe('0:0-3 0:3-6');
});
