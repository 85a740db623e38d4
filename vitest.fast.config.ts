/** The tests of `npm run check`. */
import { defineConfig } from 'vitest/config';
import { fastTests } from './test/fast-tests.ts';
import { LongestFirst } from './test/longest-first.ts';
import { COMMON, SHARED } from './vitest.config.ts';

const fast = fastTests();
const shared = fast.filter((file) => SHARED.include.includes(file));
const alone = fast.filter((file) => !shared.includes(file));

export default defineConfig({
  test: {
    include: fast,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: false, test: { ...COMMON, name: 'alone', include: alone } },
      { extends: false, test: { ...SHARED, include: shared } },
    ],
  },
});
