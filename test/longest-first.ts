/**
 * Orders test files by their duration, the longest first, so that both workers end at about the
 * same time.
 */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * The slowest files of a full run. Without a measured duration Vitest uses the file size, but slow
 * test files can be small.
 */
const LONGEST = [
  'test/conformance/programs.test.ts',
  'test/conformance/credits.test.ts',
  'test/conformance/sections.test.ts',
  'runtime-c/tidy.test.ts',
  'test/conformance/bounds.test.ts',
  'test/golden/broken-code.test.ts',
  'test/acceptance/virtual-uno.test.ts',
  'test/model/channels.test.ts',
  'app/cli/health-report.test.ts',
  'test/golden/compile.test.ts',
  'test/soak/soak.test.ts',
];

const place = ({ moduleId }: TestSpecification): number => {
  const found = LONGEST.indexOf(path.relative(ROOT, moduleId).split(path.sep).join('/'));
  return found === -1 ? LONGEST.length : found;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}
