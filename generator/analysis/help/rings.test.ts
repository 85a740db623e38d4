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

describe('the least capacity of a ring buffer', () => {
  it('is what is written in the longest time between two readings', () => {
    // Phases of co-prime periods pass through everything: a period of the reader and its R, 100003 + 52 µs, in tens.
    const tasks = [
      { T: 10, C: 1, kind: 'sporadic' as const },
      { T: 100_003, C: 40 },
    ];
    // R of the reader: 40 + ⌈45/10⌉ = 45. The writer is the more urgent one.
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(Math.ceil((100_003 + 45) / 10));
  });

  it('counts what an earlier job may still write where the reader is the more urgent one', () => {
    // A window of 20 + R 7 of the writer: two of its jobs.
    const tasks = [
      { T: 20, C: 2 },
      { T: 21, C: 5, kind: 'sporadic' as const },
    ];
    expect(leastOf(tasks, ring('T2', ['T1']))?.leastCapacity).toBe(2);
  });

  it('is exact about the arrivals where they are known', () => {
    // Together released, the writer first: its job is in the ring when the reader looks, and no other.
    const tasks = [
      { T: 20, C: 2 },
      { T: 20, C: 5 },
    ];
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(1);
    // The writer after the reader: the next reading takes it.
    expect(leastOf(tasks, ring('T2', ['T1']))?.leastCapacity).toBe(1);
    // Ten readings' worth.
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

  it('counts what waits for a first reading that comes late', () => {
    const tasks = [
      { T: 20, C: 2 },
      { T: 20, C: 5, offsetUs: 1000 },
    ];
    // Arrivals at 0, 20 … 1000, and R of the reader is 7.
    expect(leastOf(tasks, ring('T1', ['T2']))?.leastCapacity).toBe(51);
  });

  it('is that of the reader that needs most', () => {
    const tasks = [
      { T: 20, C: 2 },
      { T: 40, C: 5 },
      { T: 100, C: 5 },
    ];
    expect(leastOf(tasks, ring('T1', ['T2', 'T3']))?.leastCapacity).toBe(5);
  });

  it.each([
    [
      'a reader that comes when it is asked for',
      [
        { T: 20, C: 2 },
        { T: 40, C: 5, kind: 'sporadic' as const },
      ],
      /how often/,
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

  it('may be above what a ring can hold', () => {
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

  it('is no question while an end is not connected, nor of four-slot channels', () => {
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
    arrivals: null,
    body: '',
    position: null,
    ...over,
  });
  const tasks = [{ T: 3000, C: 100 }];
  const least = (over: Partial<Interrupt>) =>
    leastOf(tasks, ring('I', ['T1']), { interrupts: [interrupt(over)], ioServer: null });

  it('holds what its I/O budget lets through', () => {
    // R of the reader: 100 and four budgets at most; ⌈(3000 + R)/1000⌉ + 1 = 5 budgets, two events each, and one that had begun.
    expect(least({})?.leastCapacity).toBe(11);
  });

  it('says what keeps it from being known', () => {
    expect(least({ bottomHalfUs: 0 })?.explanation[0]?.text).toContain('take no time');
    expect(least({ ioBudgetUs: 0 })?.leastCapacity).toBe(1);
    expect(least({ ioBudgetUs: null, ioPeriodUs: null })?.leastCapacity).toBeNull();
  });
});
