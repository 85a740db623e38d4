import { describe, expect, it } from 'vitest';
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

  it.each(['/open/', '/open/x', '/', ''])('is not %j', (path) => {
    expect(new LaunchKeys().redeem(path)).toBeNull();
  });
});
