/** The order of test files: the longest first, so that both workers end at the same time. */
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = path.resolve(import.meta.dirname, '..');

/** The longest files of a full run. Vitest goes by size until it has measured a file, and a suite of programs is a small file. */
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
