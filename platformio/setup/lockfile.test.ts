import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { absentPackages, entryFor, withoutIntegrity } from './lockfile.mjs';
import { root } from './paths.mjs';

test("package-lock.json contains each package's builds for all systems", () => {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const absent = absentPackages(lockfile).map(({ name }) => name);
  expect(absent, 'run `node platformio/setup/lockfile.mjs`').toEqual([]);
});

test('npm can check the bytes of each package', () => {
  const lockfile = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const unchecked = withoutIntegrity(lockfile).map((name) => name.replace('node_modules/', ''));
  expect(unchecked, 'run `node platformio/setup/lockfile.mjs`').toEqual([]);
});

test("an absent package is found by Node's rule", () => {
  const optionalDependencies = { 'tool-linux-x64-musl': '1.2.3' };
  const packages = { '': {}, 'node_modules/a/node_modules/tool': { optionalDependencies, dev: true } };
  expect(absentPackages({ packages })).toMatchObject([{ name: 'tool-linux-x64-musl', version: '1.2.3' }]);
  expect(absentPackages({ packages: { ...packages, 'node_modules/tool-linux-x64-musl': {} } })).toEqual([]);
  expect(absentPackages({ packages: { ...packages, 'node_modules/a/node_modules/tool-linux-x64-musl': {} } })).toEqual(
    [],
  );
});

test.each([
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
  ['@swc/core-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@swc/core-win32-ia32-msvc', { os: ['win32'], cpu: ['ia32'] }],
])('the name says the system: %s', (name, expected) => {
  expect(entryFor({ dependent: { dev: true, license: 'MIT' }, name, version: '1.0.0' })).toEqual({
    version: '1.0.0',
    dev: true,
    license: 'MIT',
    optional: true,
    ...expected,
  });
});
