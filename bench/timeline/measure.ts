/**
 * Measures the cost of a frame of the timeline, by length of the trace and zoom: painting canvas calls,
 * which are the same on every machine, and the script's time on this machine.
 *
 *   node bench/timeline/measure.ts [events…]        default: 10000 100000 1000000
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { findBrowser } from '../../platformio/setup/find.mjs';
import type { PageApi, Probe } from './page.ts';

const TASKS = 12;
const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 1_000_000];

async function bundle(folder: string): Promise<string> {
  await build({
    entryPoints: [path.join(import.meta.dirname, 'page.ts')],
    outfile: path.join(folder, 'page.js'),
    bundle: true,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const page = path.join(folder, 'index.html');
  writeFileSync(
    page,
    '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="page.css">' +
      '<div id="root" style="height:100vh"></div><script src="page.js"></script>',
  );
  return pathToFileURL(page).href;
}

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
  const url = await bundle(folder);
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
