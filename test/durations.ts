/**
 * How long the longest test files take: written by `npm run durations` from the report of the last
 * full run. Only their order counts (longest-first.ts), so a busy machine does no harm.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './architecture/files.ts';

export const DURATIONS_FILE = path.join(import.meta.dirname, 'durations.json');
const REPORT = path.join(root, 'build', 'test-reports', 'vitest.json');
/** Shorter files fit in anywhere. Unit: s. */
const LEAST = 5;

/** Seconds by file, as a path from the root with `/` between folders. */
export type Durations = Readonly<Record<string, number>>;

interface Report {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

/** The files of a report that take long, the longest first. */
export function durationsOf({ testResults }: Report): Durations {
  const measured = testResults.map(({ name, startTime, endTime }): [string, number] => [
    path.relative(root, name).split(path.sep).join('/'),
    Math.round((endTime - startTime) / 1000),
  ]);
  return Object.fromEntries(measured.filter(([, s]) => s >= LEAST).sort(([, a], [, b]) => b - a));
}

if (import.meta.main) {
  const report: Report = JSON.parse(readFileSync(REPORT, 'utf8'));
  writeFileSync(DURATIONS_FILE, `${JSON.stringify(durationsOf(report), null, 2)}\n`);
}
