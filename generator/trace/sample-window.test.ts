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
  });

  it('begins with the first event after the window before', () => {
    // Windows from 0 and from 32 ms: no window has four events, although four are within 1/32 s of each other.
    expect(fullAt(0, 29, 30, 32, 33, 34)).toEqual([false, false, false, false, false, false]);
    expect(fullAt(0, 40, 80, 120, 160)).toEqual([false, false, false, false, false]);
  });

  it('begins again when the program is started again', () => {
    expect(fullAt(1_000, 1_001, 1_002, 0, 1)).toEqual([false, false, false, false, false]);
  });
});
