import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { profileOf } from '../../../generator/profile/test-profile.ts';
import { deleteProfile, keepProfile, profileFile, profileFolder, readProfiles } from './store.ts';

const PROFILE = profileOf({ loop: 100, button: 50 });
let folder = '';
let sketch = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyloop-profiles-'));
  sketch = join(folder, 'blink.polyloop.json');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the profiles of a sketch', () => {
  it('are in a folder beside it, the newest first', async () => {
    expect(await readProfiles(sketch)).toEqual({ profiles: [], problems: [] });
    const path = await keepProfile(sketch, { ...PROFILE, name: 'before' }, false);
    expect(path).toBe(join(folder, 'blink.profiles', 'before.json'));
    await keepProfile(sketch, { ...PROFILE, name: 'after', date: '2026-11-24T12:00:00.000Z' }, false);
    const { profiles } = await readProfiles(sketch);
    expect(profiles.map(({ file, profile }) => [file, profile.name])).toEqual([
      ['after.json', 'after'],
      ['before.json', 'before'],
    ]);
    expect(profiles[1]?.profile).toEqual({ ...PROFILE, name: 'before' });
  });

  it('are not replaced unless the user says so', async () => {
    await expect(keepProfile(sketch, { ...PROFILE, name: 'Before' }, false)).rejects.toThrow(/already.*another name/);
    await keepProfile(sketch, { ...PROFILE, name: 'before' }, true);
  });

  it('are listed without the files that are wrong, which are named', async () => {
    writeFileSync(join(profileFolder(sketch), 'broken.json'), '{"profile": 1}');
    writeFileSync(join(profileFolder(sketch), 'notes.txt'), 'not a profile');
    const { profiles, problems } = await readProfiles(sketch);
    expect(profiles).toHaveLength(2);
    expect(problems).toEqual([
      { file: 'broken.json', message: expect.stringMatching(/broken\.json: .*delete the file/) },
    ]);
  });

  it('are deleted by the name of their file, and nothing else is', async () => {
    const outside = join(folder, 'other.json');
    writeFileSync(outside, '{}');
    await expect(deleteProfile(sketch, '../other.json')).rejects.toThrow('not the file of a profile');
    await deleteProfile(sketch, 'after.json');
    expect(readdirSync(profileFolder(sketch)).sort()).toEqual(['before.json', 'broken.json', 'notes.txt']);
    expect(readdirSync(folder)).toContain('other.json');
  });

  it('that cannot be kept give a message with the path', async () => {
    const other = join(folder, 'full.polyloop.json');
    writeFileSync(profileFolder(other), 'a file in the place of the folder');
    await expect(keepProfile(other, PROFILE, false)).rejects.toThrow(/full\.profiles/);
  });
});

it.each([
  ['before the change', 'before-the-change.json'],
  ['../../etc/passwd', 'etc-passwd.json'],
  ['온도 1', '온도-1.json'],
  ['..', 'profile.json'],
  ['con', 'profile-con.json'],
  ['x'.repeat(200), `${'x'.repeat(80)}.json`],
])('the file of %j is %s', (name, file) => {
  expect(profileFile(name)).toBe(file);
});
