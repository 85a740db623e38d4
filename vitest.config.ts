import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

export default defineConfig({
  test: {
    globalSetup: ['./test/conformance/objects-setup.ts'],
    setupFiles: ['./test/fast-check-seed.ts'],
    include: [
      'generator/**/*.test.ts',
      'app/**/*.test.{ts,tsx}',
      'platformio/**/*.test.ts',
      'runtime-c/**/*.test.ts',
      'templates/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Several tests compile C or run a virtual board. These limits only catch what would go on for ever: no test may fail
    // because the machine is busy.
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 600_000 } },
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: false,
  },
});
