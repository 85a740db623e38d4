/**
 * Orders the test files so that both workers end at about the same time: the longest first, and the
 * tests that share a process last. `npm run durations` measures the files.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './architecture/files.ts';
import { DURATIONS_FILE, type Durations } from './durations.ts';

const seconds: Durations = JSON.parse(readFileSync(DURATIONS_FILE, 'utf8'));

const nameOf = ({ moduleId }: TestSpecification): string => path.relative(root, moduleId).split(path.sep).join('/');

/** Vitest keeps a process only while the next file has the same environment. */
const needsDom = ({ moduleId }: TestSpecification): boolean =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment happy-dom');

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(sorted.map((file) => [file, placeOf(file)]));
    const place = (file: TestSpecification) => places.get(file) ?? [];
    return sorted.toSorted((a, b) => compare(place(a), place(b)));
  }
}

/** Where a file stands, most significant number first. */
function placeOf(file: TestSpecification): readonly number[] {
  const { isolate } = file.project.config;
  return [isolate ? 0 : 1, !isolate && needsDom(file) ? 1 : 0, -(seconds[nameOf(file)] ?? 0)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
