import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { LaunchKeys } from './launch-keys.ts';

describe('an address that works once', () => {
  it('expires after a time limit', () => {
    let now = 0;
    const keys = new LaunchKeys(() => now);
    const [first, second, late] = [keys.issue('a'), keys.issue('b'), keys.issue('c')];
    expect([keys.redeem(first), keys.redeem(first), keys.redeem(second)]).toEqual(['a', null, 'b']);
    now = 121_000;
    expect(keys.redeem(late)).toBeNull();
  });

  it('does not live longer when the clock of the computer is set back', () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.UTC(2030, 0) });
    onTestFinished(() => void vi.useRealTimers());
    const keys = new LaunchKeys();
    const [early, late] = [keys.issue('a'), keys.issue('b')];
    vi.advanceTimersByTime(119_000);
    vi.setSystemTime(Date.UTC(2000, 0));
    expect(keys.redeem(early)).toBe('a');
    vi.advanceTimersByTime(2000);
    expect(keys.redeem(late)).toBeNull();
  });

  it.each(['/open/', '/open/x', '/', ''])('is not %j', (path) => {
    expect(new LaunchKeys().redeem(path)).toBeNull();
  });
});
