import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOf, isTrusted, requireTrust, trustFolder } from './trust.ts';

let dir: string;
beforeAll(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'polyloop-trust-')));
  await mkdir(join(dir, 'mine', 'inside'), { recursive: true });
  await mkdir(join(dir, 'mine-too'));
  await mkdir(join(dir, 'downloads'));
  await writeFile(join(dir, 'downloads', 'a.polyloop.json'), '');
  await symlink(join(dir, 'downloads', 'a.polyloop.json'), join(dir, 'mine', 'linked.polyloop.json'));
});
afterAll(() => rm(dir, { recursive: true }));

it.each([
  ['mine/a.polyloop.json', true],
  ['mine/inside/a.polyloop.json', true],
  ['mine-too/a.polyloop.json', false],
  ['downloads/a.polyloop.json', false],
  ['a.polyloop.json', false],
  // A link in a trusted folder to a file elsewhere.
  ['mine/linked.polyloop.json', false],
])('trust in a folder reaches what is in it: %s', async (path, expected) => {
  expect(await isTrusted(await folderOf(join(dir, path)), [join(dir, 'mine')])).toBe(expected);
});

it('names the folder to trust, and remembers it once', async () => {
  let trustedFolders: string[] = [];
  const settings = {
    get: async () => ({ trustedFolders }),
    set: async (change: { trustedFolders: string[] }) => {
      trustedFolders = change.trustedFolders;
    },
  };
  const require = (path: string | null) =>
    requireTrust(
      path,
      async () => trustedFolders,
      async () => true,
    );
  const sketch = join(dir, 'downloads', 'a.polyloop.json');
  const folder = join(dir, 'downloads');
  await expect(require(sketch)).rejects.toMatchObject({ code: 'not-permitted', details: { folder, confined: true } });
  await trustFolder(folder, settings);
  await trustFolder(folder, settings);
  expect(trustedFolders).toEqual([folder]);
  await require(sketch);
  await expect(require(null)).rejects.toMatchObject({ details: { folder: null } });
});
