/**
 * Takes a screenshot of the window for the README: a starter sketch that runs on the virtual Uno, or
 * its predicted schedule.
 *
 *   npm run screenshot -- dark docs/images/predicted.png runaway predicted blink 62
 *   npm run screenshot -- dark docs/images/runaway.png runaway
 *
 * With `predicted TASK AT_MS` no program runs, and the pointer is over the lane of TASK at AT_MS.
 *
 * Requires `npm run setup`. It uses the browser of the end-to-end tests.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import { findTools } from '../platformio/setup/tools.ts';
import buildWindow from './build-window.ts';
import { Workbench } from './pages/workbench.ts';
import { serve } from './serve.ts';

const scheme = process.argv[2] === 'light' ? 'light' : 'dark';
const file = path.resolve(process.argv[3] ?? path.join(import.meta.dirname, '../docs/images/window.png'));
/** Null selects the sketch that the window opens by default. */
const starter = process.argv[4] ?? null;
const [mode, pointedTask, atMs] = process.argv.slice(5);
/** Board time on the timeline when the screenshot is taken. */
const SHOWN_MS = 6_000;

const { browser: installed } = findTools();
const executablePath = installed.installed ? installed.command[0] : undefined;
const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-screenshot-'));
await buildWindow();
const served = await serve(folder, starter === null ? [] : ['--template', starter]);
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ ...(executablePath === undefined ? {} : { executablePath }), args });
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: scheme });
  await page.goto(served.url);
  const workbench = new Workbench(page);
  if (starter === null) await workbench.task('slow').click();
  else await page.locator('.task-card').last().click();
  if (mode === 'predicted') {
    await expect.poll(() => workbench.timelineNumber('all-jobs')).toBeGreaterThan(0);
    await workbench.readTimeline(pointedTask ?? '', Number(atMs));
  } else {
    await workbench.run();
    await page.getByTestId('board-time').waitFor({ timeout: 60_000 });
    await page.waitForTimeout(SHOWN_MS);
  }
  mkdirSync(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file });
  console.log(`Wrote ${file}`);
} finally {
  await browser.close();
  await served.end();
  rmSync(folder, { recursive: true, force: true });
}
