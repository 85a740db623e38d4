/** The tests of `npm run check`. They share their modules, which the full run does not do: that saves half of the time. */
import { defineConfig } from 'vitest/config';
import { fastTests } from './test/fast-tests.ts';

export default defineConfig({
  test: {
    include: fastTests(),
    setupFiles: ['./test/fast-check-seed.ts'],
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    expect: { poll: { timeout: 600_000 } },
    maxWorkers: 2,
  },
});
