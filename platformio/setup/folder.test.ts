import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './folder.mjs';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'polyloop-folder-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

test('makes the folders above too, and accepts one that exists', () => {
  const folder = join(home, 'a', 'b', 'c');
  makeFolder(folder, { mode: 0o700 });
  makeFolder(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('throws where a file is in the way', () => {
  writeFileSync(join(home, 'file'), '');
  expect(() => makeFolder(join(home, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(home, 'file', 'a'))).toThrow('ENOTDIR');
});

// The system's folder of processes takes no folder from anyone.
test.skipIf(!existsSync('/proc/1'))('ends in a folder in which nothing can be made', () => {
  expect(() => makeFolder('/proc/1/a/b')).toThrow('ENOENT');
});
