/** The first channel is opened before the session that uses it exists. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../../contract/channel.ts';
import { openEarly } from './open-channel.ts';

const channel = (): Channel => ({ post: () => {}, onMessage: () => {}, onClose: () => {}, close: () => {} });

describe('a channel that is opened early', () => {
  it('is opened at once and used by the first call alone', async () => {
    const opened: Channel[] = [];
    const open = openEarly(async () => {
      const one = channel();
      opened.push(one);
      return one;
    });
    expect(opened).toHaveLength(1);
    expect(await open()).toBe(opened[0]);
    expect(opened).toHaveLength(1);
    expect(await open()).toBe(opened[1]);
    expect(await open()).toBe(opened[2]);
  });

  it('fails for the first call if it cannot be opened, and the next call tries again', async () => {
    let tries = 0;
    const open = openEarly(() => (++tries === 1 ? Promise.reject(new Error('no host')) : Promise.resolve(channel())));
    await expect(open()).rejects.toThrow('no host');
    await expect(open()).resolves.toBeDefined();
  });
});
