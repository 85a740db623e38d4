/**
 * Measures the canvas while the mouse pans, zooms, drags a card and drags a slider, beside a bare React
 * Flow page with as many default nodes and edges in the same run. The times between frames depend on
 * the machine and its load. The processor time of the page's thread per move, and the ratio to the bare
 * page, depend on them less.
 *
 *   npm run bench:canvas [-- tasks…]                default: 100 500
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'esbuild';
import buildWindow from '../../e2e/build-window.ts';
import { Workbench } from '../../e2e/pages/workbench.ts';
import { serve } from '../../e2e/serve.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';
import { cardsOf, sketchOf } from './cards.ts';
import type { OpenPeer } from './peer.tsx';

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 500];
const VIEWPORT = { width: 1280, height: 720 };
const MOVES = 90;
/** A movement ends after this time, however few moves it has. */
const MOST_MS = 8_000;
const REACH_PX = 60;
const SETTLE_MS = 2_000;
/** A frame at 60 Hz takes 16.7 ms. Time stamps of frames vary by a fraction of a millisecond. */
const FRAME_MS = 17;

interface Probe {
  /** Times between frames, ascending. Unit: ms. */
  readonly gaps: readonly number[];
  /** Processor time of the page's thread, per move. Unit: ms. */
  readonly moveMs: number;
}

type WatchedWindow = Window & { watched: { frames: number[]; on: boolean } };

