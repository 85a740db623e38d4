import { describe, expect, it } from 'vitest';
import { FollowedTime } from './follow.ts';

describe('the followed time', () => {
  it('approaches the newest time over several frames', () => {
    const followed = new FollowedTime();
    followed.advance(1e9);
    const first = followed.advance(1.5e9, 16);
    expect(first.at).toBeGreaterThan(1e9);
    expect(first.at).toBeLessThan(1.2e9);
    for (let frame = 0; frame < 200; frame++) followed.advance(1.5e9, 16);
    const last = followed.advance(1.5e9, 16);
    expect(last.at).toBeCloseTo(1.5e9, -2);
    expect(last.moved).toBe(false);
  });

  it('jumps to the newest time after a pause, without an elapsed time, and back to a shorter trace', () => {
    const followed = new FollowedTime();
    expect(followed.advance(5e9, 16)).toEqual({ at: 5e9, moved: true });
    expect(followed.advance(5.5e9)).toEqual({ at: 5.5e9, moved: true });
    expect(followed.advance(1e9, 16)).toEqual({ at: 1e9, moved: true });
  });
});
