import { describe, expect, it } from 'vitest';
import { leastUs, longestUs, MAX_TICKS, ticksFor, toTicks } from './ticks.ts';

const UNO_HZ = 2_000_000;

describe('toTicks', () => {
  it('is exact', () => {
    expect(toTicks(10_000, UNO_HZ)).toEqual({ ok: true, ticks: 20_000 });
    expect(toTicks(0, UNO_HZ)).toEqual({ ok: true, ticks: 0 });
    expect(toTicks(3, 1_000_000)).toEqual({ ok: true, ticks: 3 });
  });

  it('accepts the shortest time of a timer', () => {
    expect([UNO_HZ, 1_000_000, 250_000, 32_768].map(leastUs)).toEqual([1, 1, 4, 15_625]);
    for (const hz of [UNO_HZ, 250_000, 32_768]) expect(toTicks(leastUs(hz), hz)).toMatchObject({ ok: true });
  });

  it('allows half the range of the timer, and reports the limit', () => {
    const most = longestUs(UNO_HZ);
    expect(most).toBe(1_073_741_823);
    expect(toTicks(most, UNO_HZ)).toEqual({ ok: true, ticks: MAX_TICKS - 1 });
    expect(toTicks(most + 1, UNO_HZ)).toMatchObject({
      ok: false,
      reason: expect.stringContaining('at most 1073741823 µs'),
    });
    expect(toTicks(9_007_199_254_740, UNO_HZ)).toMatchObject({ ok: false });
  });

  it('rejects a time that is not a whole number of ticks, and names the nearest valid ones', () => {
    expect(toTicks(1_000, 32_768)).toMatchObject({ ok: false, reason: expect.stringContaining('15625 µs') });
    expect(toTicks(15_625, 32_768)).toEqual({ ok: true, ticks: 512 });
    expect(toTicks(20_000, 32_768)).toMatchObject({ reason: expect.stringContaining('15625 or 31250 µs') });
    expect(toTicks(31_250, 32_768)).toEqual({ ok: true, ticks: 1024 });
  });
});

it.each([
  [0, UNO_HZ, 1],
  [10, UNO_HZ, 20],
  [1, 32_768, 1],
  [1_000, 32_768, 33],
  [15_625, 32_768, 512],
  [9_007_199_254_740, UNO_HZ, MAX_TICKS],
])('%i µs need, at %i Hz, at least %i ticks', (us, timerHz, ticks) => {
  expect(ticksFor(us, timerHz)).toBe(ticks);
});
