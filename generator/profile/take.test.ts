import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newInterrupt } from '../sketch/create.ts';
import { QUANTILE_ERROR } from '../trace/jobs/histogram.ts';
import {
  KIND_CHANNEL_OVERFLOW,
  KIND_CHANNEL_READ,
  KIND_CHANNEL_WRITE,
  KIND_COMPLETE,
  KIND_EVENTS_DROPPED,
  KIND_IDLE,
  KIND_INTERRUPT_ENTER,
  KIND_INTERRUPT_EXIT,
  KIND_RELEASE,
  KIND_STACK,
  KIND_START,
  KIND_SWITCH_IN,
  KIND_SWITCH_OUT,
} from '../trace/kinds.ts';
import { stackValue } from '../trace/stack.ts';
import { deliveriesOf } from './compare.ts';
import type { ProfiledTimes } from './profile.ts';
import { MS, ProfileBench, SKETCH } from './test-profile.ts';
import { deliveriesWords } from './words.ts';

const [LOOP, BUTTON] = [0, 1];
const [QUEUE, LATEST] = [0, 1];

/** One period of `loop`: its delays, and the jobs of `button` that preempt it. Times in ns. */
const slot = fc.record({
  late: fc.integer({ min: 0, max: 100_000 }),
  waits: fc.integer({ min: 0, max: 400_000 }),
  pieces: fc.array(fc.integer({ min: 1, max: 700_000 }), { minLength: 1, maxLength: 4 }),
  buttons: fc.array(fc.integer({ min: 1, max: 800_000 }), { minLength: 4, maxLength: 4 }),
  reads: fc.integer({ min: 0, max: 3 }),
});

/** The same numbers, from lists of all values and without any code of the profile. */
class ByHand {
  readonly execution: [number[], number[]] = [[], []];
  readonly response: [number[], number[]] = [[], []];
  readonly jitter: number[] = [];
  readonly releases: number[] = [];
  readonly queueAges: number[] = [];
  readonly latestAges: number[] = [];
  most = 0;
}

function play(slots: readonly (typeof slot extends fc.Arbitrary<infer T> ? T : never)[]) {
  const bench = new ProfileBench();
  const { store } = bench;
  const hand = new ByHand();
  const queue: number[] = [];
  let latest = -1;
  slots.forEach(({ late, waits, pieces, buttons, reads }, k) => {
    const arrival = k * 10 * MS;
    let now = arrival + late;
    store.event(now, KIND_RELEASE, LOOP, 0);
    hand.jitter.push(late);
    now += waits;
    pieces.forEach((piece, i) => {
      store.event(now, i === 0 ? KIND_START : KIND_SWITCH_IN, LOOP, 0);
      if (i === 0) {
        for (let r = 0; r < reads; r++) {
          const written = queue.shift();
          if (written !== undefined) {
            store.event(now, KIND_CHANNEL_READ, QUEUE, 0);
            hand.queueAges.push(now - written);
          }
          if (latest >= 0) {
            store.event(now, KIND_CHANNEL_READ, LATEST, 0);
            hand.latestAges.push(now - latest);
          }
        }
      }
      now += piece;
      if (i === pieces.length - 1) return;
      store.event(now, KIND_SWITCH_OUT, LOOP, 0);
      const run = buttons[i] ?? 1;
      store.event(now, KIND_RELEASE, BUTTON, 0);
      hand.releases.push(now);
      store.event(now, KIND_START, BUTTON, 0);
      if (queue.length < 4) {
        store.event(now, KIND_CHANNEL_WRITE, QUEUE, 0);
        queue.push(now);
        hand.most = Math.max(hand.most, queue.length);
      } else store.event(now, KIND_CHANNEL_OVERFLOW, QUEUE, 0);
      store.event(now, KIND_CHANNEL_WRITE, LATEST, 0);
      latest = now;
      now += run;
      store.event(now, KIND_COMPLETE, BUTTON, 0);
      hand.execution[1].push(run);
      hand.response[1].push(run);
    });
    store.event(now, KIND_COMPLETE, LOOP, 0);
    hand.execution[0].push(pieces.reduce((sum, piece) => sum + piece, 0));
    hand.response[0].push(now - arrival);
    // Read in pieces, as a run is.
    if (k % 3 === 0) bench.update();
  });
  return { profile: bench.profile(), hand };
}

function expectSame(of: ProfiledTimes | null | undefined, values: readonly number[]): void {
  if (values.length === 0) {
    expect(of).toBeNull();
    return;
  }
  const sorted = values.toSorted((a, b) => a - b);
  const exact = (part: number): number => sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
  expect(of).toMatchObject({ count: sorted.length, leastNs: sorted[0], mostNs: sorted.at(-1) });
  expect(of?.meanNs).toBe(Math.round(values.reduce((sum, value) => sum + value, 0) / values.length));
  for (const [found = 0, part] of [
    [of?.medianNs, 0.5],
    [of?.p95Ns, 0.95],
    [of?.p99Ns, 0.99],
  ] as const) {
    // Below 1 ns the histogram does not divide, and a quantile is rounded to a nanosecond.
    expect(found).toBeGreaterThanOrEqual(exact(part));
    expect(found).toBeLessThanOrEqual(
      Math.min(sorted.at(-1) ?? 0, Math.max(2, exact(part) * (1 + QUANTILE_ERROR) + 1)),
    );
  }
  expect(of?.histogram.reduce((sum, [, , count]) => sum + count, 0)).toBe(sorted.length);
}

