import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findStaticFile } from './static-files.ts';

let dir: string;
let root: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polyloop-static-'));
  root = join(dir, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  for (const name of ['index.html', 'icon.svg', 'data.bin', '.hidden.js', 'assets/main-x1_Y.js']) {
    await writeFile(join(root, name), name);
  }
  await writeFile(join(dir, 'secret.js'), 'secret');
  await mkdir(join(dir, 'renderer-other'));
  await writeFile(join(dir, 'renderer-other', 'a.js'), 'other');
  if (process.platform !== 'win32') await symlink(join(dir, 'secret.js'), join(root, 'link.js'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('static files', () => {
  it('are found and have a media type', async () => {
    expect(await findStaticFile(root, '/')).toMatchObject({ mediaType: 'text/html; charset=utf-8', immutable: false });
    expect(await findStaticFile(root, '/icon.svg')).toMatchObject({ mediaType: 'image/svg+xml', size: 8 });
    expect(await findStaticFile(root, '/assets/main-x1_Y.js')).toMatchObject({
      mediaType: 'text/javascript; charset=utf-8',
      immutable: true,
    });
  });

  it.each([
    '',
    'index.html',
    '//',
    '/..',
    '/../secret.js',
    '/%2e%2e/secret.js',
    '/%2e%2e%2fsecret.js',
    '/..%5csecret.js',
    '/assets/../../secret.js',
    '/assets/..%2f..%2fsecret.js',
    '/../renderer-other/a.js',
    '/assets//main-x1_Y.js',
    '/./icon.svg',
    '/icon.svg%00.js',
    '/icon.svg.',
    '/C:/Windows/win.js',
    '/%',
    '/.hidden.js',
    '/data.bin',
    '/assets',
    '/link.js',
    '/nothing.js',
  ])('are not found at %j', async (pathname) => {
    expect(await findStaticFile(root, pathname)).toBeNull();
  });
});
