import { expect, test } from 'vitest';
import { releaseArchive } from './arduino-cli.mjs';

test.each([
  ['linux', 'x64', 'Linux_64bit.tar.gz'],
  ['linux', 'arm64', 'Linux_ARM64.tar.gz'],
  ['darwin', 'arm64', 'macOS_ARM64.tar.gz'],
  ['win32', 'x64', 'Windows_64bit.zip'],
  ['win32', 'arm64', 'Windows_64bit.zip'],
] as const)('the release for %s on %s', (platform, arch, suffix) => {
  expect(releaseArchive(platform, arch)).toMatch(new RegExp(`^arduino-cli_[\\d.]+_${suffix}$`));
});

test('no release', () => expect(releaseArchive('aix', 'ppc64')).toBeNull());
