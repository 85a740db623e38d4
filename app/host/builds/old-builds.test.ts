import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCK_NAME, markUsed, removeOldBuilds } from './old-builds.ts';

const DAY_MS = 24 * 3600 * 1000;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-old-'));
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

async function folder(name: string, ageDays: number, locked = false): Promise<void> {
  await mkdir(join(dir, name));
  await writeFile(join(dir, name, 'firmware.hex'), '');
  if (locked) await writeFile(join(dir, name, LOCK_NAME), JSON.stringify({ pid: process.pid, host: hostname() }));
  const then = new Date(Date.now() - ageDays * DAY_MS);
  await utimes(join(dir, name), then, then);
}

it('removes only build folders that were not used for a month', async () => {
  await folder('new', 1);
  await folder('old', 40);
  await folder('used', 40);
  await markUsed(join(dir, 'used'));
  await folder('building', 40, true);
  expect(await removeOldBuilds(dir)).toEqual(['old']);
  expect((await readdir(dir)).sort()).toEqual(['building', 'new', 'used']);
});

it('does nothing before the first build', async () => {
  expect(await removeOldBuilds(join(dir, 'none'))).toEqual([]);
});
