import { describe, expect, it } from 'vitest';
import type { SimulatedInterrupt } from '../model.ts';
import { eventsOf, modelOf, scheduleOf } from '../test-models.ts';

const interruptOf = (over: Partial<SimulatedInterrupt>): SimulatedInterrupt => ({
  arrivals: { kind: 'periodic', offsetNs: 2, periodNs: 10 },
  topHalfNs: 1,
  bottomHalfNs: 1,
  ioServer: null,
  handler: null,
  writes: [],
  core: 0,
  ...over,
});

const irq = (lines: readonly string[]): string[] => lines.filter((line) => line.includes('interrupt'));

it('an interrupt runs above all tasks, which stay on the core', () => {
  const model = modelOf([{ T: 20, C: 5 }], { interrupts: [interruptOf({})] });
  expect(eventsOf(model, 9)).toEqual([
    '0 release 0',
    '0 start 0',
    '2 interrupt-enter 0',
    '4 interrupt-exit 0',
    '7 complete 0',
    '7 idle',
  ]);
});

it('a job that is released during an interrupt starts after it', () => {
  const model = modelOf([{ T: 20, C: 5, at: 3 }], { interrupts: [interruptOf({})] });
  expect(scheduleOf(model, 9)).toBe('0:4-9');
});

describe('the I/O server', () => {
  const storm = (budgetNs: number, periodNs: number, over: Partial<SimulatedInterrupt> = {}) =>
    modelOf([{ T: 100, C: 50 }], {
      interrupts: [interruptOf({ arrivals: { kind: 'periodic', offsetNs: 0, periodNs: 3 }, ioServer: 0, ...over })],
      ioServers: [{ kind: 'sporadic', budgetNs, periodNs }],
    });

  it('masks the line while its budget is insufficient, and the line stores one arrival', () => {
    expect(irq(eventsOf(storm(4, 12), 27))).toEqual([
      '0 interrupt-enter 0',
      '2 interrupt-exit 0',
      '3 interrupt-enter 0',
      '5 interrupt-exit 0',
      '5 interrupt-mask 0 =1',
      '12 interrupt-mask 0',
      '12 interrupt-enter 0',
      '14 interrupt-exit 0',
      '14 interrupt-mask 0 =1',
      '15 interrupt-mask 0',
      '15 interrupt-enter 0',
      '17 interrupt-exit 0',
      '17 interrupt-mask 0 =1',
      '24 interrupt-mask 0',
      '24 interrupt-enter 0',
      '26 interrupt-exit 0',
      '26 interrupt-mask 0 =1',
      '27 interrupt-mask 0',
      '27 interrupt-enter 0',
    ]);
  });

  it('with an insufficient budget masks the line forever', () => {
    expect(irq(eventsOf(storm(1, 12), 100))).toEqual(['0 interrupt-mask 0 =1']);
  });

  it('is charged for the overhead, too, which may be overdrawn', () => {
    // 1 of the 2 that are replenished at 12 pays the overdraft. 1 is available from 13 on, and the
    // other at 24, when the first is exhausted.
    expect(irq(eventsOf(storm(2, 12, { deliveryNs: 1 }), 40))).toEqual([
      '0 interrupt-enter 0',
      '3 interrupt-exit 0',
      '3 interrupt-mask 0 =1',
      '23 interrupt-mask 0',
      '23 interrupt-enter 0',
      '26 interrupt-exit 0',
      '26 interrupt-mask 0 =1',
    ]);
  });

  it('is shared by its interrupts, and unmasks them only with budget for the most expensive one', () => {
    const model = modelOf([{ T: 100, C: 50 }], {
      interrupts: [
        interruptOf({ arrivals: { kind: 'periodic', offsetNs: 1, periodNs: 100 }, ioServer: 0 }),
        interruptOf({ arrivals: { kind: 'periodic', offsetNs: 0, periodNs: 100 }, bottomHalfNs: 3, ioServer: 0 }),
      ],
      ioServers: [{ kind: 'sporadic', budgetNs: 5, periodNs: 20 }],
    });
    expect(irq(eventsOf(model, 30))).toEqual([
      '0 interrupt-enter 1',
      '4 interrupt-exit 1',
      '4 interrupt-mask 0 =1',
      '4 interrupt-mask 1 =1',
      '19 interrupt-mask 0',
      '19 interrupt-mask 1',
      '19 interrupt-enter 0',
      '21 interrupt-exit 0',
      '21 interrupt-mask 0 =1',
      '21 interrupt-mask 1 =1',
    ]);
  });
});

