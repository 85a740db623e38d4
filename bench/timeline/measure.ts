/**
 * Measures the cost of a frame of the timeline, by length of the trace and zoom: painting canvas calls,
 * which are the same on every machine, and the script's time on this machine.
 *
 *   node bench/timeline/measure.ts [events…]        default: 10000 100000 1000000
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { bundlePage } from '../page-bundle.ts';
import type { PageApi, Probe } from './page.ts';

const TASKS = 12;
const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];

type BenchWindow = Window & { readonly timelineBench: PageApi };

async function measure(page: Page, url: string, events: number): Promise<Probe[]> {
  await page.goto(url);
  await page.evaluate(([tasks, count]) => (window as unknown as BenchWindow).timelineBench.open(tasks, count), [
    TASKS,
    events,
  ] as const);
  return page.evaluate(() => (window as unknown as BenchWindow).timelineBench.probe());
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
try {
  const url = await bundlePage(path.join(import.meta.dirname, 'page.ts'), folder);
  console.log('events      zoom     jobs shown   canvas calls   script, ms/frame');
  for (const events of lengths) {
    const page = await browser.newPage({ viewport: { width: 1600, height: 700 } });
    for (const { zoom, jobs, paints, scriptMs } of await measure(page, url, events)) {
      const cells = [String(events).padEnd(11), zoom.padEnd(8), String(jobs).padStart(10), String(paints).padStart(14)];
      console.log(...cells, scriptMs.toFixed(1).padStart(20));
    }
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
