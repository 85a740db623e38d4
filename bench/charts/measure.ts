/**
 * Measures the charts in the browser beside plain uPlot with the same points, and the charts of a live trace.
 * Prints the time until the first frame, the times between frames, the processor time of the page's main
 * thread, and the memory after a collection of garbage. Fails if a trace takes more memory than `--most-mb`, keeps more
 * events than its limit, or grows beyond `--growth-mb` while it is full.
 *
 *   node bench/charts/measure.ts [--events 10000000] [--live SECONDS] [--full SECONDS] [--rate 20000] [--keep 1000000]
 *     [--most-mb 200] [--growth-mb 10] [--alone]
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found. docs/bench-charts.md has results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { bundlePage } from '../page-bundle.ts';
import type { PageApi } from './page.ts';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000000' },
    live: { type: 'string', default: '600' },
    rate: { type: 'string', default: '20000' },
    keep: { type: 'string', default: '1000000' },
    full: { type: 'string', default: '120' },
    'most-mb': { type: 'string', default: '200' },
    'growth-mb': { type: 'string', default: '10' },
    alone: { type: 'boolean', default: false },
  },
});
const [events, liveSeconds, rate, keep] = [values.events, values.live, values.rate, values.keep].map(Number) as [
  number,
  number,
  number,
  number,
];
const fullSeconds = Number(values.full);
const mostMb = Number(values['most-mb']);
const growthMb = Number(values['growth-mb']);
const FRAMES = 90;
const SHARES = [1, 0.1, 0.01, 0.001] as const;
/** The memory of a live trace is asked for this often. */
const LIVE_PARTS = 10;

type BenchWindow = Window & { readonly chartsBench: PageApi; readonly chartsBegin: (capacity: number) => void };

interface Opened {
  readonly page: Page;
  readonly tools: CDPSession;
}

async function opened(browser: Browser, url: string): Promise<Opened> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  page.on('pageerror', (error) => console.error(error));
  await page.goto(url);
  const tools = await page.context().newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, tools };
}

/** Processor time of the page's main thread. Unit: s. */
async function busyOf({ tools }: Opened): Promise<number> {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** The heap of JavaScript with its array buffers, after a collection of garbage. Unit: MB. */
async function memoryOf({ tools }: Opened): Promise<number> {
  await tools.send('HeapProfiler.collectGarbage');
  const usage = (await tools.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number };
  if (usage.backingStorageSize === undefined)
    throw new Error('This browser does not tell the memory of array buffers.');
  return (usage.usedSize + usage.backingStorageSize) / 1e6;
}

/** What the run has exceeded. */
const failures: string[] = [];

function expectAtMost(what: string, value: number, most: number): void {
  if (!(value <= most)) failures.push(`${what}: ${value.toFixed(1)}, more than ${most}`);
}

const at = (sorted: readonly number[], share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);

function row(cells: readonly (string | number)[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}

async function loaded(browser: Browser, url: string, viewer: 'Polyloop' | 'plain uPlot'): Promise<void> {
  const bench = await opened(browser, url);
  const { page } = bench;
  const openMs = await page.evaluate(
    ([isPlain, count]) => {
      const api = (window as unknown as BenchWindow).chartsBench;
      return isPlain ? api.openPlain(count) : api.open(count, count, false);
    },
    [viewer !== 'Polyloop', events] as const,
  );
  for (const share of SHARES) {
    const before = await busyOf(bench);
    const gaps = await page.evaluate(
      ([part, frames]) => (window as unknown as BenchWindow).chartsBench.pan(part, frames),
      [share, FRAMES] as const,
    );
    const busy = (((await busyOf(bench)) - before) * 1000) / FRAMES;
    const memory = await memoryOf(bench);
    if (viewer === 'Polyloop') expectAtMost(`Memory after the move at 1/${1 / share}, MB`, memory, mostMb);
    const sorted = gaps.toSorted((a, b) => a - b);
    const seen = share === 1 ? 'all' : `1/${1 / share}`;
    row([viewer, seen, at(sorted, 0.5), at(sorted, 0.95), busy.toFixed(1), openMs.toFixed(0), memory.toFixed(0)]);
  }
  await page.close();
}

interface LiveRun {
  readonly seconds: number;
  readonly most: number;
  /** Events that the trace has from the start. Its charts are then those of a loaded trace. */
  readonly before: number;
}

async function live(browser: Browser, url: string, { seconds: length, most, before: loaded }: LiveRun): Promise<void> {
  const bench = await opened(browser, url);
  const { page } = bench;
  await page.evaluate(
    async ([count, capacity]) => {
      const { chartsBegin, chartsBench } = window as unknown as BenchWindow;
      if (count === 0) chartsBegin(capacity);
      else await chartsBench.open(count, capacity, true);
    },
    [loaded, most] as const,
  );
  const whenFull: number[] = [];
  for (let part = 1; part <= LIVE_PARTS; part++) {
    const before = await busyOf(bench);
    const seconds = length / LIVE_PARTS;
    const gaps = await page.evaluate(
      ([perSecond, lasts]) => (window as unknown as BenchWindow).chartsBench.live(perSecond, lasts),
      [rate, seconds] as const,
    );
    const busy = (((await busyOf(bench)) - before) * 1000) / gaps.length;
    const sorted = gaps.toSorted((a, b) => a - b);
    const kept = await page.evaluate(() => (window as unknown as BenchWindow).chartsBench.kept());
    const memory = await memoryOf(bench);
    row([(part * seconds).toFixed(0), kept, at(sorted, 0.5), at(sorted, 0.95), busy.toFixed(1), memory.toFixed(1)]);
    expectAtMost('Events kept', kept, most);
    expectAtMost('Memory of a live trace, MB', memory, mostMb);
    if (loaded + part * seconds * rate > most) whenFull.push(memory);
  }
  if (whenFull.length > 1) {
    const growth = (whenFull.at(-1) ?? 0) - (whenFull[0] ?? 0);
    console.log(`\nGrowth after the trace was full: ${growth.toFixed(1)} MB`);
    expectAtMost('Growth of a full trace, MB', growth, growthMb);
  }
  await page.close();
}

const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
try {
  const url = await bundlePage(path.join(import.meta.dirname, 'page.ts'), folder);
  console.log(`${events} events, Chromium ${browser.version()}, load ${loadavg()[0]?.toFixed(1)}\n`);
  row(['viewer', 'shown', 'p50, ms', 'p95, ms', 'processor, ms/frame', 'first frame, ms', 'memory, MB']);
  row(['---', '---', '---:', '---:', '---:', '---:', '---:']);
  await loaded(browser, url, 'Polyloop');
  if (!values.alone) await loaded(browser, url, 'plain uPlot');
  const runs: readonly LiveRun[] = [
    { seconds: fullSeconds, most: events, before: events },
    { seconds: liveSeconds, most: keep, before: 0 },
  ];
  for (const run of runs.filter(({ seconds }) => seconds > 0)) {
    const had = run.before === 0 ? '' : `${run.before} events before, `;
    console.log(`\nLive, ${had}${rate} events/s, at most ${run.most} kept, load ${loadavg()[0]?.toFixed(1)}\n`);
    row(['after, s', 'events kept', 'p50, ms', 'p95, ms', 'processor, ms/frame', 'memory, MB']);
    row(['---:', '---:', '---:', '---:', '---:', '---:']);
    await live(browser, url, run);
  }
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
