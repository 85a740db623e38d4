import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DURATIONS_FILE, durationsOf } from '../durations.ts';
import { root } from './files.ts';

it('names only test files that exist (npm run durations writes it anew)', () => {
  const files = Object.keys(JSON.parse(readFileSync(DURATIONS_FILE, 'utf8')));
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

it('holds the long files of a report, the longest first', () => {
  const result = (name: string, seconds: number) => ({
    name: path.join(root, 'test', name),
    startTime: 1000,
    endTime: 1000 + seconds * 1000,
  });
  const report = { testResults: [result('a.test.ts', 9), result('b.test.ts', 1), result('c.test.ts', 30.4)] };
  expect(Object.entries(durationsOf(report))).toEqual([
    ['test/c.test.ts', 30],
    ['test/a.test.ts', 9],
  ]);
});
