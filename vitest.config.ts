import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    setupFiles: ['./test/fast-check-seed.ts'],
    include: [
      'generator/**/*.test.ts',
      'app/**/*.test.{ts,tsx}',
      'platformio/**/*.test.ts',
      'runtime-c/**/*.test.ts',
      'templates/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    // Several tests compile C or run a virtual board; two cores share that work.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 2,
    passWithNoTests: false,
  },
});
