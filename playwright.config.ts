/** End-to-end tests: a real browser, the real host, the real compiler, the real firmware on the virtual Uno. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/build-window.ts',
  // Each test has its own host, port, browser page and home folder.
  workers: 2,
  fullyParallel: false,
  retries: 0,
  // These limits only catch what would wait for ever: no test may fail because the machine is busy.
  timeout: 1_800_000,
  expect: { timeout: 300_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 300_000,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.POLYLOOP_BROWSER ? { executablePath: process.env.POLYLOOP_BROWSER } : {}),
      // A root user (containers, CI) cannot use Chromium's sandbox; the pages are our own, on loopback.
      args:
        process.getuid?.() === 0
          ? ['--no-sandbox', '--disable-background-networking']
          : ['--disable-background-networking'],
    },
  },
});
