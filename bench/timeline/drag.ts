/**
 * Measures dragging a slider, with the predicted timeline visible and with the timeline behind another
 * panel. Prints the processor time of the window's thread per move, the time between frames, and the number
 * of schedules drawn. The time between frames depends on the machine and its load.
 *
 *   node bench/timeline/drag.ts [tasks…]            default: 3 12 50
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import buildWindow from '../../e2e/build-window.ts';
import { Workbench } from '../../e2e/pages/workbench.ts';
import { serve } from '../../e2e/serve.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [3, 12, 50];
const MOVES = 120;
const REACH_PX = 30;
const SETTLE_MS = 1_500;

interface Probe {
  /** Processor time of the window's thread, per move. Unit: ms. */
  readonly moveMs: number;
  /** Times between frames, ascending. Unit: ms. */
  readonly gaps: readonly number[];
  /** Number of long tasks: 50 ms or more without a return to the event loop. */
  readonly longTasks: number;
  /** Number of different schedules, sampled at every second move. */
  readonly schedules: number;
}

/** Tasks with a total utilization of about 0.7. */
function sketchOf(count: number): string {
  const tasks = Array.from({ length: count }, (_, i) => {
    const periodUs = (10 + 5 * i) * 1000;
    return { name: `task ${i + 1}`, periodUs, budgetUs: Math.max(1, Math.round((0.7 * periodUs) / count)) };
  });
  return JSON.stringify({ polyloop: 1, name: 'drag', board: 'host', target: 'freertos', tasks });
}

type WatchedWindow = Window & { watched: { frames: number[]; longTasks: number } };

/** Counts frames and long tasks from now on. */
function watch(): void {
  const watched = { frames: [] as number[], longTasks: 0 };
  const frame = (now: number) => {
    watched.frames.push(now);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  new PerformanceObserver((list) => {
    watched.longTasks += list.getEntries().length;
  }).observe({ entryTypes: ['longtask'] });
  (window as unknown as WatchedWindow).watched = watched;
}

async function drag(page: Page, workbench: Workbench): Promise<Probe> {
  await workbench.slider('Budget').scrollIntoViewIfNeeded();
  const before = await workbench.field('Budget').inputValue();
  const box = await workbench.slider('Budget').boundingBox();
  if (box === null) throw new Error('The slider of the budget is not shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const seen = new Set<string>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    Number.NaN;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(watch);
  const busyBefore = await busySeconds();
  for (let i = 1; i <= MOVES; i++) {
    await page.mouse.move(x + REACH_PX * Math.sin(i / 12), y);
    if (i % 2 > 0 || !(await workbench.timeline.isVisible())) continue;
    const {
      events = '',
      misses = '',
      paints = '',
    } = await workbench.timeline.evaluate((chart) => ({
      ...(chart as HTMLElement).dataset,
    }));
    seen.add(`${events} ${misses} ${paints}`);
  }
  const moveMs = (((await busySeconds()) - busyBefore) * 1000) / MOVES;
  const { frames, longTasks } = await page.evaluate(() => (window as unknown as WatchedWindow).watched);
  await page.mouse.up();
  if ((await workbench.field('Budget').inputValue()) === before) throw new Error('The drag did not change the budget.');
  const gaps = frames.slice(1).map((time, i) => time - (frames[i] ?? time));
  return { moveMs, gaps: gaps.sort((a, b) => a - b), longTasks, schedules: seen.size };
}

async function measure(browser: Browser, count: number, panel: string): Promise<Probe> {
  const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
  writeFileSync(path.join(folder, 'drag.polyloop.json'), sketchOf(count));
  const served = await serve(folder, ['--sketch', 'drag.polyloop.json']);
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  try {
    await page.goto(served.url);
    const workbench = new Workbench(page);
    await workbench.task('task 2').click();
    await workbench.showPanel(panel);
    await page.waitForTimeout(SETTLE_MS);
    return await drag(page, workbench);
  } finally {
    await page.close();
    await served.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const at = (gaps: readonly number[], share: number): string =>
  (gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? Number.NaN).toFixed(1);

await buildWindow();
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
try {
  console.log('tasks   in front   CPU, ms/move     frames   p50, ms   p95, ms   p99, ms   long tasks   schedules seen');
  for (const count of counts) {
    for (const panel of ['console', 'timeline']) {
      const { moveMs, gaps, longTasks, schedules } = await measure(browser, count, panel);
      const figures = [
        moveMs.toFixed(1),
        gaps.length,
        at(gaps, 0.5),
        at(gaps, 0.95),
        at(gaps, 0.99),
        longTasks,
        schedules,
      ];
      const widths = [15, 9, 10, 10, 10, 13, 17];
      const cells = figures.map((figure, i) => String(figure).padStart(widths[i] ?? 0));
      console.log(`${String(count).padEnd(8)}${panel.padEnd(10)}${cells.join('')}`);
    }
  }
} finally {
  await browser.close();
}
