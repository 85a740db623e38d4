import { defineConfig } from 'vitest/config';
import { sharedTests } from './test/fast-tests.ts';
import { LongestFirst } from './test/longest-first.ts';

const tests = [
  'generator/**/*.test.ts',
  'app/**/*.test.{ts,tsx}',
  'platformio/**/*.test.ts',
  'runtime-c/**/*.test.ts',
  'templates/**/*.test.ts',
  'test/**/*.test.ts',
];
const shared = sharedTests();

/** Twice the cores of the smallest machine, because many tests wait for a compiler, a board or the disk. */
const WORKERS = 4;

/** For all tests. */
export const COMMON = {
  // A project does not inherit this. Its default is one process fewer than there are cores.
  maxWorkers: WORKERS,
  setupFiles: ['./test/fast-check-seed.ts'],
  // Several tests compile C or run a virtual board. These limits only catch what would go on for ever: no test may fail
  // because the machine is busy.
  testTimeout: 1_800_000,
  hookTimeout: 1_800_000,
  expect: { poll: { timeout: 600_000 } },
};

/** A process for each of these files would take longer than most of them. */
export const SHARED = {
  ...COMMON,
  name: 'shared',
  include: shared,
  isolate: false,
  unstubGlobals: true,
  unstubEnvs: true,
};

export default defineConfig({
  test: {
    // The projects have their own. Knip reads this.
    include: tests,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
    projects: [
      {
        extends: false,
        test: {
          ...COMMON,
          name: 'alone',
          include: tests,
          exclude: ['**/node_modules/**', ...shared],
          globalSetup: ['./test/conformance/objects/objects-setup.ts'],
        },
      },
      { extends: false, test: SHARED },
    ],
  },
});
