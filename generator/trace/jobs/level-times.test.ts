import { describe, expect, it } from 'vitest';
import { LevelTimes } from './level-times.ts';

describe('the times of levels', () => {
  it('have a mean and quantiles over the known time', () => {
    const times = new LevelTimes();
    expect(times.until(100)).toBeNull();
    times.set(0, 0);
    times.set(60, 2);
    times.set(90, 1);
    times.set(90, 3);
    times.set(96, null);
    // The level is unknown from 96 to 1,000.
    times.set(1_000, 0);
    const held = times.until(1_004);
    expect(held?.mean).toBeCloseTo((2 * 30 + 3 * 6) / 100, 12);
    expect([0.5, 0.64, 0.65, 0.94, 0.95, 1].map((share) => held?.quantile(share))).toEqual([0, 0, 2, 2, 3, 3]);
    // Reading does not end the last level.
    expect(times.until(1_004)?.mean).toBe(held?.mean);
  });
});
