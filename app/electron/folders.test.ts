import { afterEach, expect, it, vi } from 'vitest';
import { hostPaths } from '../host/paths.ts';
import { foldersOrMessage } from './folders.ts';

afterEach(() => void vi.unstubAllEnvs());

function tried(read: () => ReturnType<typeof hostPaths>) {
  const shown: string[] = [];
  return { paths: foldersOrMessage({ showErrorBox: (...texts) => shown.push(...texts) }, read), shown };
}

it('returns the folders that the environment names', () => {
  const { paths, shown } = tried(() => hostPaths({ POLYLOOP_HOME: '/stick' }, '/program'));
  expect(paths).toEqual({ config: '/stick/config', cache: '/stick/cache', program: '/program' });
  expect(shown).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'shows a message instead of a stack trace where the environment names no home folder',
  () => {
    for (const name of ['XDG_CACHE_HOME', 'XDG_CONFIG_HOME']) vi.stubEnv(name, 'here');
    const { paths, shown } = tried(() => hostPaths({}));
    expect(paths).toBeNull();
    expect(shown).toEqual(['Polyloop cannot start', expect.stringContaining('Set HOME to your home folder')]);
  },
);

it('does not hide a fault of the program', () => {
  expect(() => tried(() => JSON.parse('{'))).toThrow(SyntaxError);
});
