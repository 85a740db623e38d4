import { expect, test } from 'vitest';
import { archiveHashes, checkArchive, releaseArchive } from './arduino-cli.mjs';

test.each([
  ['linux', 'x64', 'Linux_64bit.tar.gz'],
  ['linux', 'arm64', 'Linux_ARM64.tar.gz'],
  ['darwin', 'arm64', 'macOS_ARM64.tar.gz'],
  ['win32', 'x64', 'Windows_64bit.zip'],
  ['win32', 'arm64', 'Windows_64bit.zip'],
] as const)('the release for %s on %s', (platform, arch, suffix) => {
  expect(releaseArchive(platform, arch)).toMatch(new RegExp(`^arduino-cli_[\\d.]+_${suffix}$`));
});

test.each([
  ['aix', 'ppc64'],
  ['linux', 'ia32'],
] as const)('no release whose hash is known: %s on %s', (platform, arch) => {
  expect(releaseArchive(platform, arch)).toBeNull();
});

test('each archive has a SHA-256, and one with other bytes is refused by its name', () => {
  expect(Object.values(archiveHashes).every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
  const archive = releaseArchive('linux', 'x64') ?? '';
  expect(() => checkArchive(archive, new Uint8Array(1))).toThrow(`${archive} was not installed`);
});
