/** Another user of the same computer gets neither into the window nor to the line of a board. */
import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAUNCH_PATH } from '../../app/serve/launch-keys.ts';
import { type LaunchPage, writeLaunchPage } from '../../app/serve/launch-page.ts';
import { type RunningServer, startServer } from '../../app/serve/server.ts';
import { canPlayStranger, type Stranger, startStranger } from './stranger.ts';

const ROUNDS = 100;

let dir: string;
let server: RunningServer;
let stranger: Stranger;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-strangers-'));
  // The folders around the page are readable, as home folders often are.
  await chmod(dir, 0o755);
  server = await startServer({ rendererDir: dir, port: 0, devOrigins: [], onWindow: () => {} });
  if (canPlayStranger) stranger = await startStranger();
});
afterAll(async () => {
  stranger?.end();
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

const addressIn = async (page: LaunchPage) => {
  const [, address = ''] = /url=(http[^"]+)"/.exec(await readFile(page.path, 'utf8')) ?? [];
  return address;
};

const visit = (address: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    request(address, (response) => {
      response.resume();
      resolve(response.headers.location);
    })
      .on('error', reject)
      .end();
  });

/** A browser in the process list, with the page that it was started with. */
function browserAt(page: LaunchPage) {
  const args = ['-c', 'read -r line', 'browser', pathToFileURL(page.path).href];
  return spawn('/bin/sh', args, { stdio: ['pipe', 'ignore', 'ignore'] });
}

describe.skipIf(!canPlayStranger)('another user', () => {
  it(`loses ${ROUNDS} races for the address that a browser is started with`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const page = await writeLaunchPage(join(dir, 'launch'), server.launchUrl());
      const browser = browserAt(page);
      const { words, loot } = (await stranger.ask('watch', page.path)) as { words: string[]; loot: unknown[] };
      browser.kill('SIGKILL');
      // The stranger saw the command line, and none of what it leads to.
      expect(words).toContain(pathToFileURL(page.path).href);
      expect(JSON.stringify(words)).not.toContain(LAUNCH_PATH);
      expect(loot).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES']);
      expect(await visit(await addressIn(page))).toBe(server.url);
      page.remove();
    }
    expect(await readdir(join(dir, 'launch'))).toEqual([]);
  });

  it('has no use for a key, and does not use it up', async () => {
    const address = server.launchUrl();
    for (const answer of (await stranger.ask('get', address)) as string[]) {
      expect(answer).toMatch(/^HTTP\/1\.1 403 /);
      expect(answer).not.toContain(server.token);
    }
    expect(await visit(address)).toBe(server.url);
    expect(await visit(address)).toBeUndefined();
  });

  it('cannot enter with the token of the window', async () => {
    const answer = await stranger.ask('enter', server.url);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(answer).toContain('another user’s');
  });

  it('can read neither the page nor its folder, even if the folder was there before', async () => {
    const folder = join(dir, 'launch');
    await chmod(folder, 0o777);
    const page = await writeLaunchPage(folder, server.launchUrl());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(page.path)).mode & 0o777).toBe(0o600);
    expect(await stranger.ask('read', page.path)).toBe('EACCES');
    page.remove();
  });
});
