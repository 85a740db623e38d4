import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { versionsIn, which } from './which.mjs';

const isWindows = process.platform === 'win32';

test('finds only executable programs on the path', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop which-'));
  const program = path.join(directory, isWindows ? 'tool.exe' : 'tool');
  fs.writeFileSync(program, '', { mode: 0o755 });
  fs.mkdirSync(path.join(directory, 'folder'));
  expect(which('tool', ['relative', directory].join(path.delimiter))).toBe(program);
  expect(which('folder', directory)).toBeNull();
  if (!isWindows) {
    fs.chmodSync(program, 0o644);
    expect(which('tool', directory)).toBeNull();
  }
  fs.rmSync(directory, { recursive: true, force: true });
});

test('the newest version comes first', () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'polyloop versions-'));
  for (const version of ['1.8.6', '1.8.10', '1.8.2']) fs.mkdirSync(path.join(directory, version));
  expect(versionsIn(directory).map((file) => path.basename(file))).toEqual(['1.8.10', '1.8.6', '1.8.2']);
  expect(versionsIn(path.join(directory, 'absent'))).toEqual([]);
  fs.rmSync(directory, { recursive: true, force: true });
});
