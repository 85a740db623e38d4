import { describe, expect, it } from 'vitest';
import { TraceStore } from '../store/store.ts';
import { ChannelTraffic } from './channel-traffic.ts';
import { Bench, type Line } from './test-jobs.ts';

function filled(...lines: readonly Line[]): ChannelTraffic {
  const fills = new ChannelTraffic(new Bench().play(...lines).store);
  fills.update();
  return fills;
}

describe('the items in a channel', () => {
  it('are its writes without its reads, and the most is kept', () => {
    const fills = filled(
      [0, 'boot'],
      [1, 'channel-write', 3],
      [2, 'channel-write', 3],
      [2, 'channel-write', 4],
      [3, 'channel-read', 3],
      [4, 'channel-read', 3],
      [5, 'channel-write', 3],
    );
    expect([fills.items(3), fills.most(3)]).toEqual([1, 2]);
    expect([fills.items(4), fills.most(4)]).toEqual([1, 1]);
    expect([fills.items(5), fills.most(5)], 'a channel without events').toEqual([0, null]);
    // 0 items in 0-1 and 4-5, 1 in 1-2 and 3-4, 2 in 2-3.
    expect(fills.fill(3)?.mean).toBeCloseTo(0.8, 12);
    expect([0.4, 0.5, 0.95].map((share) => fills.fill(3)?.quantile(share))).toEqual([0, 1, 2]);
    expect(fills.fill(5)).toBeNull();
  });

  it('have no times after lost events', () => {
    const lost = filled(
      [0, 'boot'],
      [1, 'channel-write', 3],
      [3, 'gap', -1],
      [9, 'channel-write', 3],
      [20, 'idle', -1],
    );
    expect(lost.fill(3)?.mean).toBeCloseTo(2 / 3, 12);
    expect(filled([5, 'channel-write', 3], [9, 'channel-read', 3]).fill(3)).toBeNull();
  });

  it('do not include writes into a full buffer', () => {
    const fills = filled([0, 'boot'], [1, 'channel-write', 3], [2, 'channel-overflow', 3]);
    expect(fills.most(3)).toBe(1);
  });

  it.each(['gap', 'events-dropped'] as const)('are unknown after a %s, until the next boot', (loss) => {
    const before: readonly Line[] = [
      [0, 'boot'],
      [1, 'channel-write', 3],
      [2, loss, -1, 1],
      [3, 'channel-write', 3],
      [4, 'channel-write', 3],
    ];
    expect([filled(...before).items(3), filled(...before).most(3)]).toEqual([null, 1]);
    const booted = filled(...before, [5, 'boot'], [6, 'channel-write', 3]);
    expect([booted.items(3), booted.most(3)]).toEqual([1, 1]);
  });

  it('are unknown if the boot was not recorded', () => {
    const fills = filled([1, 'channel-read', 3], [2, 'channel-write', 3]);
    expect([fills.items(3), fills.most(3)]).toEqual([null, null]);
  });

  it('are unknown if the store dropped events before they were counted', () => {
    const store = new TraceStore({ capacity: 16_384 });
    const fills = new ChannelTraffic(store);
    const bench = { write: (at: number) => store.event(at, 12, 3, 0) };
    store.event(0, 0, -1, 0);
    fills.update();
    bench.write(1);
    fills.update();
    expect(fills.items(3)).toBe(1);
    for (let at = 2; store.first < 3; at += 1) bench.write(at);
    fills.update();
    expect([fills.items(3), fills.most(3)]).toEqual([null, 1]);
  });

  it('are counted once, however often they are updated', () => {
    const { store } = new Bench().play([0, 'boot'], [1, 'channel-write', 3]);
    const fills = new ChannelTraffic(store);
    fills.update();
    fills.update();
    expect(fills.items(3)).toBe(1);
  });
});

describe('the items for several readers', () => {
  const ring = { isRing: true, readers: [] };
  /** Tasks 1 and 2 read channel 3. */
  const TWO_READERS = [ring, ring, ring, { isRing: true, readers: [1, 2] }];
  const filledFor = (...lines: readonly Line[]): ChannelTraffic => {
    const fills = new ChannelTraffic(new Bench().play(...lines).store, TWO_READERS);
    fills.update();
    return fills;
  };
  const write: readonly Line[] = [
    [1, 'channel-write', 3],
    [1, 'channel-write', 3],
  ];

  it('are those of the reader with the most', () => {
    const fills = filledFor(
      [0, 'boot'],
      ...write,
      [2, 'start', 1],
      [3, 'channel-read', 3],
      [4, 'complete', 1],
      ...write.map(([, kind, object]): Line => [5, kind, object]),
      [6, 'start', 1],
      [7, 'channel-read', 3],
      [8, 'complete', 1],
    );
    // Task 1 has read both items, and task 2 none.
    expect([fills.items(3), fills.most(3)]).toEqual([2, 2]);
  });

  it('belong to the task that is running, also after it was preempted', () => {
    const fills = filledFor(
      [0, 'boot'],
      ...write,
      [2, 'start', 2],
      [3, 'switch-out', 2],
      [3, 'start', 1],
      [4, 'channel-read', 3],
      [5, 'complete', 1],
      [5, 'switch-in', 2],
      [6, 'channel-read', 3],
    );
    expect([fills.items(3), fills.most(3)]).toEqual([0, 1]);
  });

  it('do not include writes into one full buffer', () => {
    const fills = filledFor(
      [0, 'boot'],
      [1, 'channel-overflow', 3],
      [1, 'channel-write', 3],
      [2, 'start', 2],
      [3, 'channel-read', 3],
    );
    expect([fills.items(3), fills.most(3)]).toEqual([0, 1]);
  });

  it('are unknown if the reader is not known', () => {
    const fills = filledFor([0, 'boot'], [2, 'channel-read', 3], ...write);
    expect([fills.items(3), fills.most(3)]).toEqual([null, null]);
  });
});

describe('what an observer receives', () => {
  const told = (isRing: boolean, ...lines: readonly Line[]): string[] => {
    const found: string[] = [];
    const traffic = new ChannelTraffic(new Bench().play(...lines).store, [{ isRing, readers: [1] }], {
      filled: (channel, timeNs, items) => found.push(`${channel} has ${items} at ${timeNs / 1e6}`),
      read: (channel, timeNs, ageNs) => found.push(`${channel} read at ${timeNs / 1e6}, age ${ageNs / 1e6}`),
    });
    traffic.update();
    return found;
  };

  it('is the items of a ring buffer after each write and read, and the age of the oldest', () => {
    const lines: readonly Line[] = [
      [0, 'boot'],
      [1, 'channel-write', 0],
      [2, 'channel-write', 0],
      [3, 'start', 1],
      [5, 'channel-read', 0],
    ];
    expect(told(true, ...lines)).toEqual(['0 has 1 at 1', '0 has 2 at 2', '0 has 1 at 5', '0 read at 5, age 4']);
  });

  it('is the age of the latest item of a four-slot channel, also after lost events', () => {
    const lines: readonly Line[] = [
      [0, 'boot'],
      [1, 'channel-write', 0],
      [3, 'channel-read', 0],
      [4, 'channel-read', 0],
      [5, 'gap'],
      [6, 'channel-read', 0],
      [7, 'channel-write', 0],
      [9, 'channel-read', 0],
    ];
    expect(told(false, ...lines)).toEqual(['0 read at 3, age 2', '0 read at 4, age 3', '0 read at 9, age 2']);
  });
});