describe('a profile of a random trace', () => {
  it('has the maxima, counts and means of all values, and quantiles within the stated error', () => {
    fc.assert(
      fc.property(fc.array(slot, { minLength: 1, maxLength: 40 }), (slots) => {
        const { profile, hand } = play(slots);
        const [loop, button] = profile.tasks;
        expectSame(loop?.execution, hand.execution[0]);
        expectSame(button?.execution, hand.execution[1]);
        expectSame(loop?.response, hand.response[0]);
        expectSame(button?.response, hand.response[1]);
        expectSame(loop?.releaseJitter, hand.jitter);
        const distances = hand.releases.slice(1).map((at, i) => at - (hand.releases[i] ?? 0));
        expect(button?.leastDistanceNs).toBe(distances.length === 0 ? null : Math.min(...distances));
        const [queue, latest] = profile.channels;
        expectSame(queue?.age, hand.queueAges);
        expectSame(latest?.age, hand.latestAges);
        expect(queue?.mostItems).toBe(hand.releases.length === 0 ? null : hand.most);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a profile', () => {
  it('does not know the age of an item whose write was lost, until the channel is known again', () => {
    const bench = new ProfileBench();
    const { store } = bench;
    store.event(MS, KIND_CHANNEL_WRITE, QUEUE, 0);
    store.event(MS, KIND_CHANNEL_WRITE, LATEST, 0);
    store.event(2 * MS, KIND_EVENTS_DROPPED, -1, 3);
    store.event(3 * MS, KIND_CHANNEL_READ, QUEUE, 0);
    store.event(3 * MS, KIND_CHANNEL_READ, LATEST, 0);
    store.event(4 * MS, KIND_CHANNEL_WRITE, LATEST, 0);
    store.event(6 * MS, KIND_CHANNEL_READ, LATEST, 0);
    const [queue, latest] = bench.profile().channels;
    expect(queue).toMatchObject({ writes: 1, reads: 1, age: null });
    expect(latest).toMatchObject({ writes: 2, reads: 2, age: { count: 1, mostNs: 2 * MS } });
  });

  it('has the latest stack and the idle time of a trace that records it', () => {
    const bench = new ProfileBench();
    const { store } = bench;
    store.event(0, KIND_RELEASE, LOOP, 0);
    store.event(0, KIND_START, LOOP, 0);
    store.event(2 * MS, KIND_COMPLETE, LOOP, 0);
    store.event(3 * MS, KIND_IDLE, -1, 0);
    store.event(3 * MS, KIND_STACK, LOOP, stackValue({ sizeBytes: 200, unusedBytes: 80 }));
    store.event(10 * MS, KIND_RELEASE, LOOP, 0);
    store.event(10 * MS, KIND_START, LOOP, 0);
    const { tasks, load } = bench.profile();
    expect(tasks[0]?.stack).toEqual({ sizeBytes: 200, usedBytes: 120 });
    expect(load).toEqual({ tasks: 0.2, runtime: expect.closeTo(0.1, 9), telemetry: null, idle: 0.7 });
  });

  it('divides the time of a run whose processor slept, also after the last event', () => {
    const bench = new ProfileBench();
    const { store } = bench;
    store.event(0, KIND_RELEASE, LOOP, 0);
    store.event(0, KIND_START, LOOP, 0);
    store.event(2 * MS, KIND_COMPLETE, LOOP, 0);
    store.event(3 * MS, KIND_IDLE, -1, 0);
    store.event(5 * MS, KIND_RELEASE, LOOP, 0);
    // The run ends 5 ms after the last event. Of its 10 ms, the job took 2 and the runtime took 1.
    const { load } = bench.profile({ asleep: { ns: 7 * MS, ofNs: 10 * MS } });
    expect(load.tasks).toBeCloseTo(0.2, 9);
    expect(load.runtime).toBeCloseTo(0.1, 9);
    expect(load.idle).toBeCloseTo(0.7, 9);
  });
});

describe('the interrupts of a profile', () => {
  const interrupt = newInterrupt('bell', '2', { mode: 'rising' });
  /** Deliveries 1 ms apart from each time. */
  const profileWith = (
    times: readonly number[],
    about: Pick<Parameters<ProfileBench['profile']>[0] & object, 'device' | 'edges'> = {},
  ) => {
    const bench = new ProfileBench({ ...SKETCH, interrupts: [interrupt] });
    for (const ms of times) {
      bench.store.event(ms * MS, KIND_INTERRUPT_ENTER, 0, 0);
      bench.store.event(ms * MS + 1_000, KIND_INTERRUPT_EXIT, 0, 0);
    }
    const [row] = bench.profile(about).interrupts;
    if (row === undefined) throw new Error('no interrupt');
    return { row, words: deliveriesWords(row), known: deliveriesOf(row) };
  };
  const SLOW = [0, 40, 80, 120];
  const FAST = [0, 1, 2, 3];

  it('are exactly those that were recorded, while there is room for them', () => {
    expect(profileWith(SLOW)).toMatchObject({ words: '4', known: 4, row: { deliveredIsLeast: false } });
  });

  it('are at least those that were recorded, where a board records a sample', () => {
    expect(profileWith(FAST)).toMatchObject({ words: '≥\u00a04', known: null, row: { delivered: 4, counted: null } });
    expect(profileWith(FAST, { device: 'simulation' })).toMatchObject({ words: '4', known: 4 });
  });

  it('are those that the device counted, where it can count them', () => {
    const edges = { deliveries: { 2: 900, 3: 7 }, lostEdges: { 2: 12 } };
    const { row, words, known } = profileWith(FAST, { edges });
    expect(row).toMatchObject({ delivered: 4, counted: 900, lost: 12 });
    expect([words, known]).toEqual(['900', 900]);
    expect(profileWith(FAST, { edges: { deliveries: { 2: 3 } } }).known, 'recorded since it was counted').toBe(4);
  });
});
