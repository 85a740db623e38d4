import { describe, expect, it } from 'vitest';
import type { Channel, Interrupt, Sketch } from '../../sketch/model.ts';
import { preemptiveKernel, sketchOf, type TaskNumbers } from '../test-sketches.ts';
import { designHelp } from './index.ts';

const ideal = { capabilities: preemptiveKernel() };

function ring(writer: string | null, readers: readonly string[]): Channel {
  const item = [{ name: 'value', type: 'int16', count: 1 }] as const;
  return { name: 'r', kind: 'ring-buffer', item, capacity: 8, writer, readers, position: null };
}

const leastOf = (tasks: readonly TaskNumbers[], channel: Channel, over: Partial<Sketch> = {}) =>
  designHelp(sketchOf(tasks, { channels: [channel], ...over }), ideal).rings[0];

describe('the minimum capacity of a ring buffer', () => {
  it('is the number of writes in the longest time between two reads', () => {
    // Co-prime periods pass through all phases: one period of the reader and its R, 100003 + 52 µs,
    // divided by ten.
    const tasks = [
      { T: 10, C: 1, kind: 'sporadic' as const },
      { T: 100_003, C: 40 },
    ];
    // R of the reader: 40 + ⌈45/10⌉ = 45. The writer is more urgent.
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(Math.ceil((100_003 + 45) / 10));
  });

  it('counts the late write of an earlier job if the reader is more urgent', () => {
    // A window of 20 + R 7 of the writer contains two of its jobs.
    const tasks = [
      { T: 20, C: 2 },
      { T: 21, C: 5, kind: 'sporadic' as const },
    ];
    expect(leastOf(tasks, ring('T2', ['T1']))?.leastCapacity).toBe(2);
  });

  it('uses exact arrivals if they are known', () => {
    // Released together, the writer runs first: the ring has its item when the reader reads, and no
    // other.
    const tasks = [
      { T: 20, C: 2 },
      { T: 20, C: 5 },
    ];
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(1);
    // The writer runs after the reader, so the next read takes the item.
    expect(leastOf(tasks, ring('T2', ['T1']))?.leastCapacity).toBe(1);
    // The items of ten reads.
    expect(
      leastOf(
        [
          { T: 20, C: 2 },
          { T: 200, C: 5 },
        ],
        ring('T1', ['T2']),
      )?.leastCapacity,
    ).toBe(10);
  });

  it('counts the items that wait for a late first read', () => {
    const tasks = [
      { T: 20, C: 2 },
      { T: 20, C: 5, offsetUs: 1000 },
    ];
    // Arrivals at 0, 20 … 1000. R of the reader is 7.
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(51);
  });

  it('is the maximum over the readers', () => {
    const tasks = [
      { T: 20, C: 2 },
      { T: 40, C: 5 },
      { T: 100, C: 5 },
    ];
    expect(leastOf(tasks, ring('T1', ['T2', 'T3']))?.leastCapacity).toBe(5);
  });

  it.each([
    [
      'a sporadic reader',
      [
        { T: 20, C: 2 },
        { T: 40, C: 5, kind: 'sporadic' as const },
      ],
      /maximum inter-arrival time/,
    ],
    [
      'a response without a bound',
      [
        { T: 20, C: 15 },
        { T: 40, C: 15 },
      ],
      /No test bounds/,
    ],
  ] as const)('is not known for %s', (_, tasks, reason) => {
    const found = leastOf(tasks, ring('T1', ['T2']));
    expect(found?.leastCapacity).toBeNull();
    expect(found?.explanation[0]?.text).toMatch(reason);
  });

  it('may exceed the maximum capacity', () => {
    const found = leastOf(
      [
        { T: 10, C: 1 },
        { T: 1_000_000, C: 1 },
      ],
      ring('T1', ['T2']),
    );
    expect(found?.leastCapacity).toBeNull();
    expect(found?.explanation.at(-1)?.text).toContain('65535');
  });

  it('is not computed for unconnected channels, nor for four-slot channels', () => {
    expect(leastOf([{ T: 10, C: 1 }], ring('T1', []))).toBeUndefined();
    expect(leastOf([{ T: 10, C: 1 }], ring(null, ['T1']))).toBeUndefined();
    const slot: Channel = { ...ring('T1', ['T2']), kind: 'four-slot' };
    expect(
      leastOf(
        [
          { T: 10, C: 1 },
          { T: 10, C: 1 },
        ],
        slot,
      ),
    ).toBeUndefined();
  });
});

describe('a ring buffer that an interrupt writes', () => {
  const interrupt = (over: Partial<Interrupt>): Interrupt => ({
    name: 'I',
    pin: '2',
    source: null,
    mode: 'rising',
    topHalfUs: 0,
    bottomHalfUs: 50,
    ioBudgetUs: 100,
    ioPeriodUs: 1000,
    handlerBudgetUs: 0,
    handlerPeriodUs: 1000,
    handlerExhaustion: 'background',
    arrivals: null,
    body: '',
    position: null,
    ...over,
  });
  const tasks = [{ T: 3000, C: 100 }];
  const least = (over: Partial<Interrupt>) =>
    leastOf(tasks, ring('I', ['T1']), { interrupts: [interrupt(over)], ioServer: null });

  it('holds the events that its I/O budget allows', () => {
    // R of the reader is 100 and at most four budgets. ⌈(3000 + R)/1000⌉ + 1 = 5 budgets with two
    // events each, plus one event that had started before.
    expect(least({})?.leastCapacity).toBe(11);
  });

  it('reports why the capacity is unknown', () => {
    expect(least({ bottomHalfUs: 0 })?.explanation[0]?.text).toContain('take no time');
    expect(least({ ioBudgetUs: 0 })?.leastCapacity).toBe(1);
    expect(least({ ioBudgetUs: null, ioPeriodUs: null })?.leastCapacity).toBeNull();
  });
});
