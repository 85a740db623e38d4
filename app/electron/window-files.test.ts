import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerWindowRequest } from './window-files.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-electron-'));
  await writeFile(join(dir, 'index.html'), '<!doctype html>');
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

const ask = (url: string, method = 'GET') => answerWindowRequest({ url, method }, dir);

describe('the window’s files', () => {
  it.each(['polyloop://app', 'polyloop://app/', 'polyloop://app/index.html?x=1#y'])(
    'are served for %s',
    async (url) => {
      const response = await ask(url);
      expect(await response.text()).toBe('<!doctype html>');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each<[string, string, number]>([
    ['polyloop://other/index.html', 'GET', 403],
    ['file:///index.html', 'GET', 403],
    ['polyloop://app/index.html', 'POST', 405],
    ['polyloop://app/../index.html', 'GET', 404],
    ['polyloop://app/%2e%2e/%2e%2e/etc/passwd.txt', 'GET', 404],
    ['polyloop://app/nothing.js', 'GET', 404],
  ])('are not served for %s by %s', async (url, method, status) => {
    expect((await ask(url, method)).status).toBe(status);
  });
});
