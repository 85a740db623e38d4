import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bench, type Line, MS } from '../jobs/test-jobs.ts';
import { Buckets } from './buckets.ts';
import { InterruptRates } from './interrupt-rates.ts';
import { ProcessorLoad } from './processor-load.ts';

describe('sums in buckets of time', () => {
  it('keep the whole sum, also when the buckets widen', () => {
    const spans = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2_000_000_000 }), fc.integer({ min: 1, max: 5_000_000 })),
      {
        minLength: 1,
        maxLength: 100,
      },
    );
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 3_000_000_000 }), (list, windowNs) => {
        const buckets = new Buckets();
        buckets.begin(0);
        let [now, sum] = [0, 0];
        for (const [gap, length] of list) {
          buckets.addSpan(0, now + gap, now + gap + length);
          now += gap + length;
          sum += length;
        }
        const { sums, count, fromNs, windowNs: width } = buckets.windows(0, now + 1, windowNs);
        expect(fromNs).toBe(0);
        expect(count * width).toBeGreaterThan(now);
        expect(sums[0]?.reduce((a, b) => a + b)).toBeCloseTo(sum, -1);
      }),
      { numRuns: 100 },
    );
  });

  it('are in the windows in which they happened', () => {
    const buckets = new Buckets();
    buckets.begin(0);
    buckets.addSpan(1, 5 * MS, 25 * MS);
    buckets.addCount(0, 12 * MS);
    const { sums } = buckets.windows(0, 40 * MS, 10 * MS);
    expect([...(sums[1] ?? [])].map((ns) => ns / MS)).toEqual([5, 10, 5, 0]);
    expect([...(sums[0] ?? [])]).toEqual([0, 1, 0, 0]);
  });
});

describe('the processor load', () => {
  const loaded = (...lines: readonly Line[]) => {
    const load = new ProcessorLoad(new Bench().play(...lines).store);
    load.update();
    return load;
  };

  it('is divided into tasks, idle time and the rest', () => {
    const load = loaded(
      [0, 'boot'],
      [2, 'start', 0],
      [6, 'complete', 0],
      [6, 'idle'],
      [9, 'start', 1],
      [10, 'switch-out', 1],
    );
    const { tasks, idle, rest } = load.shares(0, 10 * MS, 10 * MS);
    expect([tasks.get(0)?.[0], tasks.get(1)?.[0], idle?.[0]]).toEqual(
      [0.4, 0.1, 0.3].map((share) => expect.closeTo(share)),
    );
    expect(rest[0]).toBeCloseTo(0.2);
  });

  it('counts a task that still runs, once, however often it is read', () => {
    const bench = new Bench().play([0, 'boot'], [0, 'start', 0], [4, 'release', 1]);
    const load = new ProcessorLoad(bench.store);
    load.update();
    load.update();
    bench.play([8, 'release', 1], [10, 'complete', 0]);
    load.update();
    const { tasks, idle } = load.shares(0, 10 * MS, 10 * MS);
    expect(tasks.get(0)?.[0]).toBeCloseTo(1);
    expect(idle, 'no idle time is recorded').toBeNull();
  });

  it('leaves out the time that was not recorded', () => {
    // Events were lost between 2 and 8 ms; the task ran in half of the rest.
    const load = loaded(
      [0, 'boot'],
      [0, 'start', 0],
      [2, 'complete', 0],
      [8, 'events-dropped', -1, 5],
      [10, 'release', 0],
    );
    expect(load.shares(0, 10 * MS, 10 * MS).tasks.get(0)?.[0]).toBeCloseTo(0.5);
  });

  it('is a share of all cores', () => {
    const { store } = new Bench().play([0, 'boot'], [0, 'start', 0], [0, 'start', 1, 1], [10, 'complete', 0]);
    const load = new ProcessorLoad(store, 2);
    load.update();
    const { tasks } = load.shares(0, 10 * MS, 10 * MS);
    expect([tasks.get(0)?.[0], tasks.get(1)?.[0]]).toEqual([expect.closeTo(0.5), expect.closeTo(0.5)]);
  });

  it('counts the idle time of each core', () => {
    // Core 0 runs for 2 ms, and core 1 for 4 ms after 1 ms of the runtime.
    const { store } = new Bench().play(
      [0, 'boot'],
      [0, 'start', 0],
      [1, 'start', 1, 1],
      [2, 'complete', 0],
      [2, 'idle'],
      [5, 'complete', 1],
      [5, 'idle', -1, 1],
      [10, 'release', 0],
    );
    const load = new ProcessorLoad(store, 2);
    load.update();
    load.update();
    const { tasks, idle, rest } = load.shares(0, 10 * MS, 10 * MS);
    expect([tasks.get(0)?.[0], tasks.get(1)?.[0], idle?.[0], rest[0]]).toEqual(
      [0.1, 0.2, 0.65, 0.05].map((share) => expect.closeTo(share)),
    );
  });
});

it('the rate of an interrupt counts its deliveries', () => {
  const { store } = new Bench().play(
    [0, 'boot'],
    [1, 'interrupt-enter', 2],
    [2, 'interrupt-enter', 2],
    [30, 'release', 0],
  );
  const rates = new InterruptRates(store, true);
  rates.update();
  rates.update();
  expect([...rates.rates(2, 0, 20 * MS, 10 * MS).perSecond]).toEqual([200, 0]);
  store.clear();
  rates.update();
  expect([...rates.rates(2, 0, 10 * MS, 10 * MS).perSecond]).toEqual([0]);
});

it('the rate of an interrupt is the least where a board recorded as many as it can, of any interrupt', () => {
  // Four of interrupt 0 fill the window from 1 to 32.25 ms. Interrupt 1 has then no room either.
  const storm = [1, 2, 3, 4].map((ms): Line => [ms, 'interrupt-enter', 0]);
  const { store } = new Bench().play([0, 'boot'], ...storm, [50, 'interrupt-enter', 1], [60, 'release', 0]);
  const rated = (isSample: boolean) => {
    const rates = new InterruptRates(store, isSample);
    rates.update();
    return [0, 1].map((interrupt) => rates.rates(interrupt, 0, 60 * MS, 20 * MS));
  };
  const [storming, quiet] = rated(true);
  expect([...(storming?.perSecond ?? [])]).toEqual([200, 0, 0]);
  expect(storming?.isLeast).toEqual([true, true, false]);
  expect([...(quiet?.perSecond ?? [])]).toEqual([0, 0, 50]);
  expect(quiet?.isLeast).toEqual([true, true, false]);
  expect(rated(false)[0]?.isLeast, 'a simulation has all').toEqual([false, false, false]);
});