function watch(): void {
  const watched = { frames: [] as number[], on: true };
  const frame = (now: number) => {
    watched.frames.push(now);
    if (watched.on) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  (window as unknown as WatchedWindow).watched = watched;
}

async function probe(page: Page, move: (step: number) => Promise<void>): Promise<Probe> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ??
    Number.NaN;
  await page.evaluate(watch);
  const before = await busySeconds();
  const until = performance.now() + MOST_MS;
  let moves = 0;
  while (moves < MOVES && performance.now() < until) await move(++moves);
  const moveMs = (((await busySeconds()) - before) * 1000) / moves;
  const frames = await page.evaluate(() => {
    const { watched } = window as unknown as WatchedWindow;
    watched.on = false;
    return watched.frames;
  });
  await devtools.detach();
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  return { gaps: gaps.sort((a, b) => a - b), moveMs };
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const middleOf = ({ x, y, width, height }: Box): [number, number] => [x + width / 2, y + height / 2];

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not shown.`);
  return box;
}

/** Moves a pressed mouse back and forth. */
async function dragged(page: Page, box: Box): Promise<Probe> {
  const [x, y] = middleOf(box);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const result = await probe(page, (step) => page.mouse.move(x + REACH_PX * Math.sin(step / 12), y));
  await page.mouse.up();
  return result;
}

/** The selector of the card nearest to a point. Near the border of the canvas, a drag would also move the view. */
function nearestCard([x, y]: readonly [number, number]): string {
  const distance = (card: Element): number => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return Math.hypot(left + width / 2 - x, top + height / 2 - y);
  };
  const cards = [...document.querySelectorAll('.react-flow__node')];
  const [nearest] = cards.sort((a, b) => distance(a) - distance(b));
  return `.react-flow__node[data-id="${nearest?.getAttribute('data-id')}"]`;
}

/** The same moves on the window's canvas and on the bare page. */
const MOVEMENTS: Readonly<Record<string, (page: Page) => Promise<Probe>>> = {
  pan: async (page) => {
    await page.mouse.move(...middleOf(await boxOf(page, '.react-flow')));
    return probe(page, (step) => page.mouse.wheel(30 * Math.sin(step / 12), 15 * Math.cos(step / 12)));
  },
  zoom: async (page) => {
    await page.mouse.move(...middleOf(await boxOf(page, '.react-flow')));
    await page.keyboard.down('Control');
    const result = await probe(page, (step) => page.mouse.wheel(0, step <= MOVES / 2 ? -12 : 12));
    await page.keyboard.up('Control');
    return result;
  },
  'drag a card': async (page) => {
    const middle = middleOf(await boxOf(page, '.react-flow'));
    const card = await page.evaluate(nearestCard, middle);
    // The first press also selects the card, which shows its form and starts the search for its limits.
    await page.mouse.click(...middleOf(await boxOf(page, card)));
    await page.waitForTimeout(SETTLE_MS);
    return dragged(page, await boxOf(page, card));
  },
};

async function measureWindow(browser: Browser, tasks: number): Promise<{ probes: Map<string, Probe>; canvas: Box }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
  writeFileSync(path.join(folder, 'canvas.polyloop.json'), sketchOf(tasks));
  const served = await serve(folder, ['--sketch', 'canvas.polyloop.json']);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.goto(served.url);
    const workbench = new Workbench(page);
    await workbench.task('task 1').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const canvas = await boxOf(page, '.react-flow');
    const probes = new Map<string, Probe>();
    for (const [name, move] of Object.entries(MOVEMENTS)) {
      probes.set(name, await move(page));
      await workbench.command('Show the whole sketch');
      await page.waitForTimeout(SETTLE_MS / 2);
    }
    await workbench.task('task 2').click();
    await workbench.slider('Budget').waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await workbench.slider('Budget').scrollIntoViewIfNeeded();
    const slider = await workbench.slider('Budget').boundingBox();
    if (slider === null) throw new Error('The slider of the budget is not shown.');
    probes.set('drag a slider', await dragged(page, slider));
    return { probes, canvas };
  } finally {
    await page.close();
    await served.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundlePeer(folder: string): Promise<string> {
  await build({
    entryPoints: [path.join(import.meta.dirname, 'peer.tsx')],
    outfile: path.join(folder, 'peer.js'),
    bundle: true,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const html = path.join(folder, 'index.html');
  const head = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="peer.css">';
  writeFileSync(html, `${head}<body><script src="peer.js"></script>`);
  return pathToFileURL(html).href;
}

type PeerWindow = Window & { readonly openPeer: OpenPeer };

async function measurePeer(browser: Browser, url: string, tasks: number, canvas: Box): Promise<Map<string, Probe>> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.goto(url);
    await page.evaluate(([cards, size]) => (window as unknown as PeerWindow).openPeer(cards, size), [
      cardsOf(tasks),
      { width: canvas.width, height: canvas.height },
    ] as const);
    await page.locator('.react-flow__node').first().waitFor();
    const probes = new Map<string, Probe>();
    for (const [name, move] of Object.entries(MOVEMENTS)) {
      await page.waitForTimeout(SETTLE_MS / 2);
      probes.set(name, await move(page));
    }
    return probes;
  } finally {
    await page.close();
  }
}

const at = (gaps: readonly number[], share: number): string =>
  (gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))] ?? Number.NaN).toFixed(1);

function row(tasks: number, movement: string, what: string, { gaps, moveMs }: Probe, beside: Probe | null): string {
  const late = gaps.filter((gap) => gap > FRAME_MS).length / Math.max(1, gaps.length);
  const rate = (1000 * gaps.length) / gaps.reduce((sum, gap) => sum + gap, 0);
  const cells = [tasks, movement, what, at(gaps, 0.5), at(gaps, 0.95), at(gaps, 0.99)];
  const ratio = beside === null ? '' : (moveMs / beside.moveMs).toFixed(2);
  return `| ${[...cells, `${(100 * late).toFixed(0)} %`, rate.toFixed(0), moveMs.toFixed(1), ratio].join(' | ')} |`;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

await buildWindow();
const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-peer-'));
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
try {
  const url = await bundlePeer(folder);
  print(
    `Up to ${MOVES} moves each in Chromium ${browser.version()}, a window of ${VIEWPORT.width} × ${VIEWPORT.height}, ` +
      `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'an unknown processor'}, load ${loadavg()[0]?.toFixed(1)}:`,
  );
  print('');
  print(
    '| tasks | movement | page | p50, ms | p95, ms | p99, ms | over 16.7 ms | frames/s | processor, ms/move | beside bare |',
  );
  print('| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const tasks of counts) {
    const { probes, canvas } = await measureWindow(browser, tasks);
    const peers = await measurePeer(browser, url, tasks, canvas);
    for (const [movement, ours] of probes) {
      const peer = peers.get(movement) ?? null;
      print(row(tasks, movement, 'Polyloop', ours, peer));
      if (peer !== null) print(row(tasks, movement, 'bare React Flow', peer, null));
    }
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
