import { describe, expect, it } from 'vitest';
import { MOST_DELIVERIES, SampleWindow } from './sample-window.ts';

const MS = 1e6;

describe('the window of a sample', () => {
  const fullAt = (...times: readonly number[]): boolean[] => {
    const window = new SampleWindow(MOST_DELIVERIES);
    return times.map((ms) => window.isFullAt(ms * MS));
  };

  it('is full with as many events as a board records in 1/32 s', () => {
    expect(fullAt(0, 1, 2, 3)).toEqual([false, false, false, true]);
    expect(fullAt(0, 25, 50, 75, 100)).toEqual([false, false, false, false, false]);
  });

  it('is found wherever the windows of the board begin', () => {
    // A storm of 1 kHz on a virtual Uno, whose first window began before the first event.
    const times = [0.43, 1.37, 2.37, 3.37, 31.37, 32.37, 33.37, 34.37, 63.37, 64.37, 65.37, 66.37];
    const window = new SampleWindow(MOST_DELIVERIES);
    const open = times.map((ms, i) => {
      const isFull = window.isFullAt(ms * MS);
      const next = times[i + 1] ?? ms;
      // Between two windows nothing is recorded.
      return next - ms > 20 ? isFull && window.endNs > (ms + 20) * MS : null;
    });
    expect(open.filter((each) => each !== null)).toEqual([true, true]);
  });
});
