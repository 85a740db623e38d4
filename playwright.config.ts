/** End-to-end tests: a real browser, the real host, the real compiler, the real firmware on the virtual Uno. */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/**
 * Features of the browser that are off. The two popups of the address bar start a renderer for each page, which takes
 * as long as our own page. Chromium reads only the last list, so this one repeats what Playwright's list needs on loopback.
 */
const DISABLED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * Specs that need what the headless shell does not have: it cannot drag a tab of the dock. They also see the window's
 * transitions and animations, which the other specs turn off, because the browser would draw them without a graphics
 * processor.
 */
const WHOLE_BROWSER = /\/(?:blocks|charts|clicks|first-day|keyboard|looks|resize|tabs)\.spec\.ts$/;

/** The window does not animate, for users who ask for that. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * A running window draws all the time, so a test takes more processor time the longer it lasts. Some tests wait for a
 * compiler or a board. On two cores three workers take less time than two, and a sixth less than four.
 */
const WORKERS_PER_CORE = 1.5;
const MOST_WORKERS = 8;

/** @param program the browser. Undefined is Playwright's own. */
const launch = (program: string | undefined) => ({
  ...(program ? { executablePath: program } : {}),
  args: [
    '--disable-background-networking',
    // A machine without a graphics processor would emulate one, which takes more time than to draw without it.
    '--disable-gpu',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    // A root user (containers, CI) cannot use Chromium's sandbox; the pages are our own, on loopback.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
});

export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results/e2e',
  globalSetup: './e2e/build-window.ts',
  // Each test has its own host, port, browser page and home folder.
  workers: Math.min(Math.ceil(WORKERS_PER_CORE * availableParallelism()), MOST_WORKERS),
  // So that no worker is left alone with a long file.
  fullyParallel: true,
  retries: 0,
  // These limits only catch what would wait for ever: no test may fail because the machine is busy.
  timeout: 1_800_000,
  expect: { timeout: 300_000 },
  reporter: [['list']],
  use: {
    actionTimeout: 300_000,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // A trace takes as much processor time as the test: it is recorded on request.
    trace: process.env.POLYLOOP_TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: launch(process.env.POLYLOOP_BROWSER),
  },
  projects: [
    {
      name: 'shell',
      testIgnore: WHOLE_BROWSER,
      use: { ...STILL, launchOptions: launch(process.env.POLYLOOP_HEADLESS_SHELL ?? process.env.POLYLOOP_BROWSER) },
    },
    { name: 'browser', testMatch: WHOLE_BROWSER },
  ],
});
