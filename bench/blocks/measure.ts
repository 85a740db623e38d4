/**
 * Measures a body of many blocks: opening it, and dragging a stack of blocks. Prints the time on the
 * clock, which depends on the machine and its load, and the processor time of the page's thread.
 *
 *   npm run bench:blocks [-- blocks…]                default: 100 1000
 *
 * Uses the browser $POLYLOOP_BROWSER, or the one that set-up found.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import buildWindow from '../../e2e/build-window.ts';
import { Workbench } from '../../e2e/pages/workbench.ts';
import { serve } from '../../e2e/serve.ts';
import type { Block } from '../../generator/sketch/blocks/model.ts';
import { findBrowser } from '../../platformio/setup/find.mjs';

const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100, 1_000];
const VIEWPORT = { width: 1440, height: 900 };
const MOVES = 120;
const REACH_PX = 120;
const SETTLE_MS = 1_500;
/** Statements in one decision. */
const INSIDE = 8;

/** Decisions below each other, each with statements that toggle pins and print numbers. */
function blocksOf(count: number): Block[] {
  const blocks: Block[] = [{ type: 'polyloop_start', id: 'start', x: 24, y: 24, deletable: false }];
  const add = (block: Block) => {
    if (blocks.length < count) blocks.push(block);
  };
  for (let group = 0; blocks.length < count; group++) {
    const id = `if ${group}`;
    const place = group === 0 ? { of: 'start', input: 'DO' } : { after: `if ${group - 1}` };
    add({ type: 'polyloop_if', id, ...place });
    add({ type: 'polyloop_digital_read', id: `${id} read`, of: id, input: 'IF', fields: { PIN: '2' } });
    for (let at = 0; at < INSIDE; at++) {
      const own = `${id} ${at}`;
      const below = at === 0 ? { of: id, input: 'DO' } : { after: `${id} ${at - 1}` };
      if (at % 2 === 0) add({ type: 'polyloop_digital_toggle', id: own, ...below, fields: { PIN: '13' } });
      else {
        add({ type: 'polyloop_print', id: own, ...below });
        add({ type: 'polyloop_number', id: `${own} n`, of: own, input: 'TEXT', fields: { NUM: at } });
      }
    }
  }
  return blocks;
}

function sketchOf(count: number): string {
  const body = { printed: 0x811c9dc5, blocks: blocksOf(count) };
  const task = { name: 'big', periodUs: 100_000, budgetUs: 10_000, blocks: { body } };
  return JSON.stringify({ polyloop: 1, name: 'blocks', board: 'uno', target: 'superloop', tasks: [task] });
}

interface Row {
  readonly openMs: number;
  readonly openBusyMs: number;
  readonly againMs: number;
  readonly againBusyMs: number;
  readonly framesPerSecond: number;
  /** Times between frames, ascending. Unit: ms. */
  readonly gaps: readonly number[];
  readonly moveBusyMs: number;
  readonly dropMs: number;
}

/** Processor time of the page's thread since its start. Unit: ms. */
async function busyClock(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}

const BLOCKS = '.blocklyBlockCanvas .blocklyDraggable';

/** Presses a button, and waits until so many blocks are drawn, in the page itself. */
function pressUntilDrawn(page: Page, label: string, count: number): Promise<number> {
  return page.evaluate(
    ([name, wanted, selector]) =>
      new Promise<number>((resolve) => {
        const buttons = [...document.querySelectorAll('button')];
        const start = performance.now();
        buttons.find((button) => button.textContent?.trim() === name)?.click();
        const check = () => {
          if (document.querySelectorAll(selector).length < wanted) requestAnimationFrame(check);
          else requestAnimationFrame(() => resolve(performance.now() - start));
        };
        check();
      }),
    [label, count, BLOCKS] as const,
  );
}

async function dragged(
  page: Page,
  busy: () => Promise<number>,
): Promise<Omit<Row, 'openMs' | 'openBusyMs' | 'againMs' | 'againBusyMs'>> {
  // The second decision, with all that is below it.
  const box = await page.locator('.polyloop_if').nth(1).boundingBox();
  if (box === null) throw new Error('There is no second decision.');
  const [x, y] = [box.x + 12, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 40, y, { steps: 4 });
  await page.evaluate(() => {
    const frames: number[] = [];
    const frame = (now: number) => {
      frames.push(now);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    Object.assign(window, { frames });
  });
  const before = await busy();
  for (let move = 1; move <= MOVES; move++) {
    await page.mouse.move(x + 40 + REACH_PX * Math.abs(Math.sin(move / 20)), y + 40 * Math.sin(move / 15));
  }
  const moveBusyMs = ((await busy()) - before) / MOVES;
  const frames = await page.evaluate(() => [...(window as unknown as { frames: number[] }).frames]);
  const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? time));
  const drop = performance.now();
  await page.mouse.up();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const dropMs = performance.now() - drop;
  const total = gaps.reduce((sum, gap) => sum + gap, 0);
  return { framesPerSecond: (gaps.length * 1000) / total, gaps: gaps.sort((a, b) => a - b), moveBusyMs, dropMs };
}

async function measure(browser: Browser, count: number): Promise<Row> {
  const folder = mkdtempSync(path.join(tmpdir(), 'polyloop-bench-'));
  writeFileSync(path.join(folder, 'blocks.polyloop.json'), sketchOf(count));
  const served = await serve(folder, ['--sketch', 'blocks.polyloop.json']);
  const page = await browser.newPage({ viewport: VIEWPORT });
  try {
    await page.goto(served.url);
    await new Workbench(page).task('big').click();
    await page.waitForTimeout(SETTLE_MS);
    const busy = await busyClock(page);
    let before = await busy();
    const openMs = await pressUntilDrawn(page, 'Open the blocks', count);
    const openBusyMs = (await busy()) - before;
    await page.waitForTimeout(SETTLE_MS);
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    await page.waitForTimeout(SETTLE_MS);
    before = await busy();
    const againMs = await pressUntilDrawn(page, 'Blocks', count);
    const againBusyMs = (await busy()) - before;
    await page.waitForTimeout(SETTLE_MS);
    return { openMs, openBusyMs, againMs, againBusyMs, ...(await dragged(page, busy)) };
  } finally {
    await page.close();
    await served.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

await buildWindow();
const executablePath = findBrowser() ?? undefined;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) });
try {
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log('| Blocks | first opening | busy | opened again | busy | frames/s | p95 gap | busy per move | drop |');
  console.log('|---:|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const count of counts) {
    const row = await measure(browser, count);
    const p95 = row.gaps[Math.floor(row.gaps.length * 0.95)] ?? Number.NaN;
    const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
    const cells = [
      String(count),
      ms(row.openMs),
      ms(row.openBusyMs),
      ms(row.againMs),
      ms(row.againBusyMs),
      row.framesPerSecond.toFixed(0),
      ms(p95),
      ms(row.moveBusyMs),
      ms(row.dropMs),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
} finally {
  await browser.close();
}