it('while one interrupt runs, the others of its server wait, also on other cores', () => {
  const at = (offsetNs: number, core: number) =>
    interruptOf({ arrivals: { kind: 'periodic', offsetNs, periodNs: 100 }, ioServer: 0, core });
  const model = modelOf([{ T: 100, C: 50 }], {
    cores: 2,
    interrupts: [at(1, 0), at(2, 1)],
    ioServers: [{ kind: 'sporadic', budgetNs: 9, periodNs: 50 }],
  });
  expect(irq(eventsOf(model, 20))).toEqual([
    '1 interrupt-enter 0',
    '3 interrupt-exit 0',
    '3 interrupt-enter 1',
    '5 interrupt-exit 1',
  ]);
});

it('no arrival of a burst is lost', () => {
  const model = modelOf([{ T: 100, C: 50 }], {
    interrupts: [interruptOf({ arrivals: { kind: 'bursty', offsetNs: 1, periodNs: 50, burst: 3 } })],
  });
  expect(irq(eventsOf(model, 30)).filter((line) => line.includes('enter'))).toEqual([
    '1 interrupt-enter 0',
    '3 interrupt-enter 0',
    '5 interrupt-enter 0',
  ]);
});

it('two interrupts run one after the other on one core, and in parallel on two', () => {
  const at = (offsetNs: number) => ({ kind: 'periodic' as const, offsetNs, periodNs: 100 });
  const pair = (core: number) => [interruptOf({ arrivals: at(1) }), interruptOf({ arrivals: at(2), core })];
  const enters = (core: number) =>
    irq(eventsOf(modelOf([{ T: 100, C: 9 }], { cores: 2, interrupts: pair(core) }), 20)).filter((line) =>
      /enter/.test(line),
    );
  expect(enters(0)).toEqual(['1 interrupt-enter 0', '3 interrupt-enter 1']);
  expect(enters(1)).toEqual(['1 interrupt-enter 0', '2 interrupt-enter 1']);
});

describe('a handler', () => {
  const handled = (leastApartNs?: number) =>
    modelOf(
      [
        { T: 100, C: 50, priority: 1 },
        {
          T: 10,
          C: 2,
          priority: 0,
          arrivals: leastApartNs === undefined ? { kind: 'never' } : { kind: 'never', leastApartNs },
        },
      ],
      {
        interrupts: [interruptOf({ arrivals: { kind: 'bursty', offsetNs: 1, periodNs: 50, burst: 4 }, handler: 1 })],
      },
    );

  it('is released when the bottom half ends, and runs when its core is free of interrupts', () => {
    const events = eventsOf(handled(), 12).filter((line) => / 1$|exit/.test(line));
    expect(events).toEqual([
      '3 release 1',
      '3 interrupt-exit 0',
      '5 interrupt-exit 0',
      '7 interrupt-exit 0',
      '9 interrupt-exit 0',
      '9 start 1',
      '11 complete 1',
    ]);
  });

  it('has a minimum inter-arrival time: one trigger waits, and further triggers are dropped', () => {
    expect(eventsOf(handled(10), 30).filter((line) => /(release|release-dropped|start) 1/.test(line))).toEqual([
      '3 release 1',
      '9 start 1',
      '13 release 1',
      '13 start 1',
    ]);
  });
});
