import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hostPaths } from './paths.ts';

afterEach(() => vi.unstubAllEnvs());

test('a folder of the user can be relative to the current one', () => {
  expect(hostPaths({ POLYLOOP_HOME: 'files' })).toMatchObject({ cache: resolve('files', 'cache') });
});

test.skipIf(process.platform === 'win32')('a home folder without a full path is refused with the way out', () => {
  for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME']) {
    vi.stubEnv(name, 'here');
    expect(() => hostPaths({})).toThrow(
      /"here\/Polyloop".* not a full path\. Set HOME to your home folder, or POLYLOOP_/,
    );
    vi.stubEnv(name, '/here');
    expect(() => hostPaths({})).not.toThrow();
  }
});
