import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { formatCode } from '../code/format.ts';
import { readProfiles } from '../profiles/store.ts';
import { readPlainFile } from './plain-file.ts';

const LIMIT = 1000;

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'polyloop-plain-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

it('reads a file, also through a link, up to its limit', async () => {
  const file = join(folder(), 'a');
  const link = join(folder(), 'link');
  writeFileSync(file, 'text');
  symlinkSync(file, link);
  expect(String(await readPlainFile(link, LIMIT))).toBe('text');
  writeFileSync(file, 'x'.repeat(LIMIT + 1));
  await expect(readPlainFile(link, LIMIT)).rejects.toThrow('too large');
  await expect(readPlainFile(join(folder(), 'none'), LIMIT)).rejects.toThrow('ENOENT');
});

it.skipIf(process.platform === 'win32')('refuses devices, pipes and folders at once', async () => {
  const pipe = join(folder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  for (const path of [pipe, '/dev/zero', folder()])
    await expect(readPlainFile(path, LIMIT)).rejects.toThrow('it is not a file');
});

it.skipIf(process.platform === 'win32')(
  'a folder that a stranger prepared stops neither profiles nor formatting',
  async () => {
    const dir = folder();
    const profiles = join(dir, 's.profiles');
    execFileSync('mkdir', [profiles]);
    symlinkSync('/dev/zero', join(profiles, 'endless.json'));
    execFileSync('mkfifo', [join(profiles, 'waits.json')]);
    const read = await readProfiles(join(dir, 's.polyloop.json'));
    expect(read.problems.map(({ file }) => file)).toEqual(['endless.json', 'waits.json']);
    for (const style of ['/dev/zero', join(profiles, 'waits.json')]) {
      rmSync(join(dir, '.clang-format'), { force: true });
      symlinkSync(style, join(dir, '.clang-format'));
      const { outcome } = await formatCode({ text: 'int  a ;', path: join(dir, 's.polyloop.json') });
      expect(outcome).not.toBe('failed');
    }
  },
);
